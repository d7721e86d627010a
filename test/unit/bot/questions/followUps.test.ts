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
