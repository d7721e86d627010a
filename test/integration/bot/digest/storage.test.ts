import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDatabaseFile } from '../../../support/bot/databases.ts';
import { type Channels, openChannels } from '../../../support/bot/digest/channels.ts';
import { expectOne, keepSweeping, STEPS } from '../../../support/bot/digest/failingStorage.ts';

/** A disk that is full from `fill` to `free`: every write to the ledger needs a page that there is not. */
async function createFullDisk({ database }: Channels) {
  await sql`create table ballast (bytes blob)`.execute(database);
  for (const event of ['insert', 'update']) {
    const name = sql.ref(`ballast_${event}`);
    await sql`create trigger ${name} after ${sql.raw(event)} on digest_run begin insert into ballast values (zeroblob(50000)); delete from ballast; end`.execute(
      database,
    );
  }
  const limit = (pages: string) => sql`pragma max_page_count = ${sql.raw(pages)}`.execute(database);
  return {
    async fill() {
      await sql`vacuum`.execute(database);
      await limit('1');
    },
    free: () => limit('1000000'),
  };
}

describe('a full disk', () => {
  test.each(STEPS)('from %s on loses no digest and doubles none', async (point) => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    const disk = await createFullDisk(channels);
    const first = channels.replica('first');
    first.dieAt(point, () => disk.fill());
    const failed = await first.sweep().then(
      () => undefined,
      (error: unknown) => error,
    );
    // From the first write after that on; after the last one there is none.
    if (point === 'after ledger.markSent') expect(failed).toBeUndefined();
    else expect(String(failed)).toMatch(/full/);
    const posted = channels.slack.workspace.all().length;
    const failures = await keepSweeping(channels, 3);
    expect(failures.every((failure) => /full/.test(String(failure)))).toBe(true);
    // Without a ledger nothing goes out.
    expect(channels.slack.workspace.all()).toHaveLength(posted);
    await disk.free();
    await keepSweeping(channels, 6);
    await expectOne(channels);
  });
});

describe('a SQLite file that another process holds', () => {
  test.each(STEPS)('from %s on loses no digest and doubles none', async (point) => {
    const place = newDatabaseFile();
    const channels = await openChannels('2026-11-20 08:30', { place });
    await channels.saveStock('2026-11-20');
    // The wait for it is SQLite's own; a test has no time for it.
    await sql`pragma busy_timeout = 0`.execute(channels.database);
    const other = new DatabaseSync(place);
    onTestFinished(() => other.close());
    const first = channels.replica('first');
    first.dieAt(point, async () => other.exec('begin immediate'));
    await first.sweep().catch(() => undefined);
    const posted = channels.slack.workspace.all().length;
    await keepSweeping(channels, 2);
    expect(channels.slack.workspace.all()).toHaveLength(posted);
    other.exec('rollback');
    await keepSweeping(channels, 6);
    await expectOne(channels);
  });
});
