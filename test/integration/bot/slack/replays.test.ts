import { createHmac } from 'node:crypto';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withOwnTeam } from '../../../../bot/access/decide.ts';
import { createDirectory } from '../../../../bot/access/directory.ts';
import { createLookups } from '../../../../bot/access/lookups.ts';
import type { Database } from '../../../../bot/database/connection.ts';
import { freePort } from '../../../../bot/demo/standIn.ts';
import { useMiddleware } from '../../../../bot/listeners/middleware/index.ts';
import { DEFAULT_SETTINGS } from '../../../../bot/settings/settings.ts';
import { createBoltApp } from '../../../../bot/slack/app.ts';
import { createPendingRequests } from '../../../../bot/slack/pendingRequests.ts';
import { createReplays } from '../../../../bot/slack/replays.ts';
import { createViewsClient } from '../../../../bot/slack/viewsClient.ts';
import { openTestDatabase } from '../../../support/bot/databases.ts';
import { ENGLISH_READERS } from '../../../support/bot/englishReaders.ts';
import { CHANNEL_ID, clickBody, commandBody, submissionBody } from '../../../support/bot/payloadBodies.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { TEAM } from '../../../support/slack/cast.ts';
import { startSlack } from '../../../support/slack/slack.ts';

const SIGNING_SECRET = 'signing-secret-of-the-test';
const NOW = Date.now();
const MINUTE = 60_000;

interface HttpBot {
  readonly ran: readonly string[];
  readonly text: () => string;
  post(body: string, sentAt: number, signedWith?: string): Promise<number>;
}

/** The bot's Bolt app as it listens over HTTP, with one command. */
async function startHttpBot(database: Database, now = () => NOW): Promise<HttpBot> {
  const clock = createFakeClock();
  const slack = await startSlack({ clock, channelIds: [CHANNEL_ID] });
  onTestFinished(() => slack.close());
  const { log, text } = createRecordingLog();
  const port = await freePort();
  const pendingRequests = createPendingRequests();
  const connection = { botToken: 'xoxb-test', slackApiUrl: slack.apiUrl };
  const replays = createReplays(database, now);
  const bolt = createBoltApp(
    {
      ...connection,
      appToken: undefined,
      signingSecret: SIGNING_SECRET,
      port,
    },
    log,
    replays,
    { now, sleep: systemClock.sleep },
  );
  await bolt.signIn();
  const policy = withOwnTeam(DEFAULT_SETTINGS.access, TEAM);
  const { authorize, validate } = useMiddleware(bolt.app, {
    policy,
    directory: createDirectory(createLookups(connection), policy, () => clock.now(), log),
    languages: ENGLISH_READERS,
    slackApiUrl: slack.apiUrl,
    log,
    pendingRequests,
    replays,
    viewsClient: createViewsClient(connection),
  });
  const ran: string[] = [];
  bolt.app.command('/test', authorize('member'), async ({ command }) => void ran.push(command.text));
  const isMember = authorize('member');
  bolt.app.action('test', isMember, async () => void ran.push('a click'));
  bolt.app.view(
    'test',
    validate(() => undefined),
    isMember,
    async () => void ran.push('a form'),
  );
  await bolt.listen();
  onTestFinished(() => bolt.stop());

  return {
    ran,
    text,
    async post(body, sentAt, signedWith = SIGNING_SECRET) {
      const timestamp = Math.floor(sentAt / 1000);
      const signature = createHmac('sha256', signedWith).update(`v0:${timestamp}:${body}`).digest('hex');
      const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
        method: 'POST',
        headers: {
          connection: 'close',
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': String(timestamp),
          'x-slack-signature': `v0=${signature}`,
        },
        body,
      });
      await response.text();
      await pendingRequests.settled();
      return response.status;
    },
  };
}

function command(text: string): string {
  const fields = { ...commandBody('https://hooks.slack.com/commands/1'), text };
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function payload(body: object): string {
  return new URLSearchParams({ payload: JSON.stringify(body) }).toString();
}

describe('a signed request', () => {
  test('is carried out once; sent again it is refused', async () => {
    const bot = await startHttpBot(await openTestDatabase());
    expect(await bot.post(command('first'), NOW)).toBe(200);
    expect(await bot.post(command('first'), NOW)).toBe(401);
    expect(await bot.post(command('second'), NOW)).toBe(200);
    expect(bot.ran).toEqual(['first', 'second']);
  });

  test('that another process has had is not carried out again', async () => {
    const database = await openTestDatabase();
    const [one, other] = [await startHttpBot(database), await startHttpBot(database)];
    await Promise.all([one.post(command('once'), NOW), other.post(command('once'), NOW)]);
    expect([...one.ran, ...other.ran]).toEqual(['once']);
    expect(one.text() + other.text()).toContain('came a second time');
  });

  test.each([
    ['a click', payload(clickBody('https://hooks.slack.com/actions/1', 'test'))],
    ['a form', payload(submissionBody('test', '', {}))],
  ])('%s that another process has had is not carried out again', async (what, body) => {
    const database = await openTestDatabase();
    const [one, other] = [await startHttpBot(database), await startHttpBot(database)];
    await one.post(body, NOW);
    await other.post(body, NOW);
    expect([...one.ran, ...other.ran]).toEqual([what]);
    expect(other.text()).toContain('came a second time');
  });

  test.each([
    ['four minutes old', -4 * MINUTE, 200],
    ['a little older', -5 * MINUTE - 2_000, 401],
    ['five minutes ahead', 5 * MINUTE, 200],
    ['a little further ahead', 5 * MINUTE + 2_000, 401],
    ['a day ahead', 24 * 60 * MINUTE, 401],
  ])('%s is answered with its status', async (_, off, status) => {
    const bot = await startHttpBot(await openTestDatabase(), () => NOW);
    expect(await bot.post(command('dated'), NOW + off)).toBe(status);
    expect(bot.ran).toEqual(status === 200 ? ['dated'] : []);
  });

  test('with another secret is refused, and does not keep the real one out', async () => {
    const bot = await startHttpBot(await openTestDatabase());
    expect(await bot.post(command('forged'), NOW, 'another secret')).toBe(401);
    expect(await bot.post(command('forged'), NOW)).toBe(200);
    expect(bot.ran).toEqual(['forged']);
  });
});
