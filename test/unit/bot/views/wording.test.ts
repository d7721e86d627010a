import { describe, expect, test } from 'vitest';
import { englishFormatter } from '../../../../bot/language/en/englishFormatter.ts';
import {
  change,
  dayInWords,
  formatterFor,
  litres,
  quantity,
  units,
} from '../../../../bot/language/formatter.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import type { Answer } from '../../../../bot/questions/answer.ts';
import { comparePeriods } from '../../../../bot/questions/comparison.ts';
import type { Message } from '../../../../bot/slack/message.ts';
import { answerMessage } from '../../../../bot/views/answer.ts';
import { chartBlocks } from '../../../../bot/views/chart.ts';
import type { Reader } from '../../../../bot/views/reader.ts';
import { tableLines } from '../../../../bot/views/table.ts';
import { calendar } from '../../../support/bot/time.ts';
import {
  comparisonOf,
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockHistoryOf,
  stockRowOf,
} from '../../../support/bot/views/figures.ts';

/** Everything a person reads in a message, in order. */
function readingOf(message: Message): string {
  return JSON.stringify(message.blocks);
}

test('figures are written the same everywhere', () => {
  expect(units(1_234_567)).toBe('1,234,567');
  expect(litres(1_234_567)).toBe('1,234.567');
  expect(litres(-750)).toBe('-0.750');
  expect(litres(1_234_567_890_123)).toBe('1,234,567,890.123');
  expect(quantity(0.5)).toBe('0.5');
  expect([change(12), change(-1_234), change(0)]).toEqual(['+12', '−1,234', '±0']);
  expect(dayInWords('2026-03-29')).toBe('Sun 29 Mar 2026');
  const { counted } = englishFormatter(formatterFor('en'));
  expect([counted(1, 'store'), counted(0, 'store'), counted(2, 'store')]).toEqual([
    '1 store',
    '0 stores',
    '2 stores',
  ]);
});

test('the lines of a table are as wide as their widest cell', () => {
  expect(
    tableLines({
      caption: '',
      columns: [
        { title: 'Product', align: 'left' },
        { title: 'Units', align: 'right' },
      ],
      rows: [
        ['1101', { value: 5, text: '5' }],
        ['Æ🧊', { value: 12_345_678, text: '12,345,678' }],
      ],
    }),
  ).toEqual(['Product       Units', '1101              5', 'Æ🧊       12,345,678']);
});

const text = (answer: Answer, fields: Partial<Reader> = {}) =>
  answerMessage(answer, readerOf('text', fields));

