import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { recordIdentity } from '../../../bot/database/identity.ts';
import { TEAM } from '../../../bot/demo/slack/cast.ts';
import { NOWHERE } from '../../../bot/demo/slack/workspace.ts';
import manifest from '../../../bot/manifest.json' with { type: 'json' };
import { saveSnapshot } from '../../../bot/stock/import/snapshots.ts';
import { freePort } from '../../../tools/freePort.ts';
import { DATABASE_PLACES, SQLITE, usePlace } from '../../support/bot/databasePlaces.ts';
import { databaseUrlOf, newDatabaseFile, stockRow } from '../../support/bot/databases.ts';
import { startSalesDatabase } from '../../support/bot/salesDatabase.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;
const SECRETS = { SLACK_BOT_TOKEN: 'xoxb-very-secret', SLACK_APP_TOKEN: 'xapp-very-secret' };
const SCOPES = manifest.oauth_config.scopes.bot;
/** A run with a server has no SQLite among its places. */
const PLACES = [SQLITE, ...DATABASE_PLACES.filter((place) => place !== SQLITE)];

/** A service and a Slack that take every key and token, and the check between them. */
async function surroundings(databaseUrl: string) {
  const [slack, sandbox] = await Promise.all([startTestSlack(), startSandbox()]);
  onTestFinished(() => sandbox.close());
  const grant = (scopes: readonly string[]) => {
    slack.scopes.clear();
    for (const scope of scopes) slack.scopes.add(scope);
  };
  grant(SCOPES);
  const runCheck = async (settings: NodeJS.ProcessEnv = {}) => {
    const env = {
      ...cleanEnvironment(process.env.PATH ?? ''),
      ...SECRETS,
      RETAIL_DATA_BASE_URL: sandbox.url,
      RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
      SLACK_API_URL: slack.apiUrl,
      DATABASE_URL: databaseUrlOf(databaseUrl),
      DIGEST_CHANNELS: 'C0STOCK',
      ...settings,
    };
    const command = run(process.execPath, [join('bot', 'cli', 'check.ts')], { cwd: projectFolder, env });
    const code = await command.exit(PATIENCE_MS);
    expect(command.output()).not.toMatch(/very-secret|hunter2/);
    expect(command.output()).not.toContain(sandbox.subscriptionKey);
    return { code, lines: command.output().trim().split('\n') };
  };
  return { slack, sandbox, grant, runCheck };
}

async function subscribe(databaseUrl: string, channel: string): Promise<void> {
  const database = await openDatabase(databaseUrl);
  await sql`insert into digest_subscription (team_id, channel_id, kind, question, cadence, active, created_at)
    values (${TEAM}, ${channel}, 'stock', '/stock mine', 'daily', 1, 1)`.execute(database);
  await database.destroy();
}

