import { PageDriftError } from 'retail-data-client';
import { expect, test } from 'vitest';
import { restartOnDrift } from '../../../../shared/pagination/restartOnDrift.ts';
import { rejection } from '../../../support/testClient.ts';

interface Row {
  readonly id: string;
  readonly units: number;
}

const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, units: id.length }));
const drift = () => new PageDriftError('a row came twice', 'read again');

/** Each read gives its batches in turn; an error among them ends it. */
function reading(...reads: (Row[] | Error)[][]) {
  let opened = 0;
  const stream = restartOnDrift(
    async function* () {
      const batches = reads[Math.min(opened, reads.length - 1)] ?? [];
      opened += 1;
      for (const batch of batches) {
        if (batch instanceof Error) throw batch;
        yield batch;
      }
    },
    (row) => `product ${row.id}`,
  );
  const collected: Row[] = [];
  const all = (async () => {
    for await (const batch of stream) collected.push(...batch);
    return collected;
  })();
  return { all, collected, opened: () => opened };
}

test('a read without drift is given as it comes', async () => {
  expect(await reading([rows('a', 'b'), rows('c')]).all).toEqual(rows('a', 'b', 'c'));
});

test('after a drift only what was not given before is given', async () => {
  const read = reading([rows('a', 'b'), drift()], [rows('a', 'aa'), rows('b', 'c')]);
  expect(await read.all).toEqual(rows('a', 'b', 'aa', 'c'));
  expect(read.opened()).toBe(2);
});

test('a row that was given and has changed since ends the read and is named', async () => {
  const { all } = reading([rows('a', 'b'), drift()], [[{ id: 'b', units: 99 }]]);
  const error = await rejection(all);
  expect(error).toBeInstanceOf(PageDriftError);
  expect(String(error)).toContain('product b was given already, and has changed since');
});

test('a row that was given and is gone since ends the read and is named', async () => {
  const { all } = reading([rows('a', 'b'), drift()], [rows('a')]);
  expect(String(await rejection(all))).toContain('product b was given already, and is gone since');
});

test('drift without end is an error in the end', async () => {
  const read = reading([rows('a'), drift()]);
  expect(await rejection(read.all)).toMatchObject({ kind: 'drift' });
  expect(read.opened()).toBe(4);
});

test('other errors are not met with another read', async () => {
  const read = reading([rows('a'), new Error('no')]);
  expect(String(await rejection(read.all))).toBe('Error: no');
  expect(read.opened()).toBe(1);
});