describe('the answer to /stock says', () => {
  test('how much there is and how much is gone', () => {
    const rows = Array.from({ length: 30 }, (_, at) => stockRowOf(String(1101 + at), 100 - at));
    const message = text(stockAnswerOf(rows));
    expect(message.text).toBe(
      '2,565 units (−30 since Thu 19 Nov 2026) of 30 products (your products) on Fri 20 Nov 2026; none is out of stock.',
    );
    const reading = readingOf(message);
    expect(reading).toContain('5 more products not shown');
    expect(reading).toContain(
      'days of cover are based on 28 days of sales, Fri 23 Oct 2026 – Thu 19 Nov 2026',
    );
  });

  test('one product in full, and which numbers are not in the stock', () => {
    const answer = stockAnswerOf([stockRowOf('00345', 12, { storesWithStock: 1, weekAgo: 30 })], {
      question: { command: 'stock', kind: 'products', productIds: ['00345', '7'] },
      unknown: ['7'],
      detail: { history: [], trend: undefined },
    });
    expect(text(answer).text).toBe(
      'Product 00345: 12 units in 1 store on Fri 20 Nov 2026. Not in the stock list: 7. ' +
        'Units −1 since Thu 19 Nov 2026, −18 since Fri 13 Nov 2026. ' +
        'Lasts 6.0 days at the pace of the last 28 days (56 units sold). ' +
        "39–40 of 40 open stores don't have it; the data doesn't say which.",
    );
  });

  test('by name, which products are not in the stock', () => {
    const names = { label: (id: string) => `${id} Ale`, nameOf: () => 'Ale' };
    const answer = stockAnswerOf([stockRowOf('00345', 12)], {
      question: { command: 'stock', kind: 'products', productIds: ['00345', '7'] },
      unknown: ['7'],
    });
    const one = { ...answer, detail: { history: [], trend: undefined } };
    for (const asked of [answer, one]) {
      expect(text(asked, { products: names }).text).toContain('Not in the stock list: 7 Ale.');
    }
  });

  test.each([
    [28, [], 'at the pace of the last 28 days'],
    [10, [], 'at the pace of the 10 days since its first sale'],
    [26, ['2026-11-02', '2026-11-03'], 'at the pace of the 26 days of sales read since Fri 23 Oct 2026'],
  ])('which days a pace of %i days rests on, %j not read', (restsOn, missing, words) => {
    const cover = { kind: 'days', days: 6, perDay: 2, restsOn, isNew: restsOn === 10 } as const;
    const answer = stockAnswerOf([stockRowOf('00345', 12, { cover })], {
      question: { command: 'stock', kind: 'products', productIds: ['00345'] },
      window: { from: '2026-10-23', to: '2026-11-19', daysKnown: 28 - missing.length, missing },
      detail: { history: [], trend: undefined },
    });
    expect(text(answer).text).toContain(words);
  });

  test('how many products are new or gone, however few of them are named', () => {
    const answer = stockAnswerOf([stockRowOf('1', 1)], {
      question: { command: 'stock', kind: 'changes', scope: 'all' },
      appeared: { count: 500, first: ['7', '8', '9', '10'] },
    });
    expect(text(answer).text).toContain('New in the stock list: 7, 8, 9 and 497 more.');
  });

  test('that days of sales are missing behind the days of cover', () => {
    const window = {
      from: '2026-10-23',
      to: '2026-11-19',
      daysKnown: 26,
      missing: ['2026-11-02', '2026-11-03'],
    };
    const reading = readingOf(text(stockAnswerOf([stockRowOf('1', 1)], { window })));
    expect(reading).toContain('based on 26 days of sales');
    expect(reading).toContain('(not fetched yet: 2–3 Nov)');
  });
});

describe('the stock of a period says', () => {
  const days = [
    ['2026-11-10', 40],
    ['2026-11-11', 30],
    ['2026-11-13', 1_030],
  ] as const;
  const earlier = { businessDate: '2026-11-08', products: 1, units: 1_042 };
  const gaps = {
    before: earlier,
    missing: ['2026-11-09', '2026-11-12'],
    empty: ['2026-11-14', '2026-11-15'],
  };

  test('the last day, its change over the period, and the days that have none', () => {
    expect(text(stockHistoryOf(days, gaps)).text).toBe(
      'Stock of 1101, 9–15 Nov: 1,030 units (−12 since Sun 8 Nov 2026) on Fri 13 Nov 2026. ' +
        'No stock is stored for 9 Nov, 12 Nov. The product was not in the stock on 14–15 Nov.',
    );
    expect(text(stockHistoryOf(days, gaps), { language: languageFor('nb') }).text).toMatch(
      /^Beholdning av 1101, 9\.–15\. nov\.: 1\s030 enheter \(−12 siden søn\. 8\. nov\. 2026\) per fre\. 13\. nov\. 2026\. Lagertallene for 9\. nov\., 12\. nov\. er ikke lagret\. Beholdningen for 14\.–15\. nov\. har ikke varen\.$/,
    );
  });

  test('each stored day with its change, as a table and as a chart of three days or more', () => {
    const table = readingOf(text(stockHistoryOf(days, gaps)));
    expect(table).toContain(
      'Day              Units  Change\\nTue 10 Nov 2026     40  −1,002\\nWed 11 Nov 2026     30     −10\\nFri 13 Nov 2026  1,030  +1,000',
    );
    const blocksOf = (answer: Answer) =>
      answerMessage(answer, readerOf('dataTable')).blocks.map(({ type }) => String(type));
    expect(blocksOf(stockHistoryOf(days))).toContain('data_visualization');
    expect(blocksOf(stockHistoryOf(days.slice(0, 2)))).not.toContain('data_visualization');
  });

  test('the sum of several products, without a change where a day has not all of them', () => {
    const question = {
      command: 'stock',
      kind: 'history',
      productIds: ['1101', '7', '8'],
      days: WEEK,
    } as const;
    const [first, ...others] = stockHistoryOf(days).days;
    const both = [{ businessDate: first?.businessDate ?? '', products: 2, units: 40 }, ...others];
    const message = text(stockHistoryOf(days, { question, days: both, unknown: ['8'] }));
    expect(message.text).toContain(
      'Stock of 1101, 7, 9–15 Nov: 1,030 units on Fri 13 Nov 2026. Not in the stock: 8.',
    );
    expect(readingOf(message)).toContain('Wed 11 Nov 2026     30       –');
    expect(readingOf(message)).toContain('the 2 products together; the CSV file has each of them');
  });
});