describe.each(PLACES)('npm run check on $name', ({ open }) => {
  const place = usePlace(open);

  test('says of each thing that it is as the bot needs it', async () => {
    const databaseUrl = await place.fresh();
    const { sandbox, slack, runCheck } = await surroundings(databaseUrl);
    slack.workspace.addChannel('C0SALES');
    await subscribe(databaseUrl, 'C0SALES');
    const database = await openDatabase(databaseUrl);
    onTestFinished(() => database.destroy());
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 7)], 1);
    const identity = { baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey };
    await recordIdentity(database, undefined, identity, 1);
    const { code, lines } = await runCheck();
    expect(lines).toEqual([
      'ok           settings: none is missing or wrong',
      expect.stringMatching(
        /^ok {11}database: the (SQLite file|PostgreSQL) .* is at the newest version, 2026-/,
      ),
      'ok           database of this key: it was filled with this key from this service',
      'ok           subscriptions: channels that get a digest: 1',
      `ok           subscription key: ${sandbox.url} accepts it for daily sales`,
      'ok           bot token: Slack accepts it in the workspace Home',
      `ok           scopes: the bot token has all ${SCOPES.length} that the bot needs`,
      'ok           app token: Slack accepts it for Socket Mode; no socket was opened',
      'ok           channel C0STOCK: the app is in it',
      'ok           channel C0SALES: the app is in it',
    ]);
    expect(code).toBe(0);
    expect(sandbox.requests.map(({ path }) => path)).toEqual([expect.stringContaining('daily-sales')]);
    expect(slack.workspace.all()).toEqual([]);
  });

  test('says that a start would take a new key of the same supplier, and changes nothing', async () => {
    const sales = await startSalesDatabase(place, '2026-11-20 09:00');
    await sales.sync();
    const { sandbox } = sales;
    const filledWith = { baseUrl: sandbox.url, subscriptionKey: 'key-old' };
    await recordIdentity(sales.database, undefined, filledWith, 1);
    const identity = () => sales.database.selectFrom('service_identity').selectAll().executeTakeFirst();
    const before = await identity();
    const { runCheck } = await surroundings(sales.place);
    const { lines } = await runCheck({ RETAIL_DATA_BASE_URL: sandbox.url });
    expect(lines).toContain(
      'ok           database of this key: it was filled with another key, and this one reads the same sales of 2026-11-19; the next start takes it and keeps everything',
    );
    expect(await identity()).toEqual(before);
  });

  test('says that a newer version has changed the database, and leaves it as it is', async () => {
    const databaseUrl = await place.fresh();
    const { runCheck } = await surroundings(databaseUrl);
    const database = await openDatabase(databaseUrl);
    onTestFinished(() => database.destroy());
    await sql`insert into kysely_migration (name, timestamp) values ('2999-01-01-newer', 'x')`.execute(
      database,
    );
    const { code, lines } = await runCheck();
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^failed {7}database: a newer version .*\(2999-01-01-newer\)\. Start that version/,
      ),
    );
    expect(lines).toContain('not checked  database of this key: the database cannot be used');
    expect(code).toBe(1);
  });
});

