import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import { salesFollowUps } from '../../../../bot/sales/followUps.ts';
import type { SalesQuestion } from '../../../../bot/sales/question.ts';
import { NOON } from '../../../support/bot/parse/reading.ts';
import { selecting } from '../../../support/bot/selecting.ts';

const context = { calendar: createCalendar(), now: NOON, idsNamed: () => ['1', '2'] };
const days = { from: '2026-11-16', to: '2026-11-19' };
const selection = { ...selecting(['1', '2'], ['143']), without: selecting([], ['7']) };

const commandsAfter = (asked: SalesQuestion, isNone = false, idsNamed = context.idsNamed) =>
  Object.fromEntries(
    salesFollowUps(asked, isNone, { ...context, idsNamed }).map(({ name, command }) => [name, command]),
  );

test('the stock of what a name stands for is offered while these are few', () => {
  const gin = { ids: [], names: [{ kind: 'name', words: 'gin' } as const] };
  const asked = {
    command: 'sales',
    kind: 'sales',
    days,
    by: 'day',
    selection: { ...selecting([], ['143']), product: gin },
  } as const;
  const offered = (ids: string[]) => commandsAfter(asked, false, () => ids).stock_of_it;
  expect(offered(['1', '2'])).toBe('/stock 1 2');
  expect(offered(['1', '2', '3', '4', '5', '6'])).toBeUndefined();
});

test.each([
  ['a Sunday', '2026-11-15', '2026-11-14'],
  ['a Monday on which nothing was sold', '2026-11-16', '2026-11-14'],
  ['the second day of Christmas', '2026-12-26', '2026-12-24'],
])('a day without sales offers the open day before: %s', (_, day, before) => {
  const asked = {
    command: 'sales',
    kind: 'sales',
    days: { from: day, to: day },
    by: 'store',
    selection,
  } as const;
  const [first] = Object.entries(commandsAfter(asked, true));
  expect(first).toEqual(['day_before', `/sales ${before} product:1,2 store:143 without store:7 by:store`]);
  expect(commandsAfter(asked)).not.toHaveProperty('day_before');
});

test.each([
  ['2026-11-01..2026-11-19', '2026-10-01..2026-10-19', '2026-10-01..2026-10-31'],
  ['2026-11-16..2026-11-19', '2026-11-09..2026-11-12', '2026-11-09..2026-11-15'],
  ['2026-10-01..2026-11-19', '2026-07-01..2026-08-19', '2026-07-01..2026-09-30'],
  ['2026-01-01..2026-11-19', '2025-01-01..2025-11-19', '2025-01-01..2025-12-31'],
  ['2026-11-09..2026-11-15', '2026-11-02..2026-11-08', undefined],
  ['2026-10-01..2026-10-31', '2026-09-01..2026-09-30', undefined],
  // The first month of a quarter, and of another.
  ['2026-10-01..2026-10-31', '2025-10-01..2025-10-31', undefined],
  ['2026-10-01..2026-10-31', '2025-10-01..2025-10-19', undefined],
  ['2026-11-01..2026-11-19', '2026-10-01..2026-10-31', undefined],
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
    selection,
  } as const;
  const offered = commandsAfter(asked).whole_period;
  expect(offered?.slice('/sales compare '.length).split(' product:')[0]).toBe(
    whole === undefined ? undefined : `${later} with ${whole}`,
  );
});