const WEEK = { from: '2026-11-09', to: '2026-11-15' };

describe('the answer to /sales says', () => {
  const question = {
    command: 'sales',
    kind: 'sales',
    days: { from: '2026-11-09', to: '2026-11-15' },
    productIds: ['1101'],
    storeIds: ['143'],
    by: 'day',
  } as const;
  const answer = salesAnswerOf([salesGroup('2026-11-09', 1_001)], { question, days: question.days });

  test('the sums exactly, what it was narrowed to, and as of when', () => {
    expect(text(answer).text).toBe('Product 1101 in store 143, 9–15 Nov: 1.001 l; 1 unit');
    const more = salesAnswerOf([salesGroup('2026-11-09', 2_698_250)], { question, days: question.days });
    expect(text(more).text).toBe(
      'Product 1101 in store 143, 9–15 Nov: 2,698 l; 2,698.250 litres, 2,698 units',
    );
    expect(readingOf(text(answer))).toContain('as of Fri 20 Nov 2026, 08:01');
  });

  test('numbers as they are written in Norway, with dates in the language of the sentence', () => {
    const large = salesAnswerOf([salesGroup('2026-11-09', 1_234_567)], { question, days: question.days });
    expect(text(large, { language: languageFor('en', 'nb') }).text).toMatch(
      /, 9–15 Nov: 1\s235 l; 1\s234,567 litres, 1\s235 units$/,
    );
  });

  test('names where they are known', () => {
    const label = (id: string) => `${id} Pale <Ale>`;
    const products = { label, nameOf: () => 'Pale <Ale>' };
    expect(text(answer, { products }).text).toContain('1101 Pale &lt;Ale&gt; in store 143, ');
  });

  test('that days are missing, also where only the text is seen', () => {
    const source = { ...answer.source, missing: ['2026-11-14', '2026-11-15'] };
    expect(text({ ...answer, source }).text).toMatch(/Not fetched yet and not included: 14–15 Nov\.$/);
  });

  test('that the service was asked, and when', () => {
    const source = { ...answer.source, from: 'service' } as const;
    expect(readingOf(text({ ...answer, source }))).toContain(
      'fetched live from the data service at Fri 20 Nov 2026, 08:01',
    );
  });

  test('what came back, as such', () => {
    const groups = [
      salesGroup('1101', -750, { quantity: -1, returnedMillilitres: 750, returnedQuantity: 1 }),
    ];
    const reading = readingOf(text(salesAnswerOf(groups)));
    expect(reading).toContain('returns of 0.750 litres, 1 unit are subtracted');
    const some = salesGroup('1101', 2250, { quantity: 3, returnedMillilitres: 750, returnedQuantity: 1 });
    expect(readingOf(text(salesAnswerOf([some])))).toContain(
      'returns of 0.750 litres, 1 unit (25.0% of the units sold) are subtracted',
    );
  });

  test('why there may be none', () => {
    expect(text(salesAnswerOf([])).text).toBe('No sales, Thu 19 Nov: none of it was sold.');
    const closed = salesAnswerOf([], { source: { ...answer.source, empty: ['2026-11-19'] } });
    expect(text(closed).text).toBe(
      'No sales, Thu 19 Nov: the stores were closed, or nothing at all was sold.',
    );
  });

  test.each([
    ['en', 'No sales in store 7, Thu 19 Nov: store 7 is temporarily closed.'],
    ['nb', 'Ikke noe salg i butikk 7, tor. 19. nov.: Butikk 7 er midlertidig stengt.'],
  ] as const)('that a store is temporarily closed (%s)', (locale, sentence) => {
    const notOpen = [{ storeId: '7', status: 'Temporarily closed' }] as const;
    const question = { ...answer.question, productIds: [], storeIds: ['7'] };
    const language = { language: languageFor(locale) };
    const none = salesAnswerOf([], { question, notOpen });
    expect(text(none, language).text).toBe(sentence);
    const some = salesAnswerOf([salesGroup('1101', 750)], { question, notOpen });
    const said = sentence.slice(sentence.indexOf(': ') + 3, -1);
    expect(readingOf(text(some, language))).toContain(said);
    const compared = { ...comparisonOf([], []), notOpen };
    expect(readingOf(text(compared, language))).toContain(said);
    const ofTwo = { ...none, question: { ...question, storeIds: ['7', '8'] } };
    expect(readingOf(text(ofTwo, language))).toMatch(
      locale === 'en' ? /none of it was sold; store 7 is/ : /Ingenting av dette ble solgt; butikk 7 er/,
    );
  });

  test('litres in a column with as many decimals as help, and never 0 for a sale', () => {
    const english = formatterFor('en');
    const column = [1_234_567, 50, 0, -900].map((millilitres) =>
      english.litresBeside(millilitres, 1_234_567),
    );
    expect(column).toEqual(['1,234.6', '0.1', '0.0', '-0.9']);
    expect(english.litresBeside(20, 5_000_000)).toBe('<0.1');
    expect(english.litresBeside(1_234, 1_234)).toBe('1.234');
  });
});

