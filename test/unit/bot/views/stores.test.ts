import type { Store } from 'retail-data-client/core';
import { expect, test } from 'vitest';
import type { OpenAt } from '../../../../bot/parser/question.ts';
import { answerStores } from '../../../../bot/questions/stores.ts';
import { storesMessage } from '../../../../bot/views/stores.ts';
import { ANSWERS } from '../../../support/answers.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { readerOf } from '../../../support/bot/views/figures.ts';

type Hours = Store['openingHours'];

const [example] = ANSWERS.stores;

const storeWith = (hours: Partial<Hours>, fields: Partial<Store> = {}): Store => {
  if (example === undefined) throw new Error('no store to begin with');
  return { ...example, status: 'Open', openingHours: { ...example.openingHours, ...hours }, ...fields };
};

/** The answer to `/stores 143` or `/stores open today` at that time, when these are all stores there are. */
async function asked(
  stores: readonly Store[],
  at: string,
  kind: 'number' | 'search' = 'number',
  open?: OpenAt,
) {
  const directory = { all: async () => stores, held: () => undefined, refresh: async () => {} };
  const question =
    kind === 'number'
      ? ({ command: 'stores', kind, storeId: stores[0]?.storeId ?? '', ...(open && { open }) } as const)
      : ({ command: 'stores', kind, words: '', openNow: false, open: open ?? { day: 'today' } } as const);
  return answerStores(directory, calendar, oslo(at), question, 100);
}

async function cardOf(store: Store, at = '2026-11-20 12:00'): Promise<string> {
  return JSON.stringify(storesMessage(await asked([store], at), readerOf('dataTable')).blocks);
}

const week = (closes = '18:00'): Hours['regularHours'] =>
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((dayOfTheWeek) => ({
    dayOfTheWeek,
    openingTime: '10:00',
    closingTime: closes,
    closed: false,
  }));
const saturday = { dayOfTheWeek: 'Saturday', openingTime: '10:00', closingTime: '15:00', closed: false };
const sunday = { dayOfTheWeek: 'Sunday', openingTime: '', closingTime: '', closed: true };
const whole = [...week(), saturday, sunday];

test('a card has the week from Monday to Sunday, in whatever order the service gives it', async () => {
  expect(await cardOf(storeWith({ regularHours: whole.toReversed() }))).toContain(
    'Mon–Fri 10:00–18:00, Sat 10:00–15:00, Sun closed',
  );
  const wednesday = whole.map((hours) =>
    hours.dayOfTheWeek === 'Wednesday' ? { ...hours, closingTime: '20:00' } : hours,
  );
  expect(await cardOf(storeWith({ regularHours: wednesday }))).toContain(
    'Mon–Tue 10:00–18:00, Wed 10:00–20:00, Thu–Fri 10:00–18:00, Sat 10:00–15:00, Sun closed',
  );
});

test('hours that only a person can read stand as the service has them', async () => {
  const regularHours = [
    { dayOfTheWeek: 'man.-fre.', openingTime: 'ti', closingTime: 'når det mørkner', closed: false },
    { dayOfTheWeek: 'søn.', openingTime: '-', closingTime: '-', closed: true },
  ];
  const card = await cardOf(storeWith({ regularHours }));
  expect(card).toContain('man.-fre. ti – når det mørkner, søn. closed');
  expect(card).toContain('Today, Fri 20 Nov 2026: hours not known');
  expect(await cardOf(storeWith({ regularHours: [] }))).toContain(
    'The service has no opening hours for this store.',
  );
});

test('a card has the days with hours of their own that are still to come, or says that there are none', async () => {
  const on = (date: string, message: string) => ({
    date,
    openingTime: '10:00',
    closingTime: '13:00',
    message,
  });
  const exceptionHours = [
    on('neste uke', 'Flytting'),
    on('2026-12-31', 'Nyttårsaften'),
    on('24.12.2026', 'Julaften'),
    on('2026-11-19', 'Opptelling'),
  ];
  expect(await cardOf(storeWith({ regularHours: whole, exceptionHours }))).toContain(
    [
      'Holidays and other special days:',
      'Thu 24 Dec 2026: 10:00–13:00 (Julaften)',
      'Thu 31 Dec 2026: 10:00–13:00 (Nyttårsaften)',
      'neste uke: 10:00–13:00 (Flytting)',
    ].join('\\n'),
  );
  const many = Array.from({ length: 20 }, (_, at) => on(calendar.addDays('2026-12-01', at), 'Advent'));
  const card = await cardOf(storeWith({ regularHours: whole, exceptionHours: many }));
  expect(card).toContain('Tue 8 Dec 2026: 10:00–13:00 (Advent)\\nand 12 more');
  expect(await cardOf(storeWith({ regularHours: whole, exceptionHours: [] }))).toContain(
    'The service has no holiday hours for this store.',
  );
});

