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
    salesFollowUps(asked, { isNone, isChanged: true }, { ...context, idsNamed }).map(({ name, command }) => [
      name,
      command,
    ]),
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
