import { createCalendar } from 'retail-data-client';
import { expect, test } from 'vitest';
import { followUpsOf } from '../../../../bot/questions/followUps.ts';
import { NOON } from '../../../support/bot/parser/reading.ts';

const calendar = createCalendar();
const days = { from: '2026-11-16', to: '2026-11-19' };
const narrowed = { productIds: ['1', '2'], storeIds: ['143'], without: { productIds: [], storeIds: ['7'] } };

test('what is asked next about sales is asked of the same products and stores', () => {
  const asked = { command: 'sales', kind: 'sales', days, by: 'week', ...narrowed } as const;
  const next = followUpsOf(asked, calendar, NOON).filter(({ question }) => question.command === 'sales');
  expect(next.map(({ name }) => name)).toEqual(['by_product', 'previous_period', 'thirty_days', 'by_day']);
  for (const { question } of next) expect(question).toMatchObject(narrowed);
});

test('what is asked next about the sales of one product is its stock', () => {
  const asked = {
    command: 'sales',
    kind: 'sales',
    days,
    by: 'day',
    productIds: ['1'],
    storeIds: [],
  } as const;
  expect(followUpsOf(asked, calendar, NOON)).toContainEqual({
    name: 'stock_of_it',
    question: { command: 'stock', kind: 'products', productIds: ['1'] },
  });
});

test.each([
  ['2026-11-01..2026-11-19', '2026-10-01..2026-10-19', '2026-10-01..2026-10-31'],
  ['2026-11-16..2026-11-19', '2026-11-09..2026-11-12', '2026-11-09..2026-11-15'],
  ['2026-10-01..2026-11-19', '2026-07-01..2026-08-19', '2026-07-01..2026-09-30'],
  ['2026-01-01..2026-11-19', '2025-01-01..2025-11-19', '2025-01-01..2025-12-31'],
  ['2026-11-09..2026-11-15', '2026-11-02..2026-11-08', undefined],
  ['2026-10-01..2026-10-31', '2026-09-01..2026-09-30', undefined],
])('%s beside %s offers the whole of the earlier period', (later, earlier, whole) => {
  const rangeOf = (text: string) => {
    const [from = '', to = ''] = text.split('..');
    return { from, to };
  };
  const asked = {
    command: 'sales',
    kind: 'compare',
    days: rangeOf(later),
    against: rangeOf(earlier),
    by: 'product',
    ...narrowed,
  } as const;
  const offered = followUpsOf(asked, calendar, NOON).find(({ name }) => name === 'whole_period');
  expect(offered?.question).toEqual(whole === undefined ? undefined : { ...asked, against: rangeOf(whole) });
});

test('lists of stock follow each other with the same products', () => {
  const list = { command: 'stock', scope: 'mine', of: { ids: ['1101'], names: [] } } as const;
  expect(followUpsOf({ ...list, kind: 'out' }, calendar, NOON).map(({ question }) => question)).toEqual([
    { ...list, kind: 'low', days: 7 },
    { ...list, kind: 'changes' },
  ]);
});
