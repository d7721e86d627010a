import { expect, test } from 'vitest';
import { createSalesReader } from '../../../../bot/sales/queries.ts';
import { answerStockHistory } from '../../../../bot/stock/answer.ts';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import { createStockReader } from '../../../../bot/stock/reader.ts';
import { openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { selecting } from '../../../support/bot/selecting.ts';
import { calendar } from '../../../support/bot/time.ts';

async function openStock(snapshots: Readonly<Record<string, ReturnType<typeof stockRow>[]>>) {
  const database = await openTestDatabase();
  for (const [day, rows] of Object.entries(snapshots)) await saveSnapshot(database, day, rows, 1);
  return createStockReader(database, createSalesReader(database, calendar), calendar);
}

const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const asked = (productIds: string[]) =>
  ({ command: 'stock', kind: 'history', selection: selecting(productIds), days: WEEK }) as const;

const stored = () =>
  openStock({
    '2026-11-06': [stockRow('00345', 7), stockRow('1101', 20)],
    '2026-11-09': [stockRow('00345', 3), stockRow('1101', 12)],
    '2026-11-11': [stockRow('345', 2)],
    '2026-11-12': [stockRow('90210', 5)],
    '2026-11-20': [stockRow('1101', 1), stockRow('00345', 1)],
  });

test('each stored day has the sum of the products, and what is missing is told apart from what is out', async () => {
  const answer = await answerStockHistory(await stored(), asked(['1101', '345', '777']), 2);
  expect(answer).toMatchObject({
    before: { businessDate: '2026-11-06', products: 2, units: 27 },
    days: [
      { businessDate: '2026-11-09', products: 2, units: 15 },
      { businessDate: '2026-11-11', products: 1, units: 2 },
    ],
    missing: ['2026-11-10', '2026-11-13', '2026-11-14', '2026-11-15'],
    empty: ['2026-11-12'],
    unknown: ['777'],
    rowCount: 3,
  });
  expect(answer?.levels.map(({ productId, stock }) => [productId, stock])).toEqual([
    ['00345', 3],
    ['1101', 12],
  ]);
});
