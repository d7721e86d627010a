import type { PermissionChange } from 'retail-data-client';
import { expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createMemoryClient } from '../../../support/memoryService.ts';
import { rejection } from '../../../support/testClient.ts';

const KARI: PermissionChange = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };

/** Switches a permission at a service that answers with it, but for what the test changes. */
function change(asked: PermissionChange, changed: Partial<PermissionChange> = {}) {
  const sent: unknown[] = [];
  const client = createMemoryClient(({ body = '' }) => {
    sent.push(JSON.parse(body));
    return { data: { ...ANSWERS.permission, ...KARI, ...changed } };
  });
  return { sent, call: client.setPermission(asked) };
}

test.each<[Partial<PermissionChange>, string, string]>([
  [{ email: 'ola@example.no' }, 'email', '"ola@example.no" is active'],
  [{ active: false }, 'active', '"kari@example.no" is not active'],
  [{ email: 'ola@example.no', active: false }, 'email', '"ola@example.no" is not active'],
])('an answer with %j is an error that names both, and is not sent again', async (changed, path, came) => {
  const { sent, call } = change(KARI, changed);
  const error = await rejection(call);
  expect(error).toMatchObject({ kind: 'unexpectedResponse', operation: 'permission', status: 200, path });
  expect(String(error)).toContain(
    `asked was that "kari@example.no" is active, but the service answered that ${came}.`,
  );
  expect(sent).toEqual([KARI]);
});

test.each(['roleId', 'mainRoleId'] as const)(
  'an answer with another %s is an error that names both',
  async (field) => {
    const error = await rejection(change(KARI, { [field]: '99' }).call);
    expect(error).toMatchObject({ kind: 'unexpectedResponse', operation: 'permission', path: field });
    expect(String(error)).toContain(`with ${field} "${KARI[field]}", but the service answered with "99"`);
  },
);

test('an answer in another case of the address, or with leading zeros, is of the same person', async () => {
  const { call } = change(KARI, { email: ' Kari@Example.NO', roleId: '01' });
  expect(await call).toMatchObject({ email: ' Kari@Example.NO', roleId: '01', active: true });
});

test('spaces around the values are not part of them', async () => {
  const { sent, call } = change({ ...KARI, email: ' kari@example.no ', roleId: ' 1 ' });
  await call;
  expect(sent).toEqual([KARI]);
});
