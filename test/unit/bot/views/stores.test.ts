import type { Store } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import type { OpenAt } from '../../../../bot/parser/question.ts';
import { parseStores } from '../../../../bot/parser/stores.ts';
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
  expect(card).toContain('Today, Fri 20 Nov 2026: hours not given');
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

test('regular hours on the eve of a holiday are called that, in a card and in a list', async () => {
  const store = storeWith({ regularHours: whole, exceptionHours: [] });
  const eve = '2026-12-24 12:00';
  const note =
    'Thu 24 Dec 2026 is the eve of a public holiday, but the data service has only the regular hours of';
  expect(await cardOf(store, eve)).toContain(`${note} this store`);
  expect(await cardOf(store)).not.toContain('public holiday');
  const known = { date: '2026-12-24', openingTime: '12:00', closingTime: '14:00', message: 'Julaften' };
  expect(await cardOf(storeWith({ regularHours: whole, exceptionHours: [known] }), eve)).not.toContain(
    'public holiday',
  );
  const other = storeWith({ regularHours: whole, exceptionHours: [known] }, { storeId: '7' });
  const list = storesMessage(await asked([store, other], eve, 'search'), readerOf('text'));
  expect(JSON.stringify(list.blocks)).toContain(`${note} 1 of these stores`);
  expect(JSON.stringify(list.blocks)).toMatch(/7 .*12:00–14:00 \(Julaften\)/);
});

describe('on a public holiday', () => {
  const closed = storeWith({ regularHours: whole, exceptionHours: [] });
  const noTimes = { date: '2026-12-25', openingTime: '', closingTime: '', message: '1. juledag' };
  const many = Array.from({ length: 33 }, (_, at) =>
    storeWith({ regularHours: whole, exceptionHours: [noTimes] }, { storeId: `${at + 200}` }),
  );
  const holiday = { month: 12, date: 25 };

  test.each([
    [
      'en',
      'open 25 december',
      'No store open on Fri 25 Dec 2026. Fri 25 Dec 2026 is a public holiday: stores are closed unless they have special hours.',
    ],
    [
      'nb',
      'åpent 25. desember',
      'Ingen butikker er åpne fre. 25. des. 2026. Fre. 25. des. 2026 er en helligdag: Butikkene er stengt hvis de ikke har avvikende åpningstider.',
    ],
  ] as const)('stores are closed, and none may be open (%s)', async (locale, typed, sentence) => {
    expect(parseStores(typed)).toMatchObject({ open: { day: holiday } });
    const answer = await asked([closed, ...many], '2026-11-20 12:00', 'search', { day: holiday });
    expect(storesMessage(answer, readerOf('text', { language: languageFor(locale) })).text).toBe(sentence);
  });

  test('a store with hours of its own is open, and of times that nobody can read it is said that they are not given', async () => {
    const own = { ...noTimes, openingTime: '12:00', closingTime: '14:00' };
    const prose = { ...noTimes, openingTime: 'kl. 12', closingTime: 'sent' };
    const stores = [own, prose, noTimes].map((hours, at) =>
      storeWith({ regularHours: whole, exceptionHours: [hours] }, { storeId: `${at + 1}` }),
    );
    const answer = await asked([...stores], '2026-11-20 12:00', 'search', { day: holiday });
    const [{ store } = { store: undefined }] = answer.stores;
    expect([answer.storeCount, store?.storeId]).toEqual([1, '1']);
    expect(JSON.stringify(storesMessage(answer, readerOf('text')).blocks)).toContain(
      "Hours for Fri 25 Dec 2026 aren't given for 1 more store.",
    );
    const card = await asked([closed], '2026-11-20 12:00', 'number', { day: holiday });
    expect(storesMessage(card, readerOf('text')).text).toContain('; Closed on Fri 25 Dec 2026 (1. juledag)');
  });
});

test.each([
  ['en', '1 store is temporarily closed.'],
  ['nb', '1 butikk er midlertidig stengt.'],
] as const)(
  'a search for open stores tells of those that are temporarily closed (%s)',
  async (locale, said) => {
    const stores = [
      storeWith({ regularHours: whole }),
      storeWith({ regularHours: whole }, { storeId: '7', status: 'Temporarily closed' }),
    ];
    const answer = await asked(stores, '2026-11-20 12:00', 'search');
    expect(
      JSON.stringify(storesMessage(answer, readerOf('text', { language: languageFor(locale) })).blocks),
    ).toContain(said);
  },
);

test.each([
  ['åpent 1. januar', '2026-01-01', '2026-01-01'],
  ['åpent 1. januar', '2026-01-20', '2026-01-01'],
  ['open 1 january', '2026-01-20', '2026-01-01'],
  ['open 30 december', '2026-01-03', '2025-12-30'],
  ['åpent 1. januar', '2025-12-20', '2026-01-01'],
  ['åpent 1. januar', '2026-03-02', '2027-01-01'],
  ['open 2026-01-01', '2026-01-20', '2026-01-01'],
])('%s, asked on %s, is %s', async (typed, today, day) => {
  const question = parseStores(typed);
  if (question.kind !== 'search') throw new Error(question.kind);
  const answer = await asked([storeWith({})], `${today} 12:00`, 'search', question.open);
  expect(answer.day).toBe(day);
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
  [
    { year: 2026, month: 10, date: 19 },
    "Mon 19 Oct 2026 was more than a month ago, so its hours aren't known.",
  ],
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