test('a comparison tells both periods and the difference', () => {
  const answer = comparisonOf([salesGroup('1101', 3_000)], [salesGroup('1101', 2_000)]);
  expect(text(answer).text).toBe(
    'Sales, Thu 19 Nov: 3.000 l (+50.0%); 3 units; Thu 12 Nov: 2.000 litres, 2 units; ' +
      'Change: +1.000 litres (+50.0%), +1 unit (+50.0%).',
  );
});

test('a comparison of periods with different open days says what each sold per open day', () => {
  const answer = comparisonOf([salesGroup('1101', 3_000)], [salesGroup('1101', 2_000)]);
  const volume = comparePeriods(
    { value: 57_000, openDays: 19, missing: [] },
    { value: 50_000, openDays: 20, missing: [] },
  );
  expect(text({ ...answer, volume }).text).toContain(
    'Per open day (19 against 20): 3.000 litres against 2.500 (+20.0%)',
  );
  expect(text({ ...answer, volume }).text).toContain('Sales, Thu 19 Nov: 3.000 l (+20.0% per open day); ');
  expect(text(answer).text).not.toContain('open day');
});

test('the tables of the most common answers have three columns at most, so that a phone shows them', () => {
  const columns = (message: { readonly blocks: readonly object[] }) =>
    message.blocks.flatMap((block) =>
      'rows' in block && Array.isArray(block.rows) && Array.isArray(block.rows[0])
        ? [block.rows[0].length]
        : [],
    );
  const groups = [salesGroup('1101', 3_000), salesGroup('1102', 2_000)];
  for (const answer of [
    comparisonOf(groups, groups),
    salesAnswerOf(groups),
    stockAnswerOf([stockRowOf('1101', 5), stockRowOf('1102', 6)]),
  ]) {
    const found = columns(answerMessage(answer, readerOf('dataTable')));
    expect(Math.max(...found)).toBe(3);
  }
});

describe('a chart', () => {
  const chart = (points: number) =>
    chartBlocks({
      title: 'Litres per day',
      kind: 'line',
      labels: Array.from({ length: points }, (_, at) => `day ${at + 1}`),
      along: 'Day',
      unit: 'Litres',
      series: [{ name: 'Litres', values: Array.from({ length: points }, (_, at) => at) }],
    });

  test('of more points than Slack takes is of the newest, and says which', () => {
    const [block, second] = chart(30);
    expect(second).toBeUndefined();
    expect(block?.title).toBe('Litres per day, day 11 – day 30');
    const data = block?.chart.series[0]?.data;
    expect(data).toHaveLength(20);
    expect(data?.at(0)).toEqual({ label: 'day 11', value: 10 });
    expect(data?.at(-1)).toEqual({ label: 'day 30', value: 29 });
    expect(chart(20)[0]?.title).toBe('Litres per day');
  });

  test.each([0, 1, 2])('of %d points is none: the table has it all', (points) => {
    expect(chart(points)).toEqual([]);
  });
});

