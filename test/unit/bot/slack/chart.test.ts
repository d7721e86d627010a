import { describe, expect, test } from 'vitest';
import { limitBreachesOf } from '../../../../bot/demo/slack/limits.ts';
import type { LanguageCode } from '../../../../bot/language/formatter.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { salesWords } from '../../../../bot/sales/words/words.ts';
import type { Chart } from '../../../../bot/slack/chart.ts';
import { chartBlocks } from '../../../../bot/slack/chartBlocks.ts';
import type { MessageBlock } from '../../../../bot/slack/message.ts';
import { unitsChart } from '../../../../bot/stock/view/unitsChart.ts';
import { stockWords } from '../../../../bot/stock/words/words.ts';
import fc from '../../../support/property.ts';

const WEEK = [412, 500, 980, 700, 650, 600, 450];
const english = languageFor('en');

function chartOf(...series: (readonly (number | undefined)[])[]): Chart {
  const { format } = english;
  const days = series[0] ?? [];
  return {
    title: 'Litres per day',
    kind: 'line',
    labels: days.map((_, at) => format.shortDay(`2026-11-${String(at + 1).padStart(2, '0')}`)),
    along: 'Day',
    isInTime: true,
    unit: 'Litres',
    series: series.map((values, at) => ({ name: ['Sold', 'Before', 'Long ago'][at] ?? '', values })),
    written: (value) => format.units(value),
  };
}

function native(chart: Chart, code: LanguageCode = 'en') {
  const [block, ...below] = chartBlocks(chart, 'dataTable', languageFor(code));
  if (block === undefined) return undefined;
  if (block.type !== 'data_visualization') throw new Error('no chart');
  expect(limitBreachesOf({ text: 'x', blocks: [block, ...below] }, 'message')).toEqual([]);
  const { type, series, axis_config: axis } = block.chart;
  return { type, series, labels: axis.categories, unit: axis.y_label, caption: below.map(textOf).join() };
}

function drawn(chart: Chart, code: LanguageCode = 'en'): string | undefined {
  const [block, ...more] = chartBlocks(chart, 'text', languageFor(code));
  expect(more).toEqual([]);
  if (block === undefined) return undefined;
  expect(limitBreachesOf({ text: 'x', blocks: [block] }, 'message')).toEqual([]);
  return textOf(block);
}

function textOf(block: MessageBlock): string {
  if (block.type === 'section') return block.text?.text ?? '';
  if (block.type !== 'context') return '';
  return block.elements.map((element) => ('text' in element ? element.text : '')).join('');
}

describe("Slack's chart", () => {
  test('has no caption where its axes say it all', () => {
    expect(native(chartOf(WEEK))?.caption).toBe('');
  });

  test('needs seven points with data', () => {
    expect(native(chartOf(WEEK.slice(1)))).toBeUndefined();
    expect(native(chartOf([...WEEK.slice(1), undefined, undefined]))).toBeUndefined();
    expect(native(chartOf(WEEK))?.labels).toHaveLength(7);
  });

  test('shows the latest twenty points and says so', () => {
    const chart = native(chartOf(Array.from({ length: 26 }, (_, at) => at)));
    expect(chart?.labels).toHaveLength(20);
    expect(chart?.caption).toBe('latest 20 of 26');
  });

  test('leaves a point without data out, names it, and draws a 0', () => {
    const chart = native(chartOf([...WEEK.slice(0, 3), undefined, 0, ...WEEK.slice(3)]));
    expect(chart?.labels).not.toContain('4 Nov');
    expect(chart?.series[0]?.data).toContainEqual({ label: '5 Nov', value: 0 });
    expect(chart?.caption).toBe('left out: 4 Nov');
  });

  test('does not name what is missing before the first point that is shown', () => {
    const chart = native(chartOf([1, undefined, ...Array.from({ length: 20 }, () => 5)]));
    expect(chart?.caption).toBe('latest 20 of 21');
  });

  test('of two series is one of bars, and the caption says which bar is which', () => {
    const chart = native(chartOf(WEEK, WEEK.toReversed()));
    expect(chart?.type).toBe('bar');
    expect(chart?.caption).toBe('left bar: Sold, right bar: Before');
    expect(native(chartOf(WEEK, WEEK, WEEK))?.type).toBe('line');
  });

  test('of two series has no point that one of them lacks', () => {
    const chart = native(chartOf([...WEEK, 5], [...WEEK, undefined]));
    expect(chart?.labels).toHaveLength(7);
    expect(chart?.caption).toContain('left out: 8 Nov');
  });

  test('is not drawn where Slack would refuse its labels or names', () => {
    const chart = chartOf(WEEK, WEEK);
    expect(native({ ...chart, labels: chart.labels.map(() => '1 Nov') })).toBeUndefined();
    expect(
      native({ ...chart, series: chart.series.map((each) => ({ ...each, name: 'Sold' })) }),
    ).toBeUndefined();
  });

  test('escapes the names in its caption', () => {
    const chart = chartOf(WEEK, WEEK);
    const [one, other] = chart.series;
    const series = [
      { ...one, name: '<!channel>' },
      { ...other, name: '`x`' },
    ] as Chart['series'];
    expect(native({ ...chart, series })?.caption).toContain('left bar: &lt;!channel&gt;, right bar: ʼxʼ');
  });

  test('has its caption in bokmål', () => {
    expect(native(chartOf([...WEEK, undefined, 5], [...WEEK, 5, 5]), 'nb')?.caption).toBe(
      'venstre søyle: Sold, høyre søyle: Before · utelatt: 8 Nov',
    );
  });
});

