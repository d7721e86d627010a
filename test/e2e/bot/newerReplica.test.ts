import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { MIGRATIONS, type Migrations } from '../../../bot/database/migrations.ts';
import { oslo } from '../../support/bot/time.ts';
import { until } from '../../support/until.ts';
import { digestsIn } from '../processes/heldDigests.ts';
import { openProofWorld } from '../processes/proofWorld.ts';
import { POSTGRES } from '../proofs/places.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;
const CHANNELS = 2;

/** Every table gets a column that the version of today does not know, and there is one table more. */
const NEWER: Migrations = {
  ...MIGRATIONS,
  '2999-01-01-newer': {
    async up(database) {
      for (const { name } of await database.introspection.getTables())
        await database.schema.alterTable(name).addColumn('newer', 'text').execute();
      await database.schema.createTable('newer').addColumn('id', 'integer').execute();
    },
  },
};

test('a replica goes on after a newer one has changed the tables; an older one that is started then is refused', async () => {
  const place = await POSTGRES.open();
  onTestFinished(() => place.close());
  const { postgres = '' } = place;
  const world = await openProofWorld({ at: '2025-01-07 08:20', channels: CHANNELS, postgres });
  onTestFinished(() => world.close());
  const untilDigests = async (morning: string, count: number) => {
    await world.setTime(oslo(morning), 6);
    await until(
      `${count} digests`,
      async () => digestsIn(world.slack.workspace).length === count || undefined,
    );
  };
  const bot = await world.start();
  await untilDigests('2025-01-07 08:31', CHANNELS);

  await (await openDatabase(postgres, { migrations: NEWER })).destroy();
  await untilDigests('2025-01-08 08:31', 2 * CHANNELS);
  const older = run(process.execPath, [join(projectFolder, 'bot', 'main.ts')], {
    cwd: tmpdir(),
    env: {
      ...cleanEnvironment(process.env.PATH ?? ''),
      RETAIL_DATA_BASE_URL: world.service.url,
      RETAIL_DATA_SUBSCRIPTION_KEY: world.sandbox.subscriptionKey,
      SLACK_BOT_TOKEN: 'xoxb-proof',
      SLACK_APP_TOKEN: 'xapp-proof',
      SLACK_API_URL: world.slack.apiUrl,
      DATABASE_URL: postgres,
    },
  });
  expect(await older.exit(PATIENCE_MS)).toBe(78);
  expect(older.output()).toMatch(
    /^DATABASE_URL is the PostgreSQL .*, but a newer version of the bot has changed its tables\. Start that version, .*\n$/,
  );
  expect(await bot.stop()).toBe(0);
  expect(
    bot
      .log()
      .split('\n')
      // On a busy machine the bot's clock and the database's don't move on at the same moment.
      .filter((line) => /"level":[56]0/.test(line) && !line.includes('the clock is wrong')),
  ).toEqual([]);
});
