import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Fault, Sandbox } from '../../../../shared/sandbox/index.ts';
import {
  ask,
  askRaw,
  keyOf,
  open,
  PERMISSION,
  SALES,
  STOCK,
  STORES,
  urlOf,
} from '../../../support/shared/sandbox/asking.ts';

async function struck(fault: Fault) {
  const sandbox = await open();
  const whole = await askRaw(sandbox, STORES);
  sandbox.fail({ fault });
  return { sandbox, whole };
}

async function arrived(sandbox: Sandbox, count: number): Promise<void> {
  while (sandbox.requests.length < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('a fault', () => {
  test('status answers with it, its body and its headers', async () => {
    const headers = { 'Retry-After': '7' };
    const { sandbox } = await struck({ kind: 'status', status: 503, body: 'busy', headers });
    const response = await ask(sandbox, STORES);
    expect([response.status, await response.text()]).toEqual([503, 'busy']);
    expect(response.headers.get('retry-after')).toBe('7');
    sandbox.fail({ fault: { kind: 'status', status: 500 } });
    expect(await (await ask(sandbox, STORES)).json()).toMatchObject({ statusCode: 500 });
  });

  test('delay answers normally afterwards', async () => {
    const { sandbox, whole } = await struck({ kind: 'delay', milliseconds: 1 });
    expect((await askRaw(sandbox, STORES)).body).toEqual(whole.body);
  });

  test('delay lets a later request go first', async () => {
    const { sandbox } = await struck({ kind: 'delay', milliseconds: 3_600_000 });
    const asked = sandbox.requests.length;
    const delayed = askRaw(sandbox, STORES);
    await arrived(sandbox, asked + 1);
    expect((await askRaw(sandbox, STORES)).status).toBe(200);
    expect(sandbox.requests.slice(asked).map(({ status }) => status)).toEqual([0, 200]);
    await sandbox.close();
    expect((await delayed).failure).toBe('ECONNRESET');
  });

  test('stall sends the headers and half of the body, then nothing until the client leaves', async () => {
    const { sandbox, whole } = await struck({ kind: 'stall' });
    const leaving = new AbortController();
    const response = await fetch(urlOf(sandbox, STORES), {
      headers: { ...keyOf(sandbox), 'Accept-Encoding': 'identity' },
      signal: leaving.signal,
    });
    expect(response.headers.get('content-length')).toBe(String(whole.body.length));
    const reader = response.body?.getReader();
    let received = 0;
    const half = Math.floor(whole.body.length / 2);
    while (received < half) received += (await reader?.read())?.value?.length ?? 0;
    expect(received).toBe(half);
    const waiting = reader?.read().then(
      () => 'more',
      () => 'left',
    );
    // What was to come would have come before the answer to a later request.
    expect((await askRaw(sandbox, STORES)).body).toEqual(whole.body);
    leaving.abort();
    expect(await waiting).toBe('left');
  });

  test('reset destroys the socket before the headers', async () => {
    const { sandbox } = await struck({ kind: 'reset' });
    expect(await askRaw(sandbox, STORES)).toMatchObject({ status: undefined, failure: 'ECONNRESET' });
    expect(sandbox.requests.at(-1)?.status).toBe(0);
  });

  test('reset destroys it after some bytes of the body', async () => {
    const { sandbox, whole } = await struck({ kind: 'reset', afterBytes: 100 });
    const answer = await askRaw(sandbox, STORES);
    expect(answer).toMatchObject({ status: 200, failure: 'ECONNRESET' });
    expect(answer.body).toEqual(whole.body.subarray(0, 100));
  });

  test('truncate with content-length ends before the promised length', async () => {
    const { sandbox, whole } = await struck({ kind: 'truncate', framing: 'content-length', afterBytes: 123 });
    const answer = await askRaw(sandbox, STORES);
    expect(answer.headers['content-length']).toBe(String(whole.body.length));
    expect(answer.failure).toBe('ECONNRESET');
    expect(answer.body).toEqual(whole.body.subarray(0, 123));
  });

  test('truncate with close ends cleanly, in the middle unless told otherwise', async () => {
    const { sandbox, whole } = await struck({ kind: 'truncate', framing: 'close' });
    const answer = await askRaw(sandbox, STORES);
    expect(answer.failure).toBeUndefined();
    expect(answer.headers.connection).toBe('close');
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.headers['transfer-encoding']).toBeUndefined();
    expect(answer.body).toEqual(whole.body.subarray(0, Math.floor(whole.body.length / 2)));
  });

  test('shape is a 200 with other JSON', async () => {
    const { sandbox } = await struck({ kind: 'shape', body: { stores: [1, 'å'] } });
    const response = await ask(sandbox, STORES);
    expect([response.status, await response.json()]).toEqual([200, { stores: [1, 'å'] }]);
  });

  test('html is a page of a gateway', async () => {
    const { sandbox } = await struck({ kind: 'html', status: 502 });
    const response = await ask(sandbox, STORES);
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  test('empty is a 200 of no bytes', async () => {
    const { sandbox } = await struck({ kind: 'empty' });
    const { status, headers, body } = await askRaw(sandbox, STORES, {
      ...keyOf(sandbox),
      'Accept-Encoding': 'gzip',
    });
    expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
  });

  test('redirect points elsewhere', async () => {
    const location = 'https://elsewhere.example/';
    const { sandbox } = await struck({ kind: 'redirect', location });
    const response = await ask(sandbox, STORES);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  });
});

describe('a rule', () => {
  const fault = { kind: 'status', status: 500 } as const;
  async function statuses(sandbox: Sandbox, ...paths: readonly string[]) {
    const seen: number[] = [];
    for (const path of paths) seen.push((await ask(sandbox, path)).status);
    return seen;
  }

  test('strikes once unless told how often', async () => {
    const sandbox = await open();
    sandbox.fail({ fault });
    expect(await statuses(sandbox, STORES, STORES)).toEqual([500, 200]);
    sandbox.fail({ fault, times: 2 });
    expect(await statuses(sandbox, STORES, SALES, STORES)).toEqual([500, 500, 200]);
  });

  test('strikes for ever until the faults are cleared', async () => {
    const sandbox = await open();
    sandbox.fail({ fault, times: Number.POSITIVE_INFINITY });
    expect(await statuses(sandbox, STORES, STORES, STORES)).toEqual([500, 500, 500]);
    sandbox.clearFaults();
    expect(await statuses(sandbox, STORES)).toEqual([200]);
  });

  test('strikes its own operation only', async () => {
    const sandbox = await open();
    sandbox.fail({ fault, operation: 'accumulatedStock' });
    expect(await statuses(sandbox, STORES, SALES, STOCK, STOCK)).toEqual([200, 200, 500, 200]);
  });

  test('lets requests pass first, those another rule strikes included', async () => {
    const sandbox = await open();
    sandbox.fail({ fault, skip: 1 });
    sandbox.fail({ fault: { kind: 'status', status: 503 }, skip: 2 });
    expect(await statuses(sandbox, STORES, STORES, STORES, STORES)).toEqual([200, 500, 503, 200]);
  });
});

describe('a change asked for by PUT', () => {
  async function putUnder(fault: Fault) {
    const sandbox = await open();
    const found = sandbox.truth.permissions().find((permission) => permission.active);
    const body = JSON.stringify({
      email: found?.email,
      roleId: found?.roleId,
      mainRoleId: found?.mainRoleId,
      active: false,
    });
    sandbox.fail({ fault });
    const headers = { ...keyOf(sandbox), 'Content-Type': 'application/json' };
    const request = { method: 'PUT', headers, body };
    await fetch(urlOf(sandbox, PERMISSION), request).catch(() => undefined);
    return sandbox.truth.permissions().filter((permission) => permission.active).length;
  }

  test('is not made when the answer is replaced, and is made when the answer is lost', async () => {
    expect(await putUnder({ kind: 'status', status: 500 })).toBe(3);
    expect(await putUnder({ kind: 'reset' })).toBe(2);
  });
});

test('close ends stalled answers, delays and idle connections', async () => {
  const sandbox = await open();
  sandbox.fail({ fault: { kind: 'stall' } });
  const stalled = askRaw(sandbox, STORES);
  await arrived(sandbox, 1);
  sandbox.fail({ fault: { kind: 'delay', milliseconds: 3_600_000 } });
  const delayed = askRaw(sandbox, STORES);
  await arrived(sandbox, 2);
  const idle = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  const idleEnded = new Promise((resolve) => idle.once('close', resolve));
  await sandbox.close();
  await sandbox.close();
  await idleEnded;
  expect((await delayed).failure).toBe('ECONNRESET');
  expect((await stalled).failure).toBe('ECONNRESET');
  // Nobody was left to answer after the delay.
  expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 0]);
  await expect(ask(sandbox, STORES)).rejects.toThrow();
});

describe("what Azure's gateway says", () => {
  test('of a service that is too slow: a 500 with an activityId, for more rows than it can give in time', async () => {
    const sandbox = await open();
    const fault = { kind: 'tooSlow', aboveRows: 100, milliseconds: 1 } as const;
    sandbox.fail({ fault, times: Number.POSITIVE_INFINITY });
    const large = await ask(sandbox, `${SALES}?fromSalesDate=2026-11-19`);
    expect(large.status).toBe(500);
    expect(await large.json()).toEqual({
      statusCode: 500,
      message: 'Internal server error',
      activityId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await ask(sandbox, `${SALES}?fromSalesDate=2026-11-19&maxResults=100`)).status).toBe(200);
  });

  test('of a quota that lasts for days', async () => {
    const sandbox = await open();
    sandbox.fail({ fault: { kind: 'quota', left: '5.03:23:11' } });
    const refused = await ask(sandbox, STOCK);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 5.03:23:11.' },
    ]);
  });
});
