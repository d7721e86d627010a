import { connect, createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { composeHealth } from '../../../bot/composeHealth.ts';
import { openDatabase } from '../../../bot/database/connection.ts';
import { freePort } from '../../../tools/freePort.ts';
import { botSettings } from '../../support/bot/botSettings.ts';
import { createOnServer } from '../../support/bot/postgresServers.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { calendar } from '../../support/bot/time.ts';
import { watchedBot } from '../../support/bot/watchedBot.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

/** A way to the server on which nothing moves while it is stopped, as in a network that has lost it. */
async function startStoppableProxy(to: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(to);
  url.port = String(port);
  return {
    url: url.href,
    stop: () => {
      for (const socket of sockets) socket.pause();
    },
    goOn: () => {
      for (const socket of sockets) socket.resume();
    },
  };
}

test('while PostgreSQL hangs /readyz and /metrics answer without it, and the log reports the outage', async () => {
  const postgres = await createOnServer(inject('postgresServer') ?? '');
  onTestFinished(() => postgres.stop());
  const proxy = await startStoppableProxy(new URL(postgres.url));
  const database = await openDatabase(proxy.url);
  onTestFinished(() => database.destroy());
  const recording = createRecordingLog();
  const clock = createFakeClock();
  const healthPort = await freePort();
  const health = await composeHealth({
    settings: botSettings({ slackApiUrl: undefined, healthPort, databaseUrl: proxy.url }),
    clock,
    log: recording.log,
    signal: new AbortController().signal,
    startedAt: clock.now(),
  });
  onTestFinished(() => health.close());
  const watched = health.watchDatabase(database, [], calendar);
  watched.watchBot(watchedBot(clock));
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${healthPort}${path}`)).text();
  await expect.poll(() => get('/readyz')).toContain('database: ok\n');

  proxy.stop();
  expect(await get('/readyz')).toMatch(/^database: not ready: no answer within 1\.5 seconds$/m);
  expect(await get('/metrics')).toContain('\nretail_bot_database_up 0\n');
  expect(await get('/livez')).toBe('ok\n');
  proxy.goOn();
  await expect.poll(() => get('/readyz')).toContain('database: ok\n');
  await watched.look();
  const { host, pathname } = new URL(proxy.url);
  const told = recording.lines().filter(({ outage }) => outage === 'the database');
  expect(told.map(({ host: where, msg }) => [where, msg])).toEqual(
    [
      'an outage of the database has begun: no answer within 1.5 seconds',
      'the outage of the database is over',
    ].map((msg) => [`PostgreSQL ${host}${pathname}`, msg]),
  );
});
