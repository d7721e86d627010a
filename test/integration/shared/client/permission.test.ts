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
  const waiting: Socket[] = [];
  const server = await startRawServer((socket) => waiting.push(socket));
  const clock = createFakeClock();
  const client = createTestClient({ baseUrl: server.url, clock });
  return {
    clock,
    client,
    sent: () => server.requests.map(({ body }): unknown => JSON.parse(body)),
    async underWay(count: number) {
      while (waiting.length < count) await turn();
      // One more would have come by now.
      for (let more = 0; more < 20; more += 1) await turn();
      expect(waiting).toHaveLength(count);
    },
    answer(status = 200) {
      waiting.shift()?.write(httpAnswer(JSON.stringify(ANSWERS.permission), {}, status));
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
    expect(await accepted).toEqual(ANSWERS.permission);
  });

  test('an older one that fails is not repeated when a newer one waits', async () => {
    const service = await startPatientService();
    const older = rejection(service.client.setPermission(KARI));
    await service.underWay(1);
    const newer = service.client.setPermission({ ...KARI, active: false });
    service.answer(503);
    expect(await older).toMatchObject({ kind: 'serviceFailure' });
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
    expect(await older).toMatchObject({ kind: 'serviceFailure' });
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
