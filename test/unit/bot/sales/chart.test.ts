import { expect, test } from 'vitest';
import { drawReport } from '../../../../bot/figures/report.ts';
import { pairs } from '../../../../bot/figures/rows.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { EVERYTHING } from '../../../../bot/parse/selection.ts';
import type { SalesAnswer } from '../../../../bot/sales/answer.ts';
import type { SalesGroupSum } from '../../../../bot/sales/reader.ts';
import { salesReport } from '../../../../bot/sales/view/report.ts';
import { type DayRange, daysIn } from '../../../../bot/text/dayRange.ts';
import { STORED, salesAnswerOf, salesPeriodOf } from '../../../support/bot/viewFigures.ts';

const labels = { label: (id: string) => id, nameOf: () => undefined };
const reader = {
  language: languageFor('en'),
  rendering: 'dataTable',
  timeZone: 'Europe/Oslo',
  products: labels,
  stores: labels,
  today: '2026-11-20',
} as const;

function sum(key: string, millilitres: number): SalesGroupSum {
  return {
    key,
    rows: 1,
    millilitres,
    quantity: 1,
    returnedMillilitres: 0,
    returnedQuantity: 0,
  };
}

function period(days: DayRange, missing: readonly string[] = []) {
  return salesPeriodOf([sum('', 1)], days, { ...STORED, missing });
}

function salesBy(
  by: 'day' | 'week',
  groups: readonly SalesGroupSum[],
  missing: readonly string[],
): SalesAnswer {
  const days = { from: '2026-09-01', to: '2026-11-19' };
  return salesAnswerOf(groups, {
    question: { kind: 'sales', command: 'sales', days, by, selection: EVERYTHING },
    now: period(days, missing),
  });
}

const blocksOf = (answer: SalesAnswer) => drawReport(salesReport(answer, reader), reader).blocks;

function drawn(blocks: readonly { readonly type: string }[]) {
  const chart = blocks.find(({ type }) => type === 'data_visualization');
  const below = blocks.find(({ type }) => type === 'context');
  const points = chart as { chart: { series: { data: { label: string; value: number }[] }[] } } | undefined;
  return {
    series: points?.chart.series.map(({ data }) => data.map(({ label, value }) => `${label}=${value}`)),
    caption: (below as { elements: { text: string }[] } | undefined)?.elements[0]?.text,
  };
}

test('a day on which nothing was sold is 0, a day that is not fetched is left out, and a Sunday is neither', () => {
  const days = ['2026-11-06', '2026-11-07', '2026-11-10', '2026-11-12', '2026-11-13', '2026-11-14'];
  const answer = salesBy(
    'day',
    days.map((day) => sum(day, 2_000)),
    ['2026-11-05', '2026-11-11', '2026-11-16'],
  );
  expect(drawn(blocksOf(answer))).toEqual({
    series: [['6 Nov=2', '7 Nov=2', '9 Nov=0', '10 Nov=2', '12 Nov=2', '13 Nov=2', '14 Nov=2']],
    caption: 'left out: 11 Nov',
  });
});

test('so is a week, which is left out where a day of it is not fetched', () => {
  const weeks = ['2026-W37', '2026-W38', '2026-W40', '2026-W42', '2026-W43', '2026-W44', '2026-W45'];
  const missing = [...daysIn({ from: '2026-09-21', to: '2026-09-26' }), '2026-10-05'];
  const answer = salesBy(
    'week',
    weeks.map((week) => sum(week, 2_000)),
    missing,
  );
  const { series, caption } = drawn(blocksOf(answer));
  expect(series?.[0]).toEqual(['W37=2', 'W38=2', 'W40=2', 'W42=2', 'W43=2', 'W44=2', 'W45=2']);
  expect(caption).toContain('left out: W39, W41');
});

test('a comparison draws the earlier period left, and neither days without a counterpart nor days that are not fetched', () => {
  const [now, before] = [
    { from: '2026-11-09', to: '2026-11-19' },
    { from: '2026-10-26', to: '2026-11-04' },
  ];
  const [days, daysBefore] = [daysIn(now), daysIn(before)];
  const sold = (all: readonly string[]) =>
    all.filter((day) => !SUNDAYS.includes(day) && day !== '2026-11-10').map((day) => sum(day, 1_000));
  const rows = pairs({ days: now, sums: sold(days) }, { days: before, sums: sold(daysBefore) }, 'day');
  const answer = salesAnswerOf([], {
    question: {
      kind: 'compare',
      command: 'sales',
      days: now,
      against: before,
      by: 'day',
      selection: EVERYTHING,
    },
    now: period(now, ['2026-11-10']),
    before: period(before),
    rows,
    rowCount: rows.length,
  });
  const { series, caption } = drawn(blocksOf(answer));
  expect(series?.[0]).toEqual(['9', '11', '12', '13', '14', '16', '17', '18'].map((day) => `${day} Nov=1`));
  expect(caption).toBe('left bar: 26 Oct – 4 Nov, right bar: 9–19 Nov · left out: 10 Nov, 19 Nov');
});

const SUNDAYS = ['2026-11-01', '2026-11-15'];
