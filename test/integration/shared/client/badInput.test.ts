import type { Socket } from 'node:net';
import { UnexpectedResponseError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { holdTime, passUntil } from '../../../support/heldTime.ts';
import { drip } from '../../../support/pouring.ts';
import { httpAnswer, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const OPERATIONS = ['dailySales', 'accumulatedStock'] as const;

/** What a read makes of a server that answers every request that way: its error, and the rows given before. */
async function read(
  name: (typeof OPERATIONS)[number],
  answer: (socket: Socket) => void,
  timeoutMs?: number,
  pageSize?: number,
) {
  const server = await startRawServer(answer);
  const client = createTestClient({ baseUrl: server.url });
  const rows: unknown[] = [];
  const all = async () => {
    for await (const row of client[name]({}, { timeoutMs, pageSize })) rows.push(row);
  };
  const error = await rejection(all());
  await server.allClosed();
  return { error, rows, calls: server.requests.length };
}

const ending = (body: string) => (socket: Socket) => socket.end(httpAnswer(body, { connection: 'close' }));

describe.each(OPERATIONS)('%s', (name) => {
  const valid = JSON.stringify(ANSWERS[name]);

  test.each([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['half a word', 'nul'],
    ['a list that goes on after its end', `${valid}]`],
    ['a list without a comma', `${valid.slice(0, -1)} 7]`],
    ['quotes of another kind', "[{'productId':'1'}]"],
    ['a NUL byte', '\0[]'],
  ])('that is no JSON, being %s, is an unexpected answer', async (_, body) => {
    const { error, calls } = await read(name, ending(body));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ operation: name });
    expect(calls).toBe(1);
  });

  test.each(['{}', 'null', '"text"', '[null]', '[{}]'])(
    'that is JSON of another shape, %s, is an unexpected answer, and nothing is given of it',
    async (body) => {
      const { error, rows, calls } = await read(name, ending(body));
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(String(error)).toMatch(/does not have the form/);
      expect(rows).toEqual([]);
      expect(calls).toBe(1);
    },
  );

  test('that drips byte by byte ends in a timeout, although it is never silent', async () => {
    holdTime();
    let isOver = false;
    // Pages of a hundred are not made smaller.
    const outcome = read(name, (socket) => drip(socket, '['), 300, 100).finally(() => {
      isOver = true;
    });
    await passUntil(() => isOver);
    const { error, rows, calls } = await outcome;
    expect(error).toMatchObject({ kind: 'timeout', operation: name });
    expect(rows).toEqual([]);
    expect(calls).toBe(4);
  });
});

test('daily sales that turn bad give the rows before, each of them valid, and none behind', async () => {
  const begin = '[{"salesDate":"2026-11-19","storeSales":[{"storeId":"1","sales":[';
  const row = JSON.stringify(ANSWERS.dailySales[0]?.storeSales[0]?.sales[0]);
  const bad = row.replace('"salesQuantity":6', '"salesQuantity":"six"');
  const { error, rows } = await read('dailySales', ending(`${begin}${row},${row},${bad},${row}]}]}]`));
  expect(error).toMatchObject({ path: '[0].storeSales[0].sales[2].salesQuantity' });
  expect(rows).toHaveLength(2);
});
