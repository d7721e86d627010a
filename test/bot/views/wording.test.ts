import { describe, expect, test } from 'vitest';
import { digestMessage } from '../../../bot/views/digest.ts';
import { change, counted, dayInWords, litres, quantity, units } from '../../../bot/views/figures.ts';
import type { Message } from '../../../bot/views/message.ts';
import { salesMessage } from '../../../bot/views/sales.ts';
import { stockMessage } from '../../../bot/views/stock.ts';
import { tableLines } from '../../../bot/views/table.ts';
import { digestOf, level, levelsOf, salesAnswerOf, stockAnswerOf } from './figures.ts';

const KEY = 'T1:C1:stock:2026-11-20';

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

describe('the digest says', () => {
  const now = [level('1101', 0), level('90210', 12), level('00345', 7), level('4711', 3)];
  const stock = new Map([
    ['1101', 4],
    ['90210', 20],
    ['00345', 0],
    ['4711', 3],
  ]);
  const figures = digestOf(now, {
    totalStock: 27,
    stock,
    newlyOut: now.slice(0, 1),
    backInStock: now.slice(2, 3),
    falls: now.slice(1, 2),
  });
  const message = digestMessage(figures, 'text', KEY);

  test('what changed since the snapshot before, in text and blocks', () => {
    const reading = readingOf(message);
    expect(reading).toContain('*22 units* in stock (−5 since Thu 19 Nov 2026) of 4 products');
    expect(reading).toContain('*1 product out of stock*, 1 of them since Thu 19 Nov 2026');
    expect(reading).toContain('back in stock: 00345');
    expect(reading).toContain('Stock of Fri 20 Nov 2026, updated 08:24:11');
    expect(message.text).toBe(
      'Stock digest · Fri 20 Nov 2026: 22 units in stock (−5 since Thu 19 Nov 2026) of 4 products; 1 product out of stock, 1 of them since Thu 19 Nov 2026; back in stock: 00345',
    );
  });

  test('what is out of stock before what fell', () => {
    expect(readingOf(message)).toMatch(/1101 +0 +−4 +0.*90210 +12 +−8 +9/);
  });

  test('nothing of changes on the first day', () => {
    const first = readingOf(digestMessage(digestOf(now), 'text', KEY));
    expect(first).not.toMatch(/since|Change|back in stock/);
  });

  test('that everything is out of stock', () => {
    const message = digestMessage(digestOf(levelsOf(3, () => 0)), 'text', KEY);
    expect(message.text).toContain('everything is out of stock');
  });

  test('that there is nothing to say', () => {
    expect(digestMessage(digestOf([]), 'text', KEY).text).toContain(
      'There is no stock of any of your products.',
    );
    expect(digestMessage(digestOf(levelsOf(1, () => 1)), 'text', KEY).text).toContain(
      'nothing is out of stock',
    );
  });

  test('whose products they are', () => {
    expect(readingOf(message)).toContain('your own sales of the last 90 days');
    const all = digestMessage({ ...figures, scope: 'all' }, 'text', KEY);
    expect(readingOf(all)).toContain('all products of the chain (your own sales show none yet)');
  });

  test('room is left for what falls, however much is gone already', () => {
    const gone = levelsOf(100, () => 0);
    const falls = Array.from({ length: 7 }, (_, at) => level(`F${at}`, 1));
    const drawn = readingOf(digestMessage(digestOf([...gone, ...falls], { falls }), 'dataTable', KEY));
    for (const { productId } of falls) expect(drawn).toContain(`"${productId}"`);
  });

  test('a fingerprint of its channel and day in the block_id, the same in every rendering', () => {
    const ids = (['dataTable', 'table', 'text'] as const).map(
      (rendering) => digestMessage(figures, rendering, KEY).blocks[0]?.block_id,
    );
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^digest:[0-9a-f]{32}$/);
    expect(digestMessage(figures, 'text', `${KEY}1`).blocks[0]?.block_id).not.toBe(ids[0]);
  });
});

describe('the answer to /stock says', () => {
  test('how much there is and how much is gone, the scarcest first', () => {
    const message = stockMessage(stockAnswerOf(levelsOf(30, (at) => 100 - at)), 'text');
    expect(message.text).toBe(
      '2,565 units of 30 products (your products) on Fri 20 Nov 2026; none is out of stock.',
    );
    const reading = readingOf(message);
    expect(reading.indexOf('1130 ')).toBeLessThan(reading.indexOf('1129 '));
    expect(reading).toContain('5 more products not shown');
  });

  test('one product in a sentence, and which numbers are not in the stock', () => {
    const answer = stockAnswerOf([level('00345', 12, 1)], { kind: 'products', unknown: ['7'] });
    expect(stockMessage(answer, 'text').text).toBe(
      'Product 00345: 12 units in 1 store on Fri 20 Nov 2026. Not in the stock: 7.',
    );
  });
});

describe('the answer to /sales says', () => {
  test('the sums exactly, and what it was narrowed to', () => {
    const question = {
      kind: 'sales',
      days: { from: '2026-11-09', to: '2026-11-15' },
      productId: '1101',
      storeId: '143',
      by: 'day',
    } as const;
    const message = salesMessage(salesAnswerOf(['2026-11-09'], { question }), 'text');
    expect(message.text).toBe(
      'Sales of product 1101 in store 143, Mon 9 Nov 2026 – Sun 15 Nov 2026: 1.001 litres, 1 items.',
    );
  });

  test('why there may be none', () => {
    expect(salesMessage(salesAnswerOf([]), 'text').text).toBe(
      'No sales on Thu 19 Nov 2026: nothing was sold, the stores were closed, or the day is not delivered yet.',
    );
  });
});
