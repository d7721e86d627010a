import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../../bot/digest/faultPoints.ts';
import { newDatabaseFile } from '../support/databases.ts';
import { oslo } from '../support/time.ts';
import { SERVER_PLACES, usePlace } from '../support/warehousePlaces.ts';
import { type Channels, openChannels } from './channels.ts';

const MINUTE = 60_000;
/** Between the steps of one digest, the database can be gone. */
const STEPS: readonly FaultPoint[] = FAULT_POINTS.filter((point) => /^(sweep|send)\./.test(point));

/** Sweeps each minute whatever comes of it, and tells how often it failed. */
async function keepSweeping(channels: Channels, minutes: number): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    channels.clock.set(channels.clock.now() + MINUTE);
    await channels
      .replica('later')
      .sweep()
      .catch((error: unknown) => failures.push(error));
  }
  return failures;
}

async function expectOne(channels: Channels): Promise<void> {
  expect(channels.slack.workspace.all()).toHaveLength(1);
  expect(await channels.states()).toEqual(['2026-11-20 sent']);
  expect(await channels.runs()).toMatchObject([{ messageTs: channels.digests()[0]?.ts }]);
}

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
    if (point === 'send.recorded') expect(failed).toBeUndefined();
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

// PGlite has no connections of its own to end.
describe.each(SERVER_PLACES)('a $name that ends all connections', ({ open }) => {
  const place = usePlace(open);

  test.each(STEPS)('at %s is connected to again: no digest is lost, none doubled', async (point) => {
    const url = await place.fresh();
    const channels = await openChannels('2026-11-20 08:30', { place: url });
    await channels.saveStock('2026-11-20');
    const operator = new Client({ connectionString: url });
    await operator.connect();
    onTestFinished(() => operator.end());
    const first = channels.replica('first');
    first.dieAt(point, async () => {
      const { rows } = await operator.query(
        'select pg_terminate_backend(pid) as gone from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await first.sweep().catch(() => undefined);
    await keepSweeping(channels, 6);
    await expectOne(channels);
    expect(channels.clock.now()).toBeGreaterThan(oslo('2026-11-20 08:35'));
  });
});
