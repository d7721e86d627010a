import type { Store } from 'retail-data-client';
import { checkAnswer } from 'retail-data-client/http/validation';
import { STORE_STATUSES, storesOperation } from 'retail-data-client/operations/stores';
import { exceptionsFrom, hoursOn, weekHours } from 'retail-data-client/stores/openingHours';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import fc, { longRuns } from '../../../support/property.ts';

const FRIDAY = '2026-11-20';
const UNKNOWN = { kind: 'unknown', message: '' };

type Regular = Store['openingHours']['regularHours'][number];
type Exception = Store['openingHours']['exceptionHours'][number];

function storeWith(parts: {
  regular?: readonly Partial<Regular>[];
  exceptions?: readonly Partial<Exception>[];
  status?: Store['status'];
}): Store {
  const [store] = checkAnswer(storesOperation, ANSWERS.stores, (text) => text);
  if (store === undefined) throw new Error('There is no example.');
  const regular = { dayOfTheWeek: 'Friday', openingTime: '10:00', closingTime: '18:00', closed: false };
  const exception = { date: FRIDAY, openingTime: '10:00', closingTime: '13:00', message: 'Short day' };
  return {
    ...store,
    status: parts.status ?? 'Open',
    openingHours: {
      regularHours: (parts.regular ?? [{}]).map((entry) => ({ ...regular, ...entry })),
      exceptionHours: (parts.exceptions ?? []).map((entry) => ({ ...exception, ...entry })),
    },
  };
}

const open = (opens: string, closes: string, message = '') => ({ kind: 'open', opens, closes, message });

describe('regular hours', () => {
  test('are those of the weekday', () => {
    const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const store = storeWith({
      regular: names.map((dayOfTheWeek, index) => ({ dayOfTheWeek, openingTime: `0${index + 1}:00` })),
    });
    const days = ['16', '17', '18', '19', '20', '21', '22'];
    days.forEach((day, index) => {
      expect(hoursOn(store, `2026-11-${day}`)).toEqual(open(`0${index + 1}:00`, '18:00'));
    });
  });

  test.each(['friday', 'FRIDAY', ' Fri. ', 'fredag', 'Fre'])('know the weekday "%s"', (dayOfTheWeek) => {
    expect(hoursOn(storeWith({ regular: [{ dayOfTheWeek }] }), FRIDAY)).toEqual(open('10:00', '18:00'));
  });

  test.each([
    ['9:00', '18.30', '09:00', '18:30'],
    ['0900', '1830', '09:00', '18:30'],
    ['09:00:00', '18:30:00', '09:00', '18:30'],
    ['00:00', '24:00', '00:00', '24:00'],
  ])('from %s to %s are read as %s to %s', (openingTime, closingTime, opens, closes) => {
    const store = storeWith({ regular: [{ openingTime, closingTime }] });
    expect(hoursOn(store, FRIDAY)).toEqual(open(opens, closes));
  });

  test('say closed where the store says so', () => {
    const regular = [{ closed: true, openingTime: '', closingTime: '' }];
    expect(hoursOn(storeWith({ regular }), FRIDAY)).toEqual({ kind: 'closed', message: '' });
  });

  test.each<[string, readonly Partial<Regular>[]]>([
    ['no entry for the day', [{ dayOfTheWeek: 'Monday' }]],
    ['two entries for the day', [{}, { openingTime: '19:00', closingTime: '22:00' }]],
    ['a number for the day', [{ dayOfTheWeek: '5' }]],
    ['no times', [{ openingTime: '', closingTime: '' }]],
    ['one time', [{ closingTime: '' }]],
    ['times that are none', [{ openingTime: '25:00' }]],
    ['a minute that is none', [{ openingTime: '10:60' }]],
    ['a time after midnight', [{ closingTime: '24:30' }]],
    ['a closing before the opening', [{ openingTime: '18:00', closingTime: '10:00' }]],
    ['the same time twice', [{ openingTime: '00:00', closingTime: '00:00' }]],
  ])('with %s are unknown, not closed', (_, regular) => {
    expect(hoursOn(storeWith({ regular }), FRIDAY)).toEqual(UNKNOWN);
  });
});

describe('an exception', () => {
  test.each([FRIDAY, '20.11.2026', '2026-11-20T00:00:00', '2026-11-20 00:00', '2026-11-20T00:00:00.000Z'])(
    'for "%s" wins over the regular hours',
    (date) => {
      expect(hoursOn(storeWith({ exceptions: [{ date }] }), FRIDAY)).toEqual(
        open('10:00', '13:00', 'Short day'),
      );
    },
  );

  test('for another day does not', () => {
    expect(hoursOn(storeWith({ exceptions: [{ date: '2026-11-21' }] }), FRIDAY)).toEqual(
      open('10:00', '18:00'),
    );
  });

  test.each([
    ['', ''],
    ['10:00', ''],
    ['stengt', 'stengt'],
    ['00:00', '00:00'],
  ])('from "%s" to "%s" is unknown, never closed and never the regular hours', (openingTime, closingTime) => {
    const store = storeWith({ exceptions: [{ openingTime, closingTime, message: 'Stengt' }] });
    expect(hoursOn(store, FRIDAY)).toEqual({ kind: 'unknown', message: 'Stengt' });
  });

  test.each(['', 'Friday', '2026-02-30', '20/11/2026', '32.11.2026', '2026-11-19T23:00:00Z'])(
    'whose date "%s" cannot be read might be for this day, so it is unknown',
    (date) => {
      expect(hoursOn(storeWith({ exceptions: [{ date }] }), FRIDAY)).toEqual(UNKNOWN);
    },
  );

  test('that stands twice with other times is unknown', () => {
    const exceptions = [{}, { openingTime: '15:00', closingTime: '18:00' }];
    expect(hoursOn(storeWith({ exceptions }), FRIDAY)).toMatchObject({ kind: 'unknown' });
  });
});

