import type { Sandbox } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import { startTestBot } from '../../../support/testBot.ts';

type Store = ReturnType<Sandbox['truth']['stores']>[number];
type Hours = Store['openingHours'];
type Own = Hours['exceptionHours'][number];

const TODAY = '2026-11-20';
const WEEK: Hours['regularHours'] = [
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => regular(day, '10:00', '18:00')),
  regular('Saturday', '10:00', '15:00'),
  { ...regular('Sunday', '', ''), closed: true },
];

function regular(dayOfTheWeek: string, openingTime: string, closingTime: string) {
  return { dayOfTheWeek, openingTime, closingTime, closed: false };
}

function own(date: string, message: string, times = ['10:00', '13:00']): Own {
  return { date, openingTime: times[0] ?? '', closingTime: times[1] ?? '', message };
}

interface StoreFields {
  readonly week?: Hours['regularHours'];
  readonly own?: readonly Own[];
  readonly status?: Store['status'];
}

/** Asks a bot for which these are all stores there are, numbered from 1. */
async function startWith(stores: readonly StoreFields[], day = TODAY) {
  return startTestBot({
    // That morning stands ready; of another day little is read.
    ...(day === TODAY
      ? {}
      : {
          from: 'empty',
          at: `${day} 12:00`,
          settings: { salesHistoryDays: 1 },
          service: { stores: 2, products: 4 },
        }),
    before({ service }) {
      const [example] = service.truth.stores();
      const body = stores.map(({ week = WEEK, own: exceptionHours = [], status = 'Open' }, at) => ({
        ...example,
        storeId: String(at + 1),
        status,
        openingHours: { regularHours: week, exceptionHours },
      }));
      const fault = { kind: 'shape', body } as const;
      service.fail({ operation: 'stores', fault, times: Number.POSITIVE_INFINITY });
    },
  });
}

async function cardOf(store: StoreFields, day?: string, text = '1'): Promise<string> {
  const bot = await startWith([store], day);
  return (await bot.kari.type('/stores', text)).text;
}

test('a card has the week from Monday to Sunday, in whatever order the service gives it', async () => {
  expect(await cardOf({ week: WEEK.toReversed() })).toContain(
    'Mon–Fri 10:00–18:00, Sat 10:00–15:00, Sun closed',
  );
  const week = WEEK.map((hours) =>
    hours.dayOfTheWeek === 'Wednesday' ? { ...hours, closingTime: '20:00' } : hours,
  );
  expect(await cardOf({ week })).toContain('Mon–Tue 10:00–18:00, Wed 10:00–20:00, Thu–Fri 10:00–18:00');
});

test('hours that only a person can read stand as the service has them', async () => {
  const week = [
    regular('man.-fre.', 'ti', 'når det mørkner'),
    { ...regular('søn.', '-', '-'), closed: true },
  ];
  const card = await cardOf({ week });
  expect(card).toContain('man.-fre. ti – når det mørkner, søn. closed');
  expect(card).toContain('Today, Fri 20 Nov 2026: opening hours missing');
  expect(await cardOf({ week: [] })).toContain('The data service has no opening hours for this store.');
});

test('a card has the days with hours of their own that are still to come, or says that there are none', async () => {
  const days = [
    own('neste uke', 'Flytting'),
    own('2026-12-31', 'Nyttårsaften'),
    own('24.12.2026', 'Julaften'),
    own('2026-11-19', 'Opptelling'),
  ];
  const card = await cardOf({ own: days });
  expect(card.slice(card.indexOf('Special hours:'))).toMatch(
    /^.*\n\s*Thu 24 Dec 2026: 10:00–13:00 \(Julaften\)\n\s*Thu 31 Dec 2026: .*\n\s*neste uke: .*\(Flytting\)/,
  );
  expect(card).not.toContain('Opptelling');
  const many = Array.from({ length: 20 }, (_, at) =>
    own(`2026-12-${String(at + 1).padStart(2, '0')}`, 'Advent'),
  );
  expect(await cardOf({ own: many })).toMatch(/Tue 8 Dec 2026: .*\n\s*and 12 more/);
  expect(await cardOf({})).toContain('The data service has no special hours for this store.');
});

