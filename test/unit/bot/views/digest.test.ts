import { describe, expect, test } from 'vitest';
import type { DigestFrame } from '../../../../bot/digest/content.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { type Message, RENDERINGS, type Rendering } from '../../../../bot/slack/message.ts';
import { salesDigestMessage } from '../../../../bot/views/digest/sales.ts';
import { stockDigestMessage } from '../../../../bot/views/digest/stock.ts';
import { whyMessage } from '../../../../bot/views/digest/why.ts';
import type { Reader } from '../../../../bot/views/reader.ts';
import { activeMarksOf, FOREIGN } from '../../../support/bot/foreignText.ts';
import {
  besideOf,
  FRAME,
  productOf,
  SALES_CASES,
  STOCK_CASES,
  salesDigestOf,
  stockDigestOf,
} from '../../../support/bot/views/digestFigures.ts';
import { readerOf } from '../../../support/bot/views/figures.ts';
import fc from '../../../support/property.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

type Draw = (reader: Reader) => Message;

const EVERY_RENDERING: readonly Rendering[] = [...RENDERINGS, 'codeLines'];

function expectSendable(draw: Draw, fields: Partial<Reader> = {}): void {
  for (const rendering of EVERY_RENDERING) {
    for (const locale of ['en', 'nb'] as const) {
      const message = draw(readerOf(rendering, { language: languageFor(locale), ...fields }));
      expect(limitBreachesOf(message, 'message'), rendering).toEqual([]);
      expect(activeMarksOf(message), rendering).toEqual([]);
    }
  }
}

describe('a digest can be sent', () => {
  test.each(Object.entries(STOCK_CASES))('%s', (_, { digest, frame }) => {
    expectSendable((reader) => stockDigestMessage(digest, frame, reader));
    expectSendable((reader) => whyMessage({ kind: 'stock', stock: digest }, reader, true));
  });

  test.each(Object.entries(SALES_CASES))('%s', (_, { digest, frame }) => {
    expectSendable((reader) => salesDigestMessage(digest, frame, reader));
    expectSendable((reader) => whyMessage({ kind: 'sales', sales: digest }, reader, true));
  });

  const foreign = (text: string): Draw[] => {
    const labels = { label: (id: string) => `${id} ${text}`, nameOf: () => text };
    const frame: DigestFrame = { ...FRAME, choice: { kind: 'group', group: text } };
    const products = Array.from({ length: 30 }, (_, at) =>
      productOf(`${text}${at}`, at % 5, { dayBefore: (at * 7) % 9, days: at / 3, sold: at }),
    );
    const stock = stockDigestOf(products, { updatedTime: text });
    const beside = products.map(({ productId }, at) => besideOf(productId, at * 1_000, 9_000));
    const sales = salesDigestOf(beside, beside);
    const named = (reader: Reader): Reader => ({ ...reader, products: labels, stores: labels });
    return [
      (reader) => stockDigestMessage(stock, frame, named(reader)),
      (reader) => salesDigestMessage(sales, frame, named(reader)),
      (reader) => whyMessage({ kind: 'stock', stock }, named(reader), true),
    ];
  };

  test.each(Object.entries(FOREIGN))('with %s in its names, and does nothing else', (_, text) => {
    for (const draw of foreign(text)) expectSendable(draw);
  });

  test('with any names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const draw of foreign(text)) expectSendable(draw);
      }),
      { numRuns: 25 },
    );
  });
});

function reading(message: Message): string {
  return JSON.stringify(message.blocks).replaceAll('\\n', '\n');
}

