import { expect, test } from 'vitest';
import {
  askRaw,
  keyOf,
  open,
  SALES,
  SetClock,
  STOCK,
  STORES,
} from '../../../support/shared/sandbox/asking.ts';

const GZIP = { 'Accept-Encoding': 'gzip' };

test.each([SALES, STORES, STOCK])('two sandboxes serve the same bytes of %s', async (path) => {
  const [one, other] = [await open(), await open()];
  const options = path === SALES ? '?fromSalesDate=2026-11-10' : '';
  const [first, second] = [await askRaw(one, path + options), await askRaw(other, path + options)];
  expect(first.body.equals(second.body)).toBe(true);
  const packed = await askRaw(one, path + options, { ...keyOf(one), ...GZIP });
  const again = await askRaw(other, path + options, { ...keyOf(other), ...GZIP });
  expect(packed.body.equals(again.body)).toBe(true);
});

test('what was asked before makes no difference', async () => {
  const clock = new SetClock('2026-06-01T12:00:00+02:00');
  const wandering = await open({ now: clock.now });
  wandering.truth.sales('2026-01-01', '2026-05-31');
  wandering.truth.stock();
  clock.set('2026-11-20T10:00:00+01:00');
  const fresh = await open();
  expect(wandering.truth.sales('2026-05-01', '2026-05-20')).toEqual(
    fresh.truth.sales('2026-05-01', '2026-05-20'),
  );
  expect(wandering.truth.stock()).toEqual(fresh.truth.stock());
  expect(wandering.truth.stores()).toEqual(fresh.truth.stores());
});

test('another seed is another supplier', async () => {
  const [one, other] = [await open({ seed: 1 }), await open({ seed: 2 })];
  expect(one.truth.sales('2026-11-19', '2026-11-19')).not.toEqual(
    other.truth.sales('2026-11-19', '2026-11-19'),
  );
  expect(one.truth.stock()).not.toEqual(other.truth.stock());
});