test('regular hours on a holiday are called that, in a card and in a list', async () => {
  const store = storeWith({ regularHours: whole, exceptionHours: [] });
  const christmas = '2026-12-25 12:00';
  const note =
    'Fri 25 Dec 2026 is a public holiday or the eve of one, but the service has only the regular hours of';
  expect(await cardOf(store, christmas)).toContain(`${note} this store`);
  expect(await cardOf(store)).not.toContain('public holiday');
  const known = { date: '2026-12-25', openingTime: '12:00', closingTime: '14:00', message: '1. juledag' };
  expect(await cardOf(storeWith({ regularHours: whole, exceptionHours: [known] }), christmas)).not.toContain(
    'public holiday',
  );
  const other = storeWith({ regularHours: whole, exceptionHours: [known] }, { storeId: '7' });
  const list = storesMessage(await asked([store, other], christmas, 'search'), readerOf('text'));
  expect(JSON.stringify(list.blocks)).toContain(`${note} 1 of these stores`);
  expect(JSON.stringify(list.blocks)).toMatch(/7 .*12:00–14:00 \(1\. juledag\)/);
});

test('a date that was asked for is named, with how far special hours are known', async () => {
  const known = { date: '2026-12-24', openingTime: '10:00', closingTime: '13:00', message: 'Julaften' };
  const store = storeWith({ regularHours: whole, exceptionHours: [known] });
  const now = '2026-11-20 12:00';
  const textOf = async (kind: 'number' | 'search', open: OpenAt) =>
    JSON.stringify(storesMessage(await asked([store], now, kind, open), readerOf('text')));
  for (const kind of ['number', 'search'] as const) {
    const eve = await textOf(kind, { day: { month: 12, date: 24 } });
    expect(eve).toContain('Open on Thu 24 Dec 2026: 10:00–13:00 (Julaften)');
    expect(eve).not.toContain('special hours until');
    const later = await textOf(kind, { day: { year: 2027, month: 1, date: 15 } });
    expect(later).toContain('Open on Fri 15 Jan 2027: 10:00–18:00');
    expect(later).toContain('Thu 24 Dec 2026: 10:00–13:00 (Julaften)');
    expect(later).toContain(
      'the service has special hours until Thu 24 Dec 2026 only; those of Fri 15 Jan 2027 are the regular ones of the week',
    );
    expect(await textOf(kind, { day: 1 })).not.toContain('special hours until');
  }
  const bare = storeWith({ regularHours: whole, exceptionHours: [] });
  const answer = await asked([bare], now, 'number', { day: { month: 11, date: 27 } });
  expect(JSON.stringify(storesMessage(answer, readerOf('text')))).toContain(
    'the service has no special hours of any store; those of Fri 27 Nov 2026 are the regular ones of the week',
  );
});

test.each([
  [{ year: 2026, month: 11, date: 19 }, 'Thu 19 Nov 2026 has passed; hours are known from today on.'],
  [{ year: 2027, month: 11, date: 22 }, 'Mon 22 Nov 2027 is more than a year away; '],
  [{ month: 2, date: 29 }, 'Tue 29 Feb 2028 is more than a year away; '],
])('a date without hours is refused, with the store as it is offered: %j', async (day, sentence) => {
  const store = storeWith({ regularHours: whole });
  await expect(asked([store], '2026-11-20 12:00', 'number', { day })).rejects.toMatchObject({
    message: expect.stringContaining(sentence),
    corrected: `/stores ${store.storeId}`,
  });
});

test.each(['Closed', 'Temporarily closed', 'To be opened'] as const)(
  'a store that is "%s" says so, once',
  async (status) => {
    const store = storeWith({ regularHours: whole }, { status });
    const card = await cardOf(store);
    expect(card.split(status)).toHaveLength(2);
    expect(card).not.toContain('today');
    expect(card.includes('Mon–Fri')).toBe(status !== 'Closed');
  },
);
