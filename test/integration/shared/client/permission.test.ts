import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { PermissionChange } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { httpAnswer, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const KARI: PermissionChange = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };

/** A service that answers when the test says so. */
async function startPatientService() {
  const waiting: { readonly socket: Socket; readonly asked: PermissionChange }[] = [];
  const server = await startRawServer((socket, _, { body }) =>
    waiting.push({ socket, asked: JSON.parse(body) }),
  );
  const clock = createFakeClock();
  const newClient = () => createTestClient({ baseUrl: server.url, clock });
  return {
    clock,
    newClient,
    client: newClient(),
    sent: () => server.requests.map(({ body }): unknown => JSON.parse(body)),
    async underWay(count: number) {
      while (waiting.length < count) await turn();
      // One more would have come by now.
      for (let more = 0; more < 20; more += 1) await turn();
      expect(waiting).toHaveLength(count);
    },
    /** With the permission as it was asked for, but for what the test changes. */
    answer(status = 200, changed: Partial<PermissionChange> = {}) {
      const { socket, asked } = waiting.shift() ?? {};
      socket?.write(httpAnswer(JSON.stringify({ ...ANSWERS.permission, ...asked, ...changed }), {}, status));
    },
  };
}

describe('changes of one permission', () => {
  test('travel one after the other, in the order they were asked for', async () => {
    const service = await startPatientService();
    const changes = [true, false, true].map((active) => ({ ...KARI, active }));
    const calls = changes.map((change) => service.client.setPermission(change));
    for (let count = 1; count <= changes.length; count += 1) {
      await service.underWay(1);
      expect(service.sent()).toEqual(changes.slice(0, count));
      service.answer();
    }
    await Promise.all(calls);
  });

  test('wait for one another whatever the case of the address', async () => {
    const service = await startPatientService();
    const calls = [KARI, { ...KARI, email: 'Kari@Example.NO' }].map((change) =>
      service.client.setPermission(change),
    );
    await service.underWay(1);
    service.answer();
    await service.underWay(1);
    service.answer();
    await Promise.all(calls);
    expect(service.sent()).toHaveLength(2);
  });

  test('go on after one that failed', async () => {
    const service = await startPatientService();
    const refused = rejection(service.client.setPermission(KARI));
    const accepted = service.client.setPermission({ ...KARI, active: false });
    await service.underWay(1);
    service.answer(422);
    expect(await refused).toMatchObject({ kind: 'unprocessable' });
    await service.underWay(1);
    service.answer();
    expect(await accepted).toMatchObject({ ...KARI, active: false });
  });

  test('an older one that fails is not repeated when a newer one waits', async () => {
    const service = await startPatientService();
    const older = rejection(service.client.setPermission(KARI));
    await service.underWay(1);
    const newer = service.client.setPermission({ ...KARI, active: false });
    service.answer(503);
    expect(await older).toMatchObject({ kind: 'server' });
    await service.underWay(1);
    service.answer();
    await newer;
    expect(service.sent()).toEqual([KARI, { ...KARI, active: false }]);
  });

  test('nor when a newer one comes while it sleeps before its repetition', async () => {
    const service = await startPatientService();
    const older = rejection(service.client.setPermission(KARI));
    await service.underWay(1);
    service.answer(503);
    while (service.clock.sleeps.length === 0) await turn();
    const newer = service.client.setPermission({ ...KARI, active: false });
    await service.clock.runUntilIdle();
    expect(await older).toMatchObject({ kind: 'server' });
    await service.underWay(1);
    service.answer();
    await newer;
    expect(service.sent()).toEqual([KARI, { ...KARI, active: false }]);
  });

  test('one that is given up before its turn is never sent, and the next still waits for the first', async () => {
    const service = await startPatientService();
    const abort = new AbortController();
    const first = service.client.setPermission(KARI);
    const given = rejection(
      service.client.setPermission({ ...KARI, active: false }, { signal: abort.signal }),
    );
    await service.underWay(1);
    abort.abort(new Error('given up'));
    expect(await given).toMatchObject({ message: 'given up' });
    const last = service.client.setPermission(KARI);
    await service.underWay(1);
    service.answer();
    await first;
    await service.underWay(1);
    service.answer();
    await last;
    expect(service.sent()).toEqual([KARI, KARI]);
  });
});

