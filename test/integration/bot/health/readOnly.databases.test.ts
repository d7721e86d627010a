import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeHealth } from '../../../../bot/composeHealth.ts';
import { isPostgres, openDatabase } from '../../../../bot/database/connection.ts';
import { freePort } from '../../../../tools/freePort.ts';
import { botSettings } from '../../../support/bot/botSettings.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { calendar } from '../../../support/bot/time.ts';
import { watchedBot } from '../../../support/bot/watchedBot.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

describe.each(DATABASE_PLACES)('in $name', ({ open }) => {
  const place = usePlace(open);

  test('a database that can only be read is not ready, says what to do, and is ready again once it can be written', async () => {
    const databaseUrl = await place.fresh();
    const database = await openDatabase(databaseUrl, { connections: 1 });
    onTestFinished(() => database.destroy());
    const clock = createFakeClock();
    const healthPort = await freePort();
    const health = await composeHealth({
      settings: botSettings({ healthPort, databaseUrl, slackApiUrl: undefined }),
      clock,
      log: createRecordingLog().log,
      signal: new AbortController().signal,
      startedAt: clock.now(),
    });
    onTestFinished(() => health.close());
    const watched = health.watchDatabase(database, [], calendar);
    watched.watchBot(watchedBot(clock));
    const databaseLine = async () => {
      const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`);
      return /^database: (.*)$/m.exec(await answer.text())?.[1];
    };
    const letWrite = async (isAllowed: boolean) => {
      const statement = isPostgres(databaseUrl)
        ? `set session characteristics as transaction read ${isAllowed ? 'write' : 'only'}`
        : `pragma query_only = ${isAllowed ? 'off' : 'on'}`;
      await sql.raw(statement).execute(database);
    };
    await watched.look();
    expect(await databaseLine()).toBe('ok');
    await letWrite(false);
    await watched.look();
    expect(await databaseLine()).toMatch(
      /^not ready: DATABASE_URL is the (SQLite file|PostgreSQL) \S+, but it can't be used: .*read-?only.*\. \S/,
    );
    await letWrite(true);
    await watched.look();
    expect(await databaseLine()).toBe('ok');
  });
});
