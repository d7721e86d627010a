import { MessageChannel } from 'node:worker_threads';
import { BadRequestError } from 'retail-data-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callMethod, createCaller, createRemote, serveCalls } from '../../../../bot/workers/channel.ts';
import { portOf } from '../../../../bot/workers/thread.ts';

interface Row {
  readonly id: string;
  readonly stock: number;
  readonly before: number | undefined;
}

interface Store {
  rows(count: number): Promise<readonly Row[]>;
  answer(
    count: number,
  ): Promise<{ readonly day: string; readonly rows: readonly Row[]; readonly more: boolean }>;
  nothing(): Promise<undefined>;
  fail(error: unknown): Promise<never>;
  notCopied(): Promise<unknown>;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, stock: at, before: undefined }));

const store: Store = {
  rows: async (count) => rowsOf(count),
  answer: async (count) => ({ day: '2026-11-20', rows: rowsOf(count), more: false }),
  nothing: async () => undefined,
  fail: (error) => Promise.reject(error),
  notCopied: async () => () => {},
};

function openChannel(service: object = store) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  serveCalls(portOf(port2), (method, parameters) => callMethod(service, method, parameters));
  const { call, fail } = createCaller(portOf(port1));
  return { remote: createRemote<Store>(call), call, fail };
}

describe('a service in another thread', () => {
  test('gives rows as they were, by themselves or in an object', async () => {
    const { remote } = openChannel();
    expect(await remote.rows(3)).toStrictEqual(rowsOf(3));
    expect(await remote.answer(3)).toStrictEqual(await store.answer(3));
    expect(await remote.nothing()).toBeUndefined();
  });

  test('answers calls that overlap each with its own result', async () => {
    const { remote } = openChannel();
    const [long, short] = await Promise.all([remote.rows(2_000), remote.rows(1)]);
    expect([long.length, short.length]).toEqual([2_000, 1]);
  });

  test('passes errors on with their name, and with what the service or the database said', async () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    const refused = new BadRequestError('refused', 'change it', {
      operation: 'accumulatedStock',
      status: 400,
    });
    serveCalls(portOf(port2), (method) =>
      Promise.reject(
        method === 'rows'
          ? refused
          : Object.assign(new Error('full'), {
              name: 'LeaseLostError',
              code: 'ERR_SQLITE_ERROR',
              errcode: 13,
            }),
      ),
    );
    const remote = createRemote<Store>(createCaller(portOf(port1)).call);
    await expect(remote.rows(1)).rejects.toMatchObject({
      name: refused.name,
      message: refused.message,
      kind: 'badRequest',
      status: 400,
    });
    await expect(remote.nothing()).rejects.toMatchObject({
      name: 'LeaseLostError',
      message: 'full',
      kind: undefined,
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
    });
  });

  test('answers with an error where a result cannot be copied or there is no such method', async () => {
    const { remote, call } = openChannel();
    await expect(remote.notCopied()).rejects.toMatchObject({ name: 'DataCloneError' });
    await expect(call('other', [])).rejects.toThrow('The worker has no method other.');
    expect(await remote.rows(1)).toHaveLength(1);
  });

  test('rejects what is pending and what comes after when the other thread has gone', async () => {
    const { remote, fail } = openChannel({ rows: () => new Promise(() => {}) });
    const pending = remote.rows(1);
    fail(new Error('gone'));
    await expect(pending).rejects.toThrow('gone');
    await expect(remote.rows(1)).rejects.toThrow('gone');
  });

  test('can be returned from an async function', async () => {
    const { remote } = openChannel();
    const given = await (async () => remote)();
    expect(await given.rows(1)).toHaveLength(1);
  });
});
