import { expect, test } from 'vitest';
import type { Sandbox, TruthPermission } from '../../../../shared/sandbox/index.ts';
import {
  contentOf,
  keyOf,
  open,
  PERMISSION,
  type Refused,
  SetClock,
  urlOf,
} from '../../../support/shared/sandbox/asking.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

function put(sandbox: Sandbox, body: unknown, headers: Record<string, string> = JSON_HEADERS) {
  return fetch(urlOf(sandbox, PERMISSION), {
    method: 'PUT',
    headers: { ...keyOf(sandbox), ...headers },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : JSON.stringify(body),
  });
}

function firstActive(sandbox: Sandbox): TruthPermission {
  const found = sandbox.truth.permissions().find((permission) => permission.active);
  if (found === undefined) throw new Error('No seeded permission is active.');
  return found;
}

test('switching a permission off gives it in full and is remembered', async () => {
  const sandbox = await open();
  const before = firstActive(sandbox);
  const { email, roleId, mainRoleId, accessToWholesaler } = before;
  const response = await put(sandbox, { email, roleId, mainRoleId, active: false });
  expect(response.status).toBe(200);
  const changed = { lastChangedOn: '2026-11-20', lastChangedAt: '10:00:00' };
  expect(await response.json()).toEqual({
    email,
    accessToWholesaler,
    roleId,
    mainRoleId,
    active: false,
    ...changed,
    result: 'Updated',
  });
  expect(sandbox.truth.permissions()).toContainEqual({ ...before, active: false, ...changed });
});

test('setting what is already set changes nothing, not even the last change', async () => {
  const clock = new SetClock('2026-11-20T10:00:00+01:00');
  const sandbox = await open({ now: clock.now });
  const { email, roleId, mainRoleId, lastChangedOn, lastChangedAt } = firstActive(sandbox);
  clock.forward(3_600_000);
  const answer = await (await put(sandbox, { email, roleId, mainRoleId, active: true })).json();
  expect(answer).toMatchObject({ active: true, result: 'Unchanged', lastChangedOn, lastChangedAt });
});

test('no permission is created: an unknown one cannot be processed', async () => {
  const sandbox = await open();
  const { email, roleId, mainRoleId } = firstActive(sandbox);
  const count = sandbox.truth.permissions().length;
  for (const name of [
    { email: 'nobody@supplier.example', roleId, mainRoleId },
    { email, roleId: '999', mainRoleId },
    { email, roleId, mainRoleId: '999' },
  ]) {
    const response = await put(sandbox, { ...name, active: false });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ statusCode: 422 });
  }
  expect(sandbox.truth.permissions()).toHaveLength(count);
});

const valid = { email: 'a@b.example', roleId: '1', mainRoleId: '2', active: true };
test.each([
  ['not JSON', '{', 'body'],
  ['a list', [valid], 'object'],
  ['null', null, 'object'],
  ['without email', { ...valid, email: undefined }, '"email"'],
  ['a number as roleId', { ...valid, roleId: 1 }, '"roleId"'],
  ['without mainRoleId', { ...valid, mainRoleId: undefined }, '"mainRoleId"'],
  ['text as active', { ...valid, active: 'true' }, '"active"'],
  ['an unknown field', { ...valid, wholesaler: '21' }, '"wholesaler"'],
])('%s is a bad request', async (_, body, named) => {
  const sandbox = await open();
  const response = await put(sandbox, body);
  expect(response.status).toBe(400);
  const { message } = await contentOf<Refused>(response);
  expect(message).toContain(named);
});

test('Content-Type may be absent or carry a charset, but must be JSON', async () => {
  const sandbox = await open();
  const { email, roleId, mainRoleId } = firstActive(sandbox);
  const text = JSON.stringify({ email, roleId, mainRoleId, active: true });
  expect((await put(sandbox, text, {})).status).toBe(200);
  expect((await put(sandbox, text, { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(200);
  expect((await put(sandbox, text, { 'Content-Type': 'text/plain' })).status).toBe(400);
});

test('query parameters are refused', async () => {
  const sandbox = await open();
  const response = await fetch(urlOf(sandbox, PERMISSION, { email: 'x' }), {
    method: 'PUT',
    headers: keyOf(sandbox),
    body: JSON.stringify(valid),
  });
  expect(response.status).toBe(400);
});
