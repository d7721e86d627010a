import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { openProofWorld } from '../processes/proofWorld.ts';
import { until } from './world.ts';

/** The largest file that the process may write; to write more fails as on a disk that takes nothing. */
function limitFiles(pid: number, limit: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:`]);
}

test('a disk that takes nothing more is told while the bot goes on, and so is its end', async () => {
  const at = '2025-01-07 10:00';
  const world = await openProofWorld({ at, channels: 1 });
  onTestFinished(() => world.close());
  await world.setTime(oslo(at), 60);
  const bot = await world.start();
  limitFiles(bot.pid, '4096');
  await until('the outage', async () =>
    /an outage of the database has begun: DATABASE_URL is the SQLite file \S+, but it can't be used: /.test(
      bot.log(),
    )
      ? true
      : undefined,
  );
  expect(bot.isAlive).toBe(true);
  limitFiles(bot.pid, 'unlimited');
  await until('its end', async () =>
    bot.log().includes('the outage of the database is over') ? true : undefined,
  );
  expect(bot.log()).not.toContain('cannot rollback');
});