describe('a chart of text', () => {
  test('has an axis with labels at both ends', () => {
    expect(drawn(chartOf(WEEK))).toBe(
      [
        '*Litres per day*',
        '```',
        '980 ┤  █',
        '    │  █▇▅▄',
        '    │▅█████▇',
        '    │███████',
        '  0 └───────',
        '```',
        '1 Nov – 7 Nov',
      ].join('\n'),
    );
  });

  test('needs seven points with data', () => {
    expect(drawn(chartOf(WEEK.slice(1)))).toBeUndefined();
    expect(drawn(chartOf([...WEEK.slice(1), undefined]))).toBeUndefined();
  });

  test('says that its axis does not begin at 0 where all values are far above it', () => {
    const text = drawn(chartOf([38_128, 39_104, 38_500, 38_700, 38_900, 39_000, 38_200]));
    expect(text).toContain('39,104 ┤');
    expect(text).toContain('38,100 └───────');
    expect(text).toContain('the axis begins at 38,100, not 0');
    expect(drawn(chartOf(WEEK.map((value) => value + 5_000)), 'nb')).toContain(
      'aksen begynner på 5,400, ikke på 0',
    );
  });

  test('of nothing but 0 is its axis', () => {
    expect(drawn(chartOf(WEEK.map(() => 0)))).toBe('*Litres per day*\n```\n0 └───────\n```\n1 Nov – 7 Nov');
  });

  test('of equal values begins at 0', () => {
    expect(drawn(chartOf(WEEK.map(() => 3)))).toContain(
      '3 ┤███████\n  │███████\n  │███████\n  │███████\n0 └───────',
    );
  });

  test('draws what is small next to an outlier, but not a 0', () => {
    expect(drawn(chartOf([1, 1, 0, 100_000, 1, 1, 1]))).toContain('        │▁▁ █▁▁▁\n      0 └───────');
  });

  test('hangs negative values below 0, on the same scale', () => {
    expect(drawn(chartOf([100, 50, -50, 0, -1, 100, 100]))).toContain(
      ['150 ┤', '    │█    ██', '    │██   ██', '  0 ┼───────', '−50 ┤  █ ▀'].join('\n'),
    );
    expect(drawn(chartOf(WEEK.map((value) => -value)))).toContain('   0 ┌───────\n     │███████');
  });

  test('marks a point without data on its axis', () => {
    const text = drawn(chartOf([...WEEK, undefined, 0, 500]));
    expect(text).toContain('  0 └───────×──');
    expect(text).toContain('× means no data');
  });

  test('has a panel for each of two series, with one axis', () => {
    const text = drawn(
      chartOf(
        WEEK,
        WEEK.map((value) => value / 2),
      ),
    );
    expect(text).toMatch(/```\nSold\n980 ┤[\s\S]*\nBefore\n980 ┤\n/);
  });

  test('writes the first and the last day below its axis where they fit', () => {
    const values = Array.from({ length: 14 }, (_, at) => at + 1);
    expect(drawn(chartOf(values))).toMatch(/\n 0 └──────────────\n {4}1 Nov {3}14 Nov\n```$/);
  });

  test('fits a phone, whatever it is of', () => {
    const value = fc.option(fc.integer({ min: -100_000, max: 10_000_000 }), { nil: undefined });
    const values = fc.array(value, { minLength: 7, maxLength: 30 });
    fc.assert(
      fc.property(values, (all) => {
        const known = all.filter((each) => each !== undefined).length;
        const text = drawn(chartOf(all));
        if (all.length < 20) expect(text === undefined).toBe(known < 7);
        const lines = (text?.split('```')[1] ?? '').split('\n');
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(36);
        expect(text ?? '').not.toMatch(/undefined|NaN|Infinity/);
      }),
    );
  });

  test('is only of days, weeks and the like', () => {
    expect(drawn({ ...chartOf(WEEK), isInTime: false })).toBeUndefined();
  });
});

test('an open day without stock between others is a gap', () => {
  const days = [
    { businessDate: '2026-11-13', units: 5 },
    { businessDate: '2026-11-17', units: 0 },
  ];
  const { labels, series } = unitsChart(days, english);
  // The 15th is a Sunday.
  expect(labels).toEqual(['13 Nov', '14 Nov', '16 Nov', '17 Nov']);
  expect(series[0]?.values).toEqual([5, undefined, undefined, 0]);
  expect(unitsChart([], english).labels).toEqual([]);
});

test.each(['en', 'nb'] as const)('a legend does not repeat the unit, in %s', (code) => {
  const { t } = languageFor(code);
  const { unitsChart, changesChart } = stockWords(t);
  const sales = { series: salesWords(t).series(false), unit: salesWords(t).unit };
  for (const { series, unit } of [unitsChart, changesChart, sales]) expect(series).not.toContain(unit);
});
