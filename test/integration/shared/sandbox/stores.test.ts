import { describe, expect, test } from 'vitest';
import type { StoreDetails } from '../../../../shared/sandbox/index.ts';
import { askFor, open, SetClock, STORES } from '../../../support/shared/sandbox/asking.ts';

describe('the directory', () => {
  test('serves every store as the truth has it', async () => {
    const sandbox = await open();
    const served = await askFor<StoreDetails[]>(sandbox, STORES);
    expect(served).toEqual(sandbox.truth.stores());
    expect(served).toHaveLength(36);
    expect(served.map((store) => store.storeId)).toEqual(sandbox.truth.storeIds());
  });

  test('has no two ids that are the same number, ids of differing lengths and some with leading zeros', async () => {
    for (const stores of [36, 400]) {
      const { truth } = await open({ stores });
      const ids = truth.storeIds();
      expect(new Set(ids.map(Number)).size).toBe(stores);
      expect(new Set(ids.map((id) => id.length)).size).toBeGreaterThan(1);
      expect(ids).toEqual(expect.arrayContaining(['0101', '143', '1027']));
    }
  });

  test('grows past the written list, and a smaller chain is its beginning', async () => {
    const { truth } = await open({ stores: 400 });
    const names = truth.stores().map((store) => store.storeName);
    expect(new Set(names).size).toBe(400);
    const small = await open({ stores: 5 });
    expect(small.truth.stores().every((store) => names.includes(store.storeName))).toBe(true);
  });

  test('is mostly open, with one store of each other status', async () => {
    const { truth } = await open();
    const count = (status: string) => truth.stores().filter((store) => store.status === status).length;
    expect(count('Open')).toBe(33);
    for (const status of ['Closed', 'Temporarily closed', 'To be opened']) expect(count(status)).toBe(1);
  });

  test('has believable addresses and register numbers', async () => {
    const { truth } = await open({ stores: 120 });
    const gpsCoord = /^\((5[7-9]|6\d|7[01])\.\d{4}, ([4-9]|[12]\d|3[01])\.\d{4}\)$/;
    for (const { address, telephone, email } of truth.stores()) {
      expect(address.postalCode).toMatch(/^\d{4}$/);
      expect(address.gpsCoord).toMatch(gpsCoord);
      expect(hasValidGlnCheckDigit(address.globalLocationNumber)).toBe(true);
      expect(hasValidOrganisationCheckDigit(address.organisationNumber)).toBe(true);
      expect(telephone).toMatch(/^\d{2} \d{2} \d{2} \d{2}$/);
      expect(email).toMatch(/^[a-z0-9.]+@stores\.example$/);
    }
  });
});

describe('filters', () => {
  test('find a store by number', async () => {
    const sandbox = await open();
    const [found, ...others] = await askFor<StoreDetails[]>(sandbox, STORES, { storeId: 101 });
    expect(found?.storeId).toBe('0101');
    expect(others).toEqual([]);
    expect(await askFor(sandbox, STORES, { storeId: 999_999 })).toEqual([]);
  });

  test.each([
    ['Ålesund', ['Ålesund Sentrum']],
    ['TROMSØ', ['Tromsø Jekta']],
    ['stad', ['Harstad Kanebogen', 'Fredrikstad Værste']],
    ['nowhere', []],
  ])('find stores whose name contains %s', async (storeNameContains, names) => {
    const sandbox = await open();
    const found = await askFor<StoreDetails[]>(sandbox, STORES, { storeNameContains });
    expect(found.map((store) => store.storeName).toSorted()).toEqual(names.toSorted());
  });

  test('find stores changed since a date', async () => {
    const sandbox = await open();
    const found = await askFor<StoreDetails[]>(sandbox, STORES, { changedSince: '2026-11-01' });
    const expected = sandbox.truth.stores().filter((store) => store.lastChanged.date >= '2026-11-01');
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(36);
  });
});

describe('changes', () => {
  test('are never later than now, and nothing changes without one', async () => {
    const clock = new SetClock('2026-09-01T12:00:00+02:00');
    const { truth } = await open({ now: clock.now });
    const known = new Map<string, StoreDetails>();
    const tooLate: StoreDetails[] = [];
    const changedSilently: StoreDetails[] = [];
    let changes = 0;
    for (let step = 0; step < 200; step += 1) {
      const now = new Date(clock.now() + 2 * 3_600_000).toISOString();
      for (const store of truth.stores()) {
        const { date, time } = store.lastChanged;
        if (`${date}T${time}` > now) tooLate.push(store);
        const before = known.get(store.storeId);
        const isSame = JSON.stringify(before) === JSON.stringify(store);
        if (before?.lastChanged.date !== date) changes += 1;
        else if (!isSame) changedSilently.push(store);
        known.set(store.storeId, store);
      }
      // Until the end of summer time, so that the offset of `now` holds.
      clock.forward(6 * 3_600_000);
    }
    expect([tooLate, changedSilently]).toEqual([[], []]);
    // Every store counts once for being seen at all.
    expect(changes - known.size).toBeGreaterThan(10);
  });
});

describe('opening hours', () => {
  test('run from Monday to Sunday, shorter on Saturdays and closed on Sundays', async () => {
    const { truth } = await open();
    const regular = truth.stores().map((store) => store.openingHours.regularHours);
    const readable = regular.filter((hours) => hours[0]?.dayOfTheWeek === 'Monday');
    expect(readable).toHaveLength(35);
    for (const hours of readable) {
      const [monday, , , , , saturday, sunday] = hours;
      expect(hours).toHaveLength(7);
      expect((saturday?.closingTime ?? '') < (monday?.closingTime ?? '')).toBe(true);
      expect(sunday).toEqual({ dayOfTheWeek: 'Sunday', openingTime: '', closingTime: '', closed: true });
    }
  });

  test('of one store are in words nobody can parse', async () => {
    const { truth } = await open();
    const prose = truth.stores().filter(({ openingHours }) => {
      return openingHours.regularHours.some(
        (hours) => !hours.closed && !/^\d\d:\d\d$/.test(hours.openingTime),
      );
    });
    expect(prose).toHaveLength(1);
  });

  test('have exceptions with times, exceptions without, and none twice for a date', async () => {
    const { truth } = await open();
    for (const store of truth.stores()) {
      const exceptions = store.openingHours.exceptionHours;
      const messageOf = (date: string) => exceptions.find((exception) => exception.date === date);
      expect(messageOf('2026-12-24')).toMatchObject({
        openingTime: '10:00',
        closingTime: '13:00',
        message: 'Julaften',
      });
      expect(messageOf('2027-03-27')).toMatchObject({ openingTime: '10:00', message: 'Påskeaften' });
      expect(messageOf('2027-05-17')).toMatchObject({ openingTime: '', closingTime: '' });
      expect(new Set(exceptions.map(({ date }) => date)).size).toBe(exceptions.length);
    }
    const messages = truth
      .stores()
      .flatMap((store) => store.openingHours.exceptionHours.map((hours) => hours.message));
    expect(messages).toContain('Vareopptelling, åpningstid ikke avklart');
  });
});

function hasValidGlnCheckDigit(number: string): boolean {
  const sum = [...number].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return /^\d{13}$/.test(number) && sum % 10 === 0;
}

function hasValidOrganisationCheckDigit(number: string): boolean {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2, 1];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(number[place]), 0);
  return /^\d{9}$/.test(number) && sum % 11 === 0;
}