describe('changes of one permission, also by several clients of the process', () => {
  test('travel one after the other', async () => {
    const service = await startPatientService();
    const changes = [true, false, true].map((active) => ({ ...KARI, active }));
    const calls = changes.map((change) => service.newClient().setPermission(change));
    for (let count = 1; count <= changes.length; count += 1) {
      await service.underWay(1);
      expect(service.sent()).toEqual(changes.slice(0, count));
      service.answer();
    }
    await Promise.all(calls);
  });

  test('wait for their turn no longer than until their deadline, and are then never sent', async () => {
    const service = await startPatientService();
    const first = service.client.setPermission(KARI);
    const late = rejection(
      service.newClient().setPermission({ ...KARI, active: false }, { deadlineMs: 10_000 }),
    );
    await service.underWay(1);
    await service.clock.advance(10_000);
    const error = await late;
    expect(error).toMatchObject({ kind: 'deadline', operation: 'permission' });
    expect(String(error)).toContain('an earlier change of the same permission was still under way');
    const last = service.newClient().setPermission(KARI);
    await service.underWay(1);
    service.answer();
    await first;
    await service.underWay(1);
    service.answer();
    await last;
    expect(service.sent()).toEqual([KARI, KARI]);
  });

  test('have no more time than is left of the deadline once it is their turn', async () => {
    const service = await startPatientService();
    const first = service.client.setPermission(KARI);
    const second = rejection(
      service.newClient().setPermission({ ...KARI, active: false }, { deadlineMs: 10_000 }),
    );
    await service.underWay(1);
    await service.clock.advance(9_990);
    service.answer();
    await first;
    await service.underWay(1);
    expect(await second).toMatchObject({ kind: 'deadline' });
  });

  test.each(['is cancelled', 'comes to its deadline'])(
    'a newer one that %s counts for nobody: the older one is repeated',
    async (end) => {
      const service = await startPatientService();
      const older = service.client.setPermission(KARI);
      await service.underWay(1);
      const abort = new AbortController();
      const options = end === 'is cancelled' ? { signal: abort.signal } : { deadlineMs: 1_000 };
      const newer = rejection(service.newClient().setPermission({ ...KARI, active: false }, options));
      if (end === 'is cancelled') abort.abort(new Error('given up'));
      else await service.clock.advance(1_000);
      await newer;
      service.answer(503);
      while (!service.clock.sleeps.includes(150)) await turn();
      await service.clock.runUntilIdle();
      await service.underWay(1);
      service.answer();
      expect(await older).toMatchObject(KARI);
      expect(service.sent()).toEqual([KARI, KARI]);
    },
  );
});

describe('an answer that is not what was asked for', () => {
  test.each<[Partial<PermissionChange>, string, string]>([
    [{ email: 'ola@example.no' }, 'email', '"ola@example.no" is active'],
    [{ active: false }, 'active', '"kari@example.no" is not active'],
    [{ email: 'ola@example.no', active: false }, 'email', '"ola@example.no" is not active'],
  ])('but %j is an error that names both, and is not sent again', async (changed, path, came) => {
    const service = await startPatientService();
    const call = rejection(service.client.setPermission(KARI));
    await service.underWay(1);
    service.answer(200, changed);
    const error = await call;
    expect(error).toMatchObject({ kind: 'unexpectedResponse', operation: 'permission', status: 200, path });
    expect(String(error)).toContain(
      `asked was that "kari@example.no" is active, but the service answered that ${came}.`,
    );
    expect(service.sent()).toEqual([KARI]);
  });

  test.each(['roleId', 'mainRoleId'] as const)(
    'but another %s is an error that names both',
    async (field) => {
      const service = await startPatientService();
      const call = rejection(service.client.setPermission(KARI));
      await service.underWay(1);
      service.answer(200, { [field]: '99' });
      const error = await call;
      expect(error).toMatchObject({ kind: 'unexpectedResponse', operation: 'permission', path: field });
      expect(String(error)).toContain(`with ${field} "${KARI[field]}", but the service answered with "99"`);
    },
  );

  test('in the case of the address is the same person', async () => {
    const service = await startPatientService();
    const call = service.client.setPermission(KARI);
    await service.underWay(1);
    service.answer(200, { email: ' Kari@Example.NO' });
    expect(await call).toMatchObject({ email: ' Kari@Example.NO', active: true });
  });
});

test('changes of different permissions travel at once', async () => {
  const service = await startPatientService();
  const changes = [
    KARI,
    { ...KARI, roleId: '11' },
    { ...KARI, mainRoleId: '22' },
    { ...KARI, email: 'ola@example.no' },
  ];
  const calls = changes.map((change) => service.client.setPermission(change));
  await service.underWay(changes.length);
  for (const _ of changes) service.answer();
  await Promise.all(calls);
});

test('spaces around the values are not part of them', async () => {
  const service = await startPatientService();
  const call = service.client.setPermission({ ...KARI, email: ' kari@example.no ', roleId: ' 1 ' });
  await service.underWay(1);
  service.answer();
  await call;
  expect(service.sent()).toEqual([KARI]);
});