describe('on a public holiday', () => {
  const CHRISTMAS = '2026-12-25';
  test.each([
    ['no hours of its own', [], { kind: 'closed', message: '1. juledag' }],
    [
      'an exception without times',
      [{ date: CHRISTMAS, openingTime: '', closingTime: '', message: 'Jul' }],
      { kind: 'closed', message: 'Jul' },
    ],
    [
      'hours of its own',
      [{ date: CHRISTMAS, openingTime: '12:00', closingTime: '14:00', message: 'Jul' }],
      { kind: 'open', opens: '12:00', closes: '14:00', message: 'Jul' },
    ],
    [
      'times that cannot be read',
      [{ date: CHRISTMAS, openingTime: '12', closingTime: '', message: 'Jul' }],
      { kind: 'unknown', message: 'Jul' },
    ],
  ])('a store with %s', (_, exceptions, expected) => {
    const store = storeWith({ regular: [{ dayOfTheWeek: 'Friday' }], exceptions });
    expect(hoursOn(store, CHRISTMAS)).toEqual(expected);
    if (exceptions.length > 0) expect(exceptionsFrom(store, FRIDAY)[0]?.hours).toEqual(expected);
  });
});

test.each(['Closed', 'Temporarily closed', 'To be opened'] as const)(
  'a store that is "%s" is closed',
  (status) => {
    expect(hoursOn(storeWith({ status }), FRIDAY)).toEqual({ kind: 'closed', message: status });
  },
);

test('the hours of the week are the regular ones from Monday to Sunday, whatever is today', () => {
  const store = storeWith({
    regular: [{ dayOfTheWeek: 'Sunday', closed: true }, { dayOfTheWeek: 'fredag' }, { dayOfTheWeek: 'man' }],
    exceptions: [{}],
    status: 'Temporarily closed',
  });
  expect(weekHours(store)).toEqual([
    open('10:00', '18:00'),
    ...Array.from({ length: 3 }, () => UNKNOWN),
    open('10:00', '18:00'),
    UNKNOWN,
    { kind: 'closed', message: '' },
  ]);
});

test('exceptions from a day on come by day, those whose date cannot be read last', () => {
  const dates = ['snart', '2026-12-24', '20.11.2026', '2026-11-19', '2026-11-21T00:00:00'];
  const store = storeWith({ exceptions: dates.map((date) => ({ date })) });
  expect(exceptionsFrom(store, FRIDAY).map(({ day, date }) => [day, date])).toEqual([
    [FRIDAY, '20.11.2026'],
    ['2026-11-21', '2026-11-21T00:00:00'],
    ['2026-12-24', '2026-12-24'],
    [undefined, 'snart'],
  ]);
  const closed = storeWith({ exceptions: [{ openingTime: '', closingTime: '', message: 'Stengt' }] });
  expect(exceptionsFrom(closed, FRIDAY)[0]?.hours).toEqual({ kind: 'unknown', message: 'Stengt' });
});

test('any text in any field gives one of the three answers, never an exception', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^\d{0,4}[-.:/ ]?\d{0,2}[-.:/ ]?\d{0,4}$/),
    fc.constantFrom('Friday', FRIDAY, '20.11.2026', '10:00', '24:00', ''),
  );
  const regular = fc.record({
    dayOfTheWeek: text,
    openingTime: text,
    closingTime: text,
    closed: fc.boolean(),
  });
  const exception = fc.record({ date: text, openingTime: text, closingTime: text, message: text });
  fc.assert(
    fc.property(
      fc.array(regular, { maxLength: 8 }),
      fc.array(exception, { maxLength: 3 }),
      fc.constantFrom(...STORE_STATUSES),
      fc.oneof(text, fc.constant(FRIDAY)),
      (regularHours, exceptionHours, status, day) => {
        const hours = hoursOn(storeWith({ regular: regularHours, exceptions: exceptionHours, status }), day);
        expect(['open', 'closed', 'unknown']).toContain(hours.kind);
        if (hours.kind !== 'open') return;
        expect(hours.opens).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        expect(hours.closes).toMatch(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
        expect(hours.opens < hours.closes).toBe(true);
      },
    ),
    { numRuns: longRuns(3_000) },
  );
});
