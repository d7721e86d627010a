import { systemClock } from 'retail-data-client/clock/systemClock';
import { expect, onTestFinished, test } from 'vitest';
import { createOutage } from '../../../../bot/health/outage.ts';
import { createBoltApp, SlackStartError } from '../../../../bot/slack/app.ts';
import { botSettings } from '../../../support/bot/botSettings.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { rejection } from '../../../support/testClient.ts';
import { until } from '../../../support/until.ts';
import { type OpenRule, startSocketDouble } from './socketDouble.ts';

/** How long the bot waits for a greeting. */
const GREETING_MS = 20_000;

/**
 * A bot in Socket Mode whose pauses are a hundred times shorter, but not the wait for a greeting that comes: on a busy
 * machine it may come late.
 */
async function startSocketBot(...rules: OpenRule[]) {
  const slack = await startSocketDouble();
  slack.next(...rules);
  const recording = createRecordingLog();
  const pauses: number[] = [];
  let sleepers = 0;
  const { log } = recording;
  const clock = {
    now: Date.now,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      pauses.push(milliseconds);
      sleepers += 1;
      const isWhole = milliseconds === GREETING_MS && !slack.isSilent();
      await systemClock.sleep(isWhole ? milliseconds : milliseconds / 100, signal).finally(() => {
        sleepers -= 1;
      });
    },
  };
  const { signal } = new AbortController();
  const outage = createOutage('Slack', 'slack.example', log, clock, signal);
  const bolt = createBoltApp(botSettings({ slackApiUrl: slack.url }), log, clock, outage);
  onTestFinished(() => bolt.stop());
  await bolt.signIn();
  const reached = (isIt: boolean) =>
    until(`receiving: ${isIt}`, async () => (bolt.isReceiving() === isIt ? true : undefined));
  return { slack, bolt, recording, reached, pauses, sleepers: () => sleepers };
}

test.each<[string, OpenRule]>([
  ['an error of its own', { status: 500 }],
  ['a page of some proxy', { status: 403 }],
  ['a rate limit without a time', { status: 429 }],
  ['a broken connection', 'reset'],
  ['a refusal of the moment', { refuse: 'internal_error' }],
  ['a token it no longer takes', { refuse: 'invalid_auth' }],
  ['a connection on which it never greets', 'silent'],
])(
  'when Slack answers a reconnect with %s the bot says so and comes back as soon as Slack lets it',
  async (_, rule) => {
    const { slack, bolt, recording, reached } = await startSocketBot();
    await bolt.listen();
    await reached(true);
    slack.always(rule);
    slack.drop();
    await until('three attempts in vain', async () => (slack.opened() >= 4 ? true : undefined));
    expect(bolt.isReceiving()).toBe(false);
    const told = () => recording.lines().filter(({ level, outage }) => level >= 40 || outage !== undefined);
    expect(told().map(({ msg }) => msg)).toEqual([expect.stringMatching(/^an outage of Slack has begun: /)]);
    slack.always('open');
    await reached(true);
    expect(told().at(-1)).toMatchObject({ host: 'slack.example', msg: 'the outage of Slack is over' });
    expect(told()).toHaveLength(2);
    expect(slack.connections()).toBe(1);
    expect(recording.text()).not.toContain('very-secret');
  },
);

test.each<[string, OpenRule]>([
  ['waits for its next attempt', { status: 500 }],
  ['waits for the greeting', 'silent'],
  ['waits for an answer', 'hang'],
])('a stop while the bot %s ends, and nothing is tried afterwards', async (_, rule) => {
  const { slack, bolt, sleepers } = await startSocketBot();
  await bolt.listen();
  slack.always(rule);
  slack.drop();
  await until('an attempt', async () => (slack.opened() >= 2 ? true : undefined));
  await bolt.stop();
  // Whatever tries again sleeps first.
  expect(sleepers()).toBe(0);
  expect(bolt.isReceiving()).toBe(false);
  await until('no connection left', async () => (slack.connections() === 0 ? true : undefined));
});

test('a token that is refused is told as an error that names the setting', async () => {
  const { slack, bolt, recording, reached } = await startSocketBot();
  await bolt.listen();
  slack.next({ refuse: 'invalid_auth' });
  slack.drop();
  const told = await until('the refusal', async () =>
    recording.errors().find((line) => line.includes('SLACK_APP_TOKEN')),
  );
  expect(told).toContain('digests do not need it, and are posted as long as Slack accepts SLACK_BOT_TOKEN');
  await reached(true);
});

test('the pauses between attempts grow to half a minute and no further', async () => {
  const { slack, bolt, pauses } = await startSocketBot();
  await bolt.listen();
  pauses.length = 0;
  slack.always({ status: 503 });
  slack.drop();
  await until('attempts', async () => (slack.opened() >= 10 ? true : undefined));
  const between = pauses.filter((pause) => pause !== GREETING_MS);
  expect(between[0]).toBeLessThanOrEqual(1_000);
  expect(Math.max(...between)).toBeLessThanOrEqual(30_000);
  expect(between.at(-1)).toBeGreaterThanOrEqual(15_000);
});

test('Slack tells the bot to come again: it does, over one new connection', async () => {
  const { slack, bolt, reached, recording } = await startSocketBot();
  await bolt.listen();
  slack.refresh();
  await until('another connection', async () => (slack.opened() === 2 ? true : undefined));
  await reached(true);
  expect(slack.connections()).toBe(1);
  expect(recording.errors()).toEqual([]);
});

test('a Slack that is not there yet is waited for at the start', async () => {
  const { bolt, reached } = await startSocketBot({ status: 503 }, 'reset', { refuse: 'fatal_error' });
  await bolt.listen();
  await reached(true);
});

test('a stop right after the connection was lost ends, and so does one with it open', async () => {
  for (const isLost of [true, false]) {
    const { slack, bolt } = await startSocketBot();
    await bolt.listen();
    if (isLost) slack.drop();
    await bolt.stop();
    await until('no connection left', async () => (slack.connections() === 0 ? true : undefined));
    expect(bolt.isReceiving()).toBe(false);
  }
});

test('an app token that is refused at the start ends it with the name of the setting', async () => {
  const { bolt } = await startSocketBot({ refuse: 'token_revoked' });
  const error = await rejection(bolt.listen());
  if (!(error instanceof SlackStartError)) throw error;
  expect(error.message).toBe(
    'The bot could not start to listen with SLACK_APP_TOKEN (token_revoked). Set it to a token with connections:write, under "Basic Information", "App-Level Tokens" of the app (xapp-…).',
  );
});
