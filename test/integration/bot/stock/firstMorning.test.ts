import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../../../bot/app.ts';
import { postSigned } from '../../../../bot/demo/signedPost.ts';
import { freePort } from '../../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS } from '../../../../bot/settings/settings.ts';
import { newDatabaseFile } from '../../../support/bot/databases.ts';
import { type SaidAnswer, startSink } from '../../../support/bot/listenerBench.ts';
import { CHANNEL_ID, commandBody } from '../../../support/bot/payloadBodies.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { startSlackDouble } from '../../../support/bot/slackDouble.ts';
import { oslo } from '../../../support/bot/time.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { until } from '../../../support/until.ts';

const HOURS = 3_600_000;

/** A bot that starts on an empty database; the time of the service is ahead of the bot's. */
async function startEmpty(at: string, aheadMs: number) {
  const clock = createFakeClock(oslo(at));
  const service = { aheadMs };
  const sandbox = await startSandbox({ now: () => clock.now() + service.aheadMs, stores: 4, products: 6 });
  onTestFinished(() => sandbox.close());
  const slack = await startSlackDouble(0, clock.now);
  const said: SaidAnswer[] = [];
  const responseUrl = await startSink(said);
  const settings = {
    ...DEFAULT_SETTINGS,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    botToken: 'xoxb-test',
    appToken: undefined,
    signingSecret: 'signing-secret',
    slackApiUrl: slack.url,
    port: await freePort(),
    databaseUrl: newDatabaseFile(),
    digestChannels: [CHANNEL_ID],
    salesHistoryDays: 1,
    salesRetentionDays: 2,
  };
  const { log } = createRecordingLog();
  const bot = await startBot({ settings, clock, log, stockOnThread: false, monotonic: clock.monotonic });
  onTestFinished(() => bot.stop(0));
  return {
    clock,
    service,
    slack,
    stockCalls: () => sandbox.requests.filter(({ path }) => path.includes('accumulated-stock')),
    said,
    async type(command: string, text: string): Promise<void> {
      const body = new URLSearchParams();
      const fields = { ...commandBody(responseUrl), command, text };
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
      await postSigned(settings, body.toString());
    },
    /** Lets time pass until something is seen. */
    pass: <Seen>(what: string, look: () => Promise<Seen | undefined>) =>
      until(what, async () => {
        await clock.advance(5_000);
        return look();
      }),
  };
}

test('a first start at 06:00 shows the stock of today that is there already, and the digest waits for that of 08:30', async () => {
  const world = await startEmpty('2026-11-20 06:00', 2.75 * HOURS);
  const shown = await world.pass('the stock', async () => {
    await world.type('/stock', 'all');
    return world.said.find(({ text }) => text.includes('unit'))?.text;
  });
  expect(shown).toContain('Fri 20 Nov 2026');
  expect(world.clock.now()).toBeLessThan(oslo('2026-11-20 08:29'));

  world.service.aheadMs = 0;
  world.clock.set(oslo('2026-11-20 08:29'));
  const calls = world.stockCalls().length;
  const [digest] = await world.pass('the digest', async () =>
    world.slack.posted.length > 0 ? world.slack.posted : undefined,
  );
  expect(digest?.text).toContain('Fri 20 Nov 2026');
  expect(JSON.stringify(digest?.blocks)).not.toContain(':warning:');
  // Two probes a minute apart and the stock stand before it.
  expect(world.stockCalls().length).toBe(calls + 3);
});
