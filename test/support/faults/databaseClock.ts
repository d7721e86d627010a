import { Client } from 'pg';
import type { ClockReading } from './flowingClock.ts';

const INSTALL = `
  create table test_clock (
    id integer primary key,
    real_ms double precision, time_ms double precision, rate double precision,
    real_before double precision, time_before double precision, rate_before double precision
  );
  create function public.clock_timestamp() returns timestamptz language sql volatile as $$
    select to_timestamp(
      case when now_ms >= real_ms
        then time_ms + (now_ms - real_ms) * rate
        else time_before + (now_ms - real_before) * rate_before
      end / 1000.0
    ) from public.test_clock, (select extract(epoch from pg_catalog.clock_timestamp()) * 1000 as now_ms) as machine
  $$;
  create function public.now() returns timestamptz language sql volatile as $$ select public.clock_timestamp() $$;
`;

/** A clock that stands still at that time. */
export const standingAt = (time: number): ClockReading => ({ real: 0, time, rate: 0, jump: 0 });

/** Tells a clock what `now` gives, when that has changed; one change after the other. */
export function followingClock(
  now: () => number,
  tell: (reading: ClockReading) => Promise<void>,
): () => Promise<void> {
  let told = now();
  let telling = Promise.resolve();
  return () => {
    if (told !== now()) {
      told = now();
      const reading = standingAt(told);
      telling = telling.then(() => tell(reading));
    }
    return telling;
  };
}

/** Later sessions find functions of `public` before those that PostgreSQL has by the same name. */
const FIND_FIRST = `
  do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
  end $$;
`;

/** Gives every later session of that database the clock of the reading. It must not have had one before. */
export async function installDatabaseClock(url: string, reading: ClockReading): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(INSTALL);
    await client.query(FIND_FIRST);
    // PGlite has one session for all connections.
    await client.query('set search_path = public, pg_catalog');
  });
  await setDatabaseClock(url, reading);
}

/** The same for a copy of a database that had a clock: its tables and functions are copied, its settings are not. */
export async function adoptDatabaseClock(url: string, reading: ClockReading): Promise<void> {
  await withClient(url, (client) => client.query(FIND_FIRST));
  await setDatabaseClock(url, reading);
}

/** Moves the clock of a PostgreSQL at the instant `real` of the reading: its own functions of that name are found first. */
export async function setDatabaseClock(url: string, reading: ClockReading): Promise<void> {
  await withClient(url, (client) => tellTime(client, reading));
}

/** The same by a connection that is open. */
export async function tellTime(
  client: Client,
  { real, time, rate }: Pick<ClockReading, 'real' | 'time' | 'rate'>,
): Promise<void> {
  await client.query(
    `insert into public.test_clock as clock values (1, $1, $2, $3, $1, $2, $3)
     on conflict (id) do update set
       real_before = clock.real_ms, time_before = clock.time_ms, rate_before = clock.rate,
       real_ms = excluded.real_ms, time_ms = excluded.time_ms, rate = excluded.rate`,
    [real, time, rate],
  );
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