test('regular hours on the eve of a holiday are called that, in a card and in a list', async () => {
  const note =
    'Thu 24 Dec 2026 is the day before a public holiday, but the data service only has the regular hours of';
  expect(await cardOf({}, '2026-12-24')).toContain(`${note} this store`);
  const known = { own: [own('2026-12-24', 'Julaften', ['12:00', '14:00'])] };
  expect(await cardOf(known, '2026-12-24')).not.toContain('public holiday');
  const both = await startWith([{}, known], '2026-12-24');
  const list = await both.kari.type('/stores', 'open today');
  expect(list.text).toContain(`${note} 1 of these stores`);
  expect(list.text).toContain('12:00–14:00 (Julaften)');
});

describe('on a public holiday', () => {
  const noTimes = own('2026-12-25', '1. juledag', ['', '']);

  test('stores are closed, and none may be open', async () => {
    const bot = await startWith([{}, { own: [noTimes] }]);
    expect((await bot.kari.type('/stores', 'open 25 december')).text).toContain(
      'No store open on Fri 25 Dec 2026. Fri 25 Dec 2026 is a public holiday: stores are closed unless they have special hours.',
    );
    expect((await bot.kari.type('/stores', '1 open 25 december')).text).toContain(
      'Closed on Fri 25 Dec 2026',
    );
  });

  test('a store with hours of its own is open, and times that nobody can read are not given', async () => {
    const times = own('2026-12-25', '', ['12:00', '14:00']);
    const prose = own('2026-12-25', '', ['kl. 12', 'sent']);
    const bot = await startWith([{ own: [times] }, { own: [prose] }, { own: [noTimes] }]);
    const { text } = await bot.kari.type('/stores', 'open 25 december');
    expect(text).toMatch(/1 store open on Fri 25 Dec 2026|Open on Fri 25 Dec 2026: 12:00–14:00/);
    expect(text).toContain('1 more store could be open, but has no opening hours for Fri 25 Dec 2026.');
  });
});

test('a date is the nearest one that fits, and one without hours is refused', async () => {
  const bot = await startWith([{}], '2026-01-20');
  const asked = async (typed: string) => (await bot.kari.type('/stores', `1 open ${typed}`)).text;
  expect(await asked('1 january')).toContain('Thu 1 Jan 2026');
  expect(await asked('30 december')).toContain('Tue 30 Dec 2025');
  expect(await asked('1 march')).toContain('Sun 1 Mar 2026');
  expect(await asked('2025-12-10')).toContain('was more than a month ago');
  expect(await asked('2027-02-01')).toContain('is more than a year away');
});

test('a date that was asked for is named, with how far special hours are known', async () => {
  const bot = await startWith([{ own: [own('2026-12-24', 'Julaften')] }]);
  const eve = await bot.kari.type('/stores', '1 open 24 december');
  expect(eve.text).toContain('Open on Thu 24 Dec 2026: 10:00–13:00 (Julaften)');
  expect(eve.text).not.toContain('special hours until');
  const later = await bot.kari.type('/stores', '1 open 15 january 2027');
  expect(later.text).toContain('Open on Fri 15 Jan 2027: 10:00–18:00');
  expect(later.text).toContain(
    'the data service only has special hours until Thu 24 Dec 2026; the hours for Fri 15 Jan 2027 are the regular ones for that weekday',
  );
});

test.each([
  ['Closed', 'Closed down'],
  ['Temporarily closed', 'Temporarily closed'],
  ['To be opened', 'Not opened yet'],
] as const)('a store that is "%s" says so, once', async (status, words) => {
  const card = (await cardOf({ status })).replace(/^ {2}text: .*$/m, '');
  expect(card.split(words)).toHaveLength(2);
  expect(card).not.toContain('Today');
  expect(card.includes('Mon–Fri')).toBe(status !== 'Closed');
});
