import { expect, onTestFinished, test } from 'vitest';
import { startHealthServer } from '../../../bot/health/healthServer.ts';
import { openChannels } from '../digest/channels.ts';

const MINUTE = 60_000;

async function openHealth() {
  const channels = await openChannels('2026-11-20 08:30');
  await channels.saveStock('2026-11-20');
  const state = { lastSweepAt: undefined as number | undefined, isInSlack: true };
  const digests = {
    parts: channels.parts,
    takeStock: async () => {},
    run: async () => {},
    wake: () => {},
    lastSweepAt: () => state.lastSweepAt,
  };
  const health = await startHealthServer({ digests, isInSlack: async () => state.isInSlack, port: 0 });
  onTestFinished(() => health.close());
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${health.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { channels, state, get };
}

test('ready is who has swept lately, is known to Slack and has its database', async () => {
  const { channels, state, get } = await openHealth();
  expect(await get('/livez')).toEqual({ status: 200, text: 'ok\n' });
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('sweeper: not ready'),
  });
  state.lastSweepAt = channels.clock.now();
  expect(await get('/readyz')).toMatchObject({ status: 200 });
  state.isInSlack = false;
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('slack: not ready'),
  });
  state.isInSlack = true;
  channels.clock.set(channels.clock.now() + 4 * MINUTE);
  expect((await get('/readyz')).status).toBe(503);
  state.lastSweepAt = channels.clock.now();
  await channels.database.destroy();
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('database: not ready'),
  });
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/other')).status).toBe(404);
});

test('metrics count the digests of the day by state', async () => {
  const { channels, state, get } = await openHealth();
  await channels.sweepAt('2026-11-20 08:30');
  state.lastSweepAt = channels.clock.now() - 1_500;
  const { text } = await get('/metrics');
  expect(text).toContain('digest_runs{state="sent"} 1\n');
  expect(text).toMatch(/\ndigest_sweep_age_seconds 1\.5\n/);
});
