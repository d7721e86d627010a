import { hoursOn } from 'retail-data-client/stores/openingHours';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createMemoryClient } from '../../../support/memoryService.ts';
import { rejection } from '../../../support/testClient.ts';

const [STORE] = ANSWERS.stores;
type Place = readonly string[];

/** A store whose field at that place is null, or missing. */
function storeWithout(place: Place, how: 'null' | 'missing'): unknown {
  const store = structuredClone(STORE);
  const last = place.at(-1) ?? '';
  let inner: unknown = store;
  for (const step of place.slice(0, -1)) inner = Reflect.get(Object(inner), step);
  if (how === 'null') Reflect.set(Object(inner), last, null);
  else Reflect.deleteProperty(Object(inner), last);
  return store;
}

const readWith = (odd: unknown) => createMemoryClient(() => ({ data: [STORE, odd] })).stores();

const MAY_LACK: readonly Place[] = [
  ['telephone'],
  ['email'],
  ['category'],
  ['address', 'street'],
  ['address', 'gpsCoord'],
  ['address', 'organisationNumber'],
  ['openingHours', 'regularHours', '0', 'openingTime'],
  ['openingHours', 'exceptionHours', '0', 'closingTime'],
  ['openingHours', 'exceptionHours', '0', 'message'],
];

describe.each(['null', 'missing'] as const)('of a store that has it %s', (how) => {
  test.each(MAY_LACK.map((place) => place.join('.')))('%s fails no list, and is null', async (name) => {
    const place = name.split('.');
    const [whole, odd] = await readWith(storeWithout(place, how));
    expect(whole).toEqual(STORE);
    expect(odd).toEqual(storeWithout(place, 'null'));
  });

  test('the address is one of which every part is null', async () => {
    const [, odd] = await readWith(storeWithout(['address'], how));
    expect(new Set(Object.values(odd?.address ?? {}))).toEqual(new Set([null]));
    expect(Object.keys(odd?.address ?? {})).toEqual(Object.keys(STORE?.address ?? {}));
  });

  test.each([['openingHours'], ['openingHours.regularHours'], ['openingHours.regularHours.0.openingTime']])(
    '%s makes unknown hours of a weekday',
    async (name) => {
      const [, odd] = await readWith(storeWithout(name.split('.'), how));
      if (odd === undefined) throw new Error('The store is gone.');
      // A Monday.
      expect(hoursOn(odd, '2026-11-23')).toEqual({ kind: 'unknown', message: '' });
    },
  );

  test.each([
    ['storeId', 'storeId'],
    ['storeName', 'storeName'],
    ['status', 'status'],
    ['openingHours.regularHours.0.closed', 'openingHours.regularHours[0].closed'],
    ['openingHours.exceptionHours.0.date', 'openingHours.exceptionHours[0].date'],
    ['lastChanged.date', 'lastChanged.date'],
  ])('%s is an error with its path', async (name, path) => {
    const error = await rejection(readWith(storeWithout(name.split('.'), how)));
    expect(error).toMatchObject({ kind: 'unexpectedResponse', path: `[1].${path}` });
  });
});

test.each([
  ['email', 7],
  ['address', 'Oslo'],
  ['openingHours', []],
])('%s of another type is an error with its path', async (field, value) => {
  const error = await rejection(readWith({ ...STORE, [field]: value }));
  expect(error).toMatchObject({ kind: 'unexpectedResponse', path: `[1].${field}` });
});

test('fields that the interface does not describe are kept', async () => {
  const odd = { ...STORE, manager: 'Kari', address: { ...STORE?.address, floor: 2 } };
  expect((await readWith(odd))[1]).toEqual(odd);
});
