import { extname } from 'node:path';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { isPostgres } from '../database/connection.ts';
import { createRemote } from '../workers/channel.ts';
import type { StartWorker } from '../workers/worker.ts';
import type { Outage } from './outage.ts';

/** Next to this file, with the same extension: TypeScript here, JavaScript in the built bot. */
const PROCESS = new URL(`./damageProcess${extname(import.meta.url)}`, import.meta.url);
/** 03:00, when nobody asks anything and no digest is due. */
const QUIET_HOUR_MS = 3 * 60 * 60_000;

const DAMAGE_MS = 15 * 60_000;

/** Looks for damage in the database; no job where that is not a file. `isNew`: as for createDamageCheck. */
export function damageJobs(
  databaseUrl: string,
  isNew: boolean,
  calendar: Pick<Calendar, 'dayOf'>,
  clock: Pick<Clock, 'now'>,
  outage: Pick<Outage<'damage'>, 'failed' | 'works'>,
  start: StartWorker,
  signal: AbortSignal,
) {
  if (isPostgres(databaseUrl) || databaseUrl === ':memory:') return [];
  const run = createDamageCheck(databaseUrl, isNew, calendar, clock, outage, start, signal);
  return [{ name: 'looking for damage in the database', everyMs: DAMAGE_MS, run, isIndependent: true }];
}

/**
 * Checks the whole SQLite file at startup and once a night, in a separate process, because a large file takes minutes.
 * Call it every quarter of an hour; it returns at once if the day's check is done.
 * @param isNew true for a file that was just created, which isn't checked before the next night
 */
export function createDamageCheck(
  file: string,
  isNew: boolean,
  calendar: Pick<Calendar, 'dayOf'>,
  clock: Pick<Clock, 'now'>,
  outage: Pick<Outage<'damage'>, 'failed' | 'works'>,
  start: StartWorker,
  signal: AbortSignal,
): () => Promise<void> {
  const today = () => calendar.dayOf(clock.now() - QUIET_HOUR_MS);
  let checkedOn = isNew ? today() : undefined;
  return async () => {
    const day = today();
    if (day === checkedOn) return;
    const damage = await findDamageIn(start, file, signal);
    checkedOn = day;
    if (damage === undefined) outage.works('damage');
    else outage.failed('damage', sentence(file, damage));
  };
}

async function findDamageIn(
  start: StartWorker,
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const child = start(PROCESS, file);
  const close = () => child.close(0);
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    return await createRemote<{ findDamage(): Promise<string | undefined> }>(child.call).findDamage();
  } finally {
    signal.removeEventListener('abort', close);
    await close();
  }
}

function sentence(file: string, damage: string): string {
  const found = damage.replaceAll(/\s+/g, ' ').trim();
  return `DATABASE_URL is the SQLite file ${file}, but it is damaged (${found}). Stop the bot and restore the latest backup. No digest is posted until then.`;
}
