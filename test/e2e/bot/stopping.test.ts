import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { postSigned } from '../../../bot/demo/slack/delivery.ts';
import { commandPayload } from '../../../bot/demo/slack/payloads.ts';
import { freePort } from '../../../tools/freePort.ts';
import { oslo } from '../../support/bot/time.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { digestsIn } from '../processes/heldDigests.ts';
import { openProofWorld, type ProofWorld } from '../processes/proofWorld.ts';
import { letStockComeToRest } from '../processes/restingStock.ts';
import { MODES, openWorld, until } from './world.ts';

const POST = 'chat.postMessage';
const SECOND = 1_000;

test.each(MODES)('over %s a command under way is answered before the bot is gone', async (name) => {
  const world = await openWorld(name);
  onTestFinished(() => world.close());
  const bot = await world.start();
  await world.untilDigests(1);
  const calls = () => world.sandbox.requests.filter(({ path }) => path.includes('daily-sales')).length;
  const before = calls();
  world.sandbox.fail({ operation: 'dailySales', fault: { kind: 'delay', milliseconds: 600 } });
  // A day that is not held is asked of the service.
  await world.type('/sales', '2026-01-15');
  await until('the call', async () => (calls() > before ? true : undefined));
  await bot.stop();
  const answers = world.messages().filter(({ isPrivate }) => isPrivate);
  expect(answers.at(-1)?.text).toMatch(/^Sales, Thu 15 Jan/);
});

describe('a signal', () => {
  /** A few minutes after 08:30, while time goes on. */
  async function morning(channels: number, settings: Readonly<Record<string, string>> = {}) {
    const world = await openProofWorld({ at: '2025-01-07 08:35', channels, settings });
    onTestFinished(() => world.close());
    await world.setTime(oslo('2025-01-07 08:35'), 1);
    return world;
  }

  async function statesOf(world: ProofWorld): Promise<string[]> {
    const database = await openDatabase(world.databasePlace);
    const rows = await database.selectFrom('digest_run').select('state').orderBy('id').execute();
    await database.destroy();
    return rows.map(({ state }) => state);
  }

  function heldIn(world: ProofWorld): number[] {
    const digests = digestsIn(world.slack.workspace);
    return world.channelIds.map((id) => digests.filter(({ channel }) => channel === id).length);
  }
  async function isStopping(healthPort: number): Promise<boolean> {
    const ready = await fetch(`http://127.0.0.1:${healthPort}/readyz`);
    return (await ready.text()).includes('running: not ready: the bot is stopping');
  }
  const posted = (world: ProofWorld) => world.slack.calls.filter(({ method }) => method === POST).length;

  test('in the middle of many digests: what is under way is finished, the rest is handed back at once', async () => {
    const healthPort = await freePort();
    const world = await morning(12, { HEALTH_PORT: String(healthPort) });
    const answers = Promise.withResolvers<void>();
    world.slack.faults.add({ fault: { kind: 'held', until: answers.promise }, name: POST, times: 12 });
    const first = await world.start();
    await letStockComeToRest(world);
    await until('a first digest', async () => (posted(world) > 0 ? true : undefined));
    const stopped = first.stop();
    await until('the stop', async () => (await isStopping(healthPort)) || undefined);
    answers.resolve();
    expect(await stopped).toBe(0);
    world.slack.faults.clear();
    const states = await statesOf(world);
    const sent = states.filter((state) => state === 'sent').length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(12);
    expect(heldIn(world).filter((count) => count === 1)).toHaveLength(sent);
    expect(new Set(states)).toEqual(new Set(['sent', 'due']));

    // Nobody's lease is waited for, and no clock moved on.
    await world.start();
    // Each is in its channel a moment after it was called for.
    await expect.poll(() => heldIn(world)).toEqual(world.channelIds.map(() => 1));
    expect(posted(world)).toBe(12);
  });

  test('is followed by the end within 20 seconds, whatever hangs and whoever keeps a connection open', async () => {
    const slack = await startTestSlack();
    slack.setClockOffset(undefined);
    const [port, healthPort] = [await freePort(), await freePort()];
    const world = await morning(1, {
      SLACK_API_URL: slack.apiUrl,
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
    });
    const bot = await world.start();
    world.service.faults.add({
      fault: { kind: 'hangBefore' },
      name: 'daily-sales',
      times: Number.POSITIVE_INFINITY,
    });
    const kari = { person: 'kari', place: '#stock' } as const;
    const command = commandPayload(kari, '/sales', '2024-06-03', slack.answerUrl());
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(command)) body.set(name, String(value));
    await postSigned({ port, signingSecret: 'proof' }, body.toString());
    await until('its announcement', async () => slack.methods().includes('response_url') || undefined);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-length: 100\r\n\r\nhalf');

    await world.setTime(world.clock.now(), 0);
    bot.signal('SIGTERM');
    await until('the stop', async () => (await isStopping(healthPort)) || undefined);
    await world.setTime(world.clock.now() + 20 * SECOND);
    await until('its end', async () => (bot.isAlive ? undefined : true));
    // Its exit code: it is gone already.
    expect(await bot.stop()).toBe(0);
  });

  test('that comes again ends the bot at once, whatever hangs; the next start finds what was sent', async () => {
    const world = await morning(1);
    world.slack.faults.add({ fault: { kind: 'hangAfter' }, name: POST });
    const first = await world.start();
    await letStockComeToRest(world);
    await until('the post', async () => (posted(world) > 0 ? true : undefined));
    // Time stands still, so that no patience ends.
    await world.setTime(world.clock.now(), 0);
    await until('its end', async () => {
      first.signal('SIGTERM');
      return first.isAlive ? undefined : true;
    });
    expect(await first.stop()).toBe(130);
    expect(await statesOf(world)).toEqual(['sending']);

    await world.start();
    await world.setTime(world.clock.now(), 60);
    await until('the outcome', async () => ((await statesOf(world))[0] === 'sent' ? true : undefined));
    expect(heldIn(world)).toEqual([1]);
    expect(posted(world)).toBe(1);
  });
});