describe('the stock digest says', () => {
  const draw = (name: keyof typeof STOCK_CASES, rendering: Rendering = 'dataTable') => {
    const { digest, frame } = STOCK_CASES[name];
    return stockDigestMessage(digest, frame, readerOf(rendering));
  };

  test('what to act on first, then what came back, then units against the day before and a week ago', () => {
    const { text } = draw('an ordinary day');
    expect(text).toMatch(/^Stock digest · Fri 20 Nov 2026: 3 products out of stock/);
    expect(text).toMatch(
      /; [\d,]+ units in stock \([+−][\d,]+ since 19 Nov, [+−][\d,]+ since 13 Nov\); [\d,]+ of [\d,]+ products in stock/,
    );
    const places = [
      'out of stock',
      'running low (less than 7 days of cover)',
      'Largest falls',
      'back in stock',
    ].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test('in one table the same order, in one chart the 30 days, below them two buttons with an opaque id and one that names the digest', () => {
    const { blocks } = draw('an ordinary day');
    expect(blocks.filter(({ type }) => type === 'data_table')).toHaveLength(1);
    expect(blocks.filter(({ type }) => type === 'data_visualization')).toHaveLength(1);
    const [, ...rows] = blocks.flatMap((block) => (block.type === 'data_table' ? block.rows : []));
    const kinds = rows.map(([name]) => (name !== undefined && 'text' in name ? name.text.split(':')[0] : ''));
    expect([...new Set(kinds)]).toEqual(['Out of stock', 'Running low', 'Falling', 'Back in stock']);
    const buttons = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
    expect(buttons.map((each) => ('value' in each ? each.value : ''))).toEqual([
      'abc',
      'abc',
      'C0STOCK stock',
    ]);
  });

  test('who runs low by the days that are left, also who is named for a fall', () => {
    const products = [1, 2, 3, 4, 5, 6].map((days) =>
      productOf(String(days), 10, { days, sold: 9, dayBefore: days === 6 ? 99 : 10 }),
    );
    const { blocks } = stockDigestMessage(stockDigestOf(products), FRAME, readerOf('dataTable'));
    const [, ...rows] = blocks.flatMap((block) => (block.type === 'data_table' ? block.rows : []));
    const names = rows.map(([name]) => (name !== undefined && 'text' in name ? name.text : ''));
    expect(names).toEqual(['1', '2', '3', '4', '5', '6'].map((id) => `Running low: ${id}`));
  });

  test.each(['table', 'text', 'codeLines', 'plain'] as const)(
    'the 30 days as a line where %s has no charts',
    (rendering) => {
      const message = draw('an ordinary day', rendering);
      expect(reading(message)).not.toContain('data_visualization');
      expect(reading(message)).toMatch(/Units in stock: `[▁▂▃▄▅▆▇█]{26}`/);
    },
  );

  test('when its figures are of', () => {
    expect(reading(draw('an ordinary day'))).toContain(
      'Stock of Fri 20 Nov 2026, updated 08:24:11, read Fri 20 Nov 2026, 08:31 (Europe/Oslo)',
    );
  });

  test.each([
    [
      'late, because of the service',
      "This digest is late: at 08:30 the app didn't have today's stock from the data service yet.",
    ],
    ['not refreshed', 'Showing stock for Fri 20 Nov 2026. No newer data has arrived.'],
    [
      'not reached',
      "Showing stock for Fri 20 Nov 2026. The app couldn't get newer data from the data service.",
    ],
    ['no product has changed', 'No product has changed since Fri 20 Nov 2026.'],
    ['nothing changed', 'Nothing has changed since Thu 19 Nov 2026.'],
    ['the first day, without history', 'This is the first day of stock data'],
    ['everything out of stock', 'Everything is out of stock'],
    ['no products', 'None of your products is in stock.'],
  ] as const)('%s', (name, sentence) => {
    expect(draw(name).text).toContain(sentence);
    expect(reading(draw(name))).toContain(sentence);
  });

  test('no changes on a first day, and no chart', () => {
    expect(reading(draw('the first day, without history'))).not.toMatch(/since|"Change"|data_visualization/);
  });

  test('numbers as the subscription writes them', () => {
    const { digest, frame } = STOCK_CASES['66,000 products'];
    const norwegian = stockDigestMessage(
      digest,
      frame,
      readerOf('plain', { language: languageFor('en', 'nb') }),
    );
    expect(norwegian.text).toMatch(/^Stock digest · Fri 20 Nov 2026: .*\d\u00a0\d{3}/);
  });

  test('few products by name, however many there are', () => {
    const { text } = draw('66,000 products');
    expect(text.length).toBeLessThan(900);
    expect(text).toMatch(/and [\d,]+ more/);
  });
});

describe('the sales digest says', () => {
  const draw = (name: keyof typeof SALES_CASES) => {
    const { digest, frame } = SALES_CASES[name];
    return salesDigestMessage(digest, frame, readerOf('dataTable'));
  };

  test('litres and items beside the same weekday a week before, by product and by store', () => {
    const message = draw('an ordinary day');
    expect(message.text).toMatch(
      /^Sales digest · Thu 19 Nov 2026: [\d,.]+ litres \([+−][\d.]+% compared with Thu 12 Nov 2026: [\d,.]+\)/,
    );
    const cells = reading(message);
    for (const words of [
      '"Product or store"',
      '"Litres"',
      '"Change"',
      '"Store 100"',
      'Products that fell most',
      'Stores that fell most',
    ]) {
      expect(cells).toContain(words);
    }
  });

  test.each([
    [
      'a closed day',
      '*No sales* on Thu 19 Nov 2026; a week before, on Thu 12 Nov 2026, 3,562.581 litres were sold.',
    ],
    ['the first day', 'the sales of Thu 12 Nov 2026, to compare with, are not fetched yet'],
    ['returns', '12 units returned (4.000 litres), already subtracted above'],
    ['not delivered', "Sales for Fri 20 Nov 2026 aren't available yet"],
  ] as const)('%s', (name, sentence) => {
    expect(reading(draw(name))).toContain(sentence);
  });
});
