import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../bot/demo/standIn.ts';
import { until } from '../../support/until.ts';
import { openWorld, STAND_INS } from './world.ts';

describe.each(STAND_INS)('on %s', (name) => {
  test('the running bot is ready and tells its figures', async () => {
    const world = await openWorld(name);
    onTestFinished(() => world.close());
    const healthPort = await freePort();
    const bot = await world.start({ healthPort });
    onTestFinished(() => bot.stop(300));
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${healthPort}${path}`)).text();
    await world.untilDigests(1);
    expect(
      await until('ready', async () => ((await get('/readyz')).includes('not') ? undefined : true)),
    ).toBe(true);
    expect(await get('/readyz')).toBe('database: ok\nslack: ok\nconnection: ok\nsweeper: ok\nrunning: ok\n');
    const metrics = await get('/metrics');
    expect(metrics).toMatch(/\nretail_bot_digest_runs\{state="sent"\} 1\n/);
    expect(metrics).toMatch(/\nretail_bot_stock_gate\{state="fresh"\} 1\n/);
    expect(metrics).toMatch(/\nretail_bot_stock_calls_left 1\d\n/);
  });
});
