import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { openWorld, STAND_INS, type StandInName, until, type World } from './world.ts';

async function worldOf(name: StandInName): Promise<World> {
  const world = await openWorld(name);
  onTestFinished(() => world.close());
  return world;
}

describe.each(STAND_INS)('on %s', (name) => {
  test('a restart on the same database posts no second digest, and the next day posts its own', async () => {
    const world = await worldOf(name);
    const first = await world.start();
    await world.untilDigests(1);
    await first.stop();

    const second = await world.start();
    await delay(200);
    await second.stop();
    expect(await world.digests()).toHaveLength(1);

    world.clock.setTo(oslo('2026-11-21 08:45'));
    const third = await world.start();
    const posted = await world.untilDigests(2);
    await third.stop();
    expect(posted).toHaveLength(2);
    for (const day of ['Fri 20 Nov 2026', 'Sat 21 Nov 2026']) {
      expect(posted.filter(({ text }) => text.includes(`Stock digest · ${day}`))).toHaveLength(1);
    }
  });

  test('a command under way is answered before the bot is gone', async () => {
    const world = await worldOf(name);
    const bot = await world.start();
    await world.untilDigests(1);
    const calls = () => world.sandbox.requests.filter(({ path }) => path.includes('daily-sales')).length;
    const before = calls();
    world.sandbox.fail({ operation: 'dailySales', fault: { kind: 'delay', milliseconds: 600 } });
    // A day that is not held is asked of the service.
    await world.standIn.type('/sales', '2026-01-15');
    await until('the call', async () => (calls() > before ? true : undefined));
    await bot.stop();
    const answers = (await world.standIn.messages()).filter(({ isPrivate }) => isPrivate);
    expect(answers.at(-1)?.text).toMatch(/^Sales, Thu 15 Jan/);
    // Whoever stops it once more has nothing to do.
    await bot.stop();
  });

  test('a stop does not wait longer than its patience for what does not end', async () => {
    const world = await worldOf(name);
    const bot = await world.start();
    await world.untilDigests(1);
    world.sandbox.fail({ operation: 'dailySales', fault: { kind: 'stall' }, times: 9 });
    await world.standIn.type('/sales', 'yesterday');
    await delay(50);
    await bot.stop(300);
  });

  test('a stop ends also when Slack is gone, or somebody keeps a connection open', async () => {
    const world = await worldOf(name);
    const bot = await world.start();
    await world.untilDigests(1);
    if (name === 'emulate') {
      const socket = connect(world.settings.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.write('POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-length: 100\r\n\r\nhalf');
      await delay(50);
    }
    await world.standIn.stop();
    await delay(50);
    await bot.stop(300);
  });
});