describe('a long period by day', () => {
  const days = { from: '2025-11-20', to: '2026-11-20' };
  const groups = Array.from({ length: 366 }, (_, at) => salesGroup(calendar.addDays(days.from, at), at + 1));
  const question = { ...salesAnswerOf(groups).question, days, by: 'day' } as const;
  const answer = salesAnswerOf(groups, { question, days });

  test.each(['dataTable', 'table', 'text', 'codeLines'] as const)(
    'ends with its newest day as %s',
    (rendering) => {
      const { blocks } = answerMessage(answer, readerOf(rendering));
      const newest = rendering === 'codeLines' ? 'Fri\u00a020\u00a0Nov\u00a02026' : 'Fri 20 Nov 2026';
      const shown = JSON.stringify(blocks.slice(1, -1));
      expect(shown).toContain(newest);
      expect(shown).not.toContain('20 Nov 2025');
      expect(shown.indexOf('19 Nov 2026')).toBeLessThan(shown.lastIndexOf(newest));
      expect(readingOf({ text: '', blocks })).toMatch(
        rendering === 'dataTable' ? /266 more days not shown/ : /351 more days not shown/,
      );
    },
  );

  test('keeps the newest days of a comparison too', () => {
    const { blocks } = answerMessage(comparisonOf(groups, groups, 'day'), readerOf('text'));
    expect(JSON.stringify(blocks.slice(1, -1))).toContain('Fri 20 Nov 2026');
  });

  test('has a chart, or a line of text where there are none, of its newest days', () => {
    const [, drawn] = answerMessage(answer, readerOf('dataTable')).blocks;
    expect(drawn).toMatchObject({ title: 'Litres per day, 1 Nov – 20 Nov' });
    const [, line] = answerMessage(answer, readerOf('text')).blocks;
    expect(line).toMatchObject({
      text: { text: expect.stringMatching(/\n20 Sept? – 20 Nov, between 0\.305 and 0\.366$/) },
    });
  });
});

describe('months, weekdays and returns', () => {
  const days = { from: '2026-10-15', to: '2026-11-19' };
  const group = salesGroup('1', 5_000, { returnedMillilitres: 750, returnedQuantity: 1 });
  const { question } = salesAnswerOf([group]);

  test('a month that the period cuts is told by its days', () => {
    const figures = formatterFor('en');
    expect(figures.month('2026-10', { from: '2026-10-01', to: '2026-11-19' })).toBe('Oct 2026');
    expect(figures.month('2026-10', days)).toBe('15–31 Oct 2026');
    expect(figures.month('2026-11', days)).toBe('1–19 Nov 2026');
    expect([1, 7].map((weekday) => figures.weekday(weekday))).toEqual(['Monday', 'Sunday']);
  });

  test('returns are named as what they are', () => {
    const asked = { ...question, days, returns: true, by: 'weekday' } as const;
    const answer = salesAnswerOf([group], { days, question: asked });
    const text = readingOf(answerMessage(answer, readerOf('dataTable')));
    expect(text).toContain('*Returns, 15 Oct – 19 Nov: 0.750 l*');
    expect(text).toContain('Monday');
    expect(text).toContain('Returned litres');
    expect(text).not.toContain('are subtracted');
  });

  test('no returns are a sentence', () => {
    const asked = { ...question, days, returns: true } as const;
    const answer = { ...salesAnswerOf([salesGroup('1', 5_000)], { days, question: asked }), groups: [] };
    expect(answerMessage(answer, readerOf('dataTable')).text).toBe('No returns, 15 Oct – 19 Nov.');
  });

  test('what is left out is named', () => {
    const asked = { ...question, without: { productIds: [], storeIds: ['143'] } };
    const answer = salesAnswerOf([group], { question: asked });
    expect(readingOf(answerMessage(answer, readerOf('dataTable')))).toContain('Sales, without store 143,');
  });
});