describe('npm run check', () => {
  test('goes on after whatever failed, and says what is to be done about each', async () => {
    const databaseUrl = newDatabaseFile();
    const { slack, sandbox, grant, runCheck } = await surroundings(databaseUrl);
    await subscribe(databaseUrl, NOWHERE);
    const database = await openDatabase(databaseUrl);
    onTestFinished(() => database.destroy());
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 7)], 1);
    await recordIdentity(database, undefined, { baseUrl: sandbox.url, subscriptionKey: 'key-old' }, 1);
    grant(SCOPES.filter((scope) => scope !== 'files:write'));
    slack.faults.add({ fault: { kind: 'say', error: 'invalid_auth' }, name: 'apps.connections.open' });
    slack.workspace.change('C0STOCK', { member: false });
    slack.workspace.addChannel('C0GONE', { archived: true });
    const { code, lines } = await runCheck({
      RETAIL_DATA_SUBSCRIPTION_KEY: 'key-very-secret',
      DIGEST_CHANNELS: 'C0STOCK,C0GONE',
      ACCESS_VIEW_SALES: 'S0GROUP',
    });
    expect(code).toBe(1);
    const failed = lines.filter((line) => line.startsWith('failed'));
    expect(failed).toEqual([
      expect.stringMatching(/database of this key: .* has no day of sales to compare the new key with/),
      expect.stringMatching(/subscription key: .*401/),
      expect.stringMatching(/scopes: the bot token is missing files:write, usergroups:read\. Add/),
      expect.stringMatching(/app token: Slack rejected SLACK_APP_TOKEN \(invalid_auth\)\. Set/),
      expect.stringMatching(/channel C0STOCK: the app is not in it\. Type \/invite/),
      expect.stringMatching(/channel C0GONE: it is archived/),
      expect.stringMatching(new RegExp(`channel ${NOWHERE}: Slack doesn't find the channel`)),
    ]);
    expect(lines.at(-1)).toMatch(/^Failed: 7 of \d+ checks\.$/);
  });

  test('without a file, a service and a Slack it says so and makes no file', async () => {
    const file = newDatabaseFile();
    const { runCheck } = await surroundings(file);
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const away = { RETAIL_DATA_BASE_URL: nobody, SLACK_API_URL: `${nobody}/api` };
    const { code, lines } = await runCheck(away);
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^ok {11}database: there is no SQLite file .* yet/));
    expect(lines).toContainEqual(
      expect.stringContaining(`failed       subscription key: ${nobody}: Daily sales: the service could not`),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^failed {7}bot token: Slack didn't answer about SLACK_BOT_TOKEN \(ECONNREFUSED\)/,
      ),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^not checked {2}scopes: /));
    expect(lines).toContainEqual(expect.stringMatching(/^not checked {2}channel C0STOCK: /));
    expect(existsSync(file)).toBe(false);
  });

  test('only looks at a database without tables, and shows no password of one that is away', async () => {
    const file = newDatabaseFile();
    const { runCheck } = await surroundings(file);
    const bare = await openDatabase(file);
    await sql`drop table kysely_migration`.execute(bare);
    await bare.destroy();
    const before = readFileSync(file);
    const { lines } = await runCheck();
    expect(lines).toContainEqual(expect.stringMatching(/^ok {11}database: .* has no tables of the bot yet/));
    expect(readFileSync(file).equals(before)).toBe(true);
    const away = await runCheck({ DATABASE_URL: 'postgres://bot:hunter2@127.0.0.1:1/bot' });
    expect(away.lines).toContainEqual(
      expect.stringMatching(
        /^failed {7}database: DATABASE_URL is the PostgreSQL 127\.0\.0\.1:1\/bot, but it can't be used: /,
      ),
    );
    expect(away.code).toBe(1);
  });

  test.each(['postgres://bot:hunter2%@127.0.0.1:1/bot', 'postgres://127.0.0.1:1/bot?password=hunter2'])(
    'the password in %s is taken as it is, and not shown',
    async (address) => {
      const { runCheck } = await surroundings(newDatabaseFile());
      const { code, lines } = await runCheck({ DATABASE_URL: address });
      expect(lines).toContainEqual(
        expect.stringMatching(/^failed {7}database: .*127\.0\.0\.1:1\/bot, but it can't be used: /),
      );
      expect(code).toBe(1);
    },
  );

  test('a .env that nobody has filled in is told as npm start tells it, and each setting that is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'retail-data-check-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(join(projectFolder, 'bot', '.env.example'), join(folder, '.env'));
    const { status, stdout } = spawnSync(process.execPath, [join(projectFolder, 'bot/cli/check.ts')], {
      cwd: folder,
      env: cleanEnvironment(process.env.PATH ?? ''),
      encoding: 'utf8',
    });
    expect(status).toBe(78);
    const failed = stdout.split('\n').filter((line) => line.startsWith('failed       settings: '));
    expect(failed).toHaveLength(5);
    expect(failed[0]).toMatch(/settings: \.env sets nothing yet, so npm start shows the demo .* Fill in /);
  });

  test.each([
    ['"postgres://bot:hunter2@db.example/bot"', 'DATABASE_URL has quotation marks around its value'],
    ['postgres://bot:12/hunter2@db.example/bot', 'DATABASE_URL is "postgres:(hidden)"'],
    ['socket:/tmp?password=hunter2', 'DATABASE_URL is "socket:(hidden)"'],
    ['~/bot.sqlite', 'DATABASE_URL is "~/bot.sqlite", but it must be a file, such as file:data/'],
    ['sqlite:bot.sqlite', 'DATABASE_URL is "sqlite:bot.sqlite", but it must be a file, such as file:data/'],
  ])('DATABASE_URL=%s is refused, without its password', async (address, told) => {
    const { runCheck } = await surroundings(newDatabaseFile());
    const { code, lines } = await runCheck({ DATABASE_URL: address });
    expect(code).toBe(78);
    expect(lines[0]).toContain(`failed       settings: ${told}`);
  });

  test('wrong settings are told one a line, nothing else is asked, and it ends with 78', async () => {
    const { slack, sandbox, runCheck } = await surroundings(newDatabaseFile());
    const { code, lines } = await runCheck({ SLACK_BOT_TOKEN: 'xoxp-very-secret', DIGEST_TIME: '25:00' });
    expect(code).toBe(78);
    expect(lines.filter((line) => line.startsWith('failed       settings: '))).toHaveLength(2);
    expect(lines).toContain('not checked  subscription key: settings are wrong');
    expect([...slack.calls, ...sandbox.requests]).toEqual([]);
  });
});
