import { createHmac } from 'node:crypto';
import { systemClock } from 'retail-data-client/system-clock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAudit } from '../../../bot/access/audit.ts';
import { createFrontDoor } from '../../../bot/access/frontDoor.ts';
import { DEFAULT_POLICY } from '../../../bot/access/policy.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { createInFlight } from '../../../bot/listeners/commands/inFlight.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { createBoltApp } from '../../../bot/slack/bolt.ts';
import { createReplays, SIGNATURE } from '../../../bot/slack/replays.ts';
import { createSurfaces } from '../../../bot/slack/surfaces.ts';
import { type Database, openDatabase } from '../../../bot/warehouse/database.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { openTestDatabase } from '../support/databases.ts';
import { commandBody } from '../support/payloadBodies.ts';
import { createRecordingLog } from '../support/recordingLog.ts';
import { DOUBLE_TEAM, startSlackDouble } from '../support/slackDouble.ts';
import { usePlace, WAREHOUSE_PLACES } from '../support/warehousePlaces.ts';

const SIGNING_SECRET = 'signing-secret-of-the-test';
const NOW = Date.now();
const MINUTE = 60_000;

interface HttpBot {
  readonly ran: readonly string[];
  readonly text: () => string;
  post(body: string, sentAt: number, signedWith?: string): Promise<number>;
}

/** The bot's Bolt app as it listens over HTTP, with one command behind the door. */
async function startHttpBot(database: Database, now = () => NOW): Promise<HttpBot> {
  const slack = await startSlackDouble();
  const { log, text } = createRecordingLog();
  const port = await freePort();
  const inFlight = createInFlight();
  const connection = { botToken: 'xoxb-test', slackApiUrl: slack.url };
  const replays = createReplays(database, now);
  const bolt = createBoltApp(
    {
      ...connection,
      ...DEFAULT_SETTINGS,
      appToken: undefined,
      signingSecret: SIGNING_SECRET,
      port,
      baseUrl: '',
      subscriptionKey: '',
      databaseFile: ':memory:',
    },
    log,
    replays,
    { now, sleep: systemClock.sleep },
  );
  await bolt.signIn();
  const clock = createFakeClock();
  const { door } = createFrontDoor(bolt.app, {
    ...connection,
    policy: DEFAULT_POLICY,
    teamId: DOUBLE_TEAM,
    clock,
    log,
    inFlight,
    replays,
    surfaces: createSurfaces(connection),
    audit: createAudit(database, () => clock.now()),
  });
  const ran: string[] = [];
  door.command('/test', 'member', async ({ command }) => void ran.push(command.text));
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
      await inFlight.settled();
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

describe.each(WAREHOUSE_PLACES)('claims in $name', ({ open }) => {
  const place = usePlace(open);

  test('of many requests at once, each is taken by one process and forgotten after ten minutes', async () => {
    const database = await openDatabase(await place.fresh());
    try {
      let now = NOW;
      const replicas = [createReplays(database, () => now), createReplays(database, () => now)];
      const marks = Array.from({ length: 60 }, (_, number) => ({ [SIGNATURE]: `v0=${number}` }));
      const taken = await Promise.all(
        marks.map((mark) => Promise.all(replicas.map((replays) => replays.claim(mark)))),
      );
      for (const both of taken) expect(both.toSorted()).toEqual([false, true]);

      now += 10 * MINUTE + 1;
      await replicas[0]?.claim({ [SIGNATURE]: 'v0=later' });
      await replicas[0]?.claim({ [SIGNATURE]: 'v0=last' });
      const left = await database.selectFrom('seen_request').selectAll().execute();
      expect(left).toHaveLength(2);
      expect(JSON.stringify(left)).not.toContain('v0=');
    } finally {
      await database.destroy();
    }
  });

  test('fail when the database does, instead of letting the request in', async () => {
    const database = await openDatabase(await place.fresh());
    const replays = createReplays(database, () => NOW);
    await database.destroy();
    await expect(replays.claim({ [SIGNATURE]: 'v0=1' })).rejects.toThrow();
  });
});
