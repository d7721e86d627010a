import { Client } from 'pg';
import type { ClockReading } from './flowingClock.ts';

const INSTALL = `
  create table test_clock (id integer primary key, real_ms double precision, time_ms double precision, rate double precision);
  create function public.clock_timestamp() returns timestamptz language sql volatile as $$
    select to_timestamp(
      (time_ms + (extract(epoch from pg_catalog.clock_timestamp()) * 1000 - real_ms) * rate) / 1000.0
    ) from public.test_clock
  $$;
  create function public.now() returns timestamptz language sql volatile as $$ select public.clock_timestamp() $$;
`;

/** Gives every later session of that server the clock of the reading. The schema `public` must be empty. */
export async function installDatabaseClock(url: string, reading: ClockReading): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(INSTALL);
    await client.query('alter role current_user set search_path = public, pg_catalog');
    // PGlite has one session for all connections.
    await client.query('set search_path = public, pg_catalog');
  });
  await setDatabaseClock(url, reading);
}

/** Moves the clock of a PostgreSQL: its own functions of that name are found first. */
export async function setDatabaseClock(url: string, { real, time, rate }: ClockReading): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into public.test_clock values (1, $1, $2, $3)
       on conflict (id) do update set real_ms = excluded.real_ms, time_ms = excluded.time_ms, rate = excluded.rate`,
      [real, time, rate],
    );
  });
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
