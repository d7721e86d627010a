import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { RetailDataError } from 'retail-data-client/portable';
import { nodeClock } from '../service/clock.ts';
import { flag, oneOf, text } from '../service/inputs.ts';
import { jsonOf } from '../service/items.ts';
import {
  concludeDays,
  DAILY_EVENTS,
  type DailyEvent,
  dayEvent,
  type Look,
  PAUSE_MS,
  pauseAfter,
  planDays,
} from './days.ts';
import { askForStores, filtersOf, lookAt, storesQueryOf } from './looks.ts';
import { KeptNotes } from './notes.ts';
import { changedSince, concludeStores, isCheckDue, storesNotesAt } from './stores.ts';

const EVENTS = [...DAILY_EVENTS, 'storesChanged'] as const;

function eventOf(context: IPollFunctions): (typeof EVENTS)[number] {
  return oneOf('event', text(context.getNodeParameter('event', 'stockUpdated')), EVENTS);
}

/**
 * What has come since the last poll.
 *
 * Before a call its time is noted, after its answer the rest. So a poll that fails, or that the next one overtakes,
 * neither loses nor doubles an event, and a service in trouble is not asked every minute either.
 */
export async function pollEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = eventOf(context);
  return event === 'storesChanged' ? pollStores(context) : pollDays(context, event);
}

async function pollDays(context: IPollFunctions, event: DailyEvent): Promise<readonly IDataObject[]> {
  const now = nodeClock.now();
  const kept = new KeptNotes(context);
  const known = kept.days(event);
  const plan = planDays(event, known, now, createCalendar());
  if (plan.dates.length === 0) {
    if (known === undefined) kept.keep(event, plan.notes);
    return [];
  }
  kept.keep(event, { ...plan.notes, askedAt: now, waitMs: PAUSE_MS });
  const { looks, failure } = await lookAt(context, event, plan.dates, plan.notes.look);
  const emitEmptyDays = flag('emitEmptyDays', context.getNodeParameter('emitEmptyDays', false));
  const { fired, notes } = concludeDays(plan, looks, emitEmptyDays, now);
  kept.keep(event, failure === undefined ? notes : { ...notes, waitMs: waitAfter(failure.error) });
  // The dates before the one that failed are not held back by it: it is asked for again, and then has the word.
  if (failure !== undefined && fired.length === 0) throw failure.error;
  return fired;
}

async function pollStores(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const now = nodeClock.now();
  const calendar = createCalendar();
  const kept = new KeptNotes(context);
  const before = storesNotesAt(kept.stores(), JSON.stringify(storesQueryOf(filtersOf(context))));
  if (!isCheckDue(before, now, calendar)) return [];
  kept.keep('storesChanged', { ...before, askedAt: now, waitMs: PAUSE_MS });
  try {
    const answer = await askForStores(context, changedSince(before, calendar));
    const { changed, notes } = concludeStores(before, answer, now, calendar);
    kept.keep('storesChanged', notes);
    return changed.map(jsonOf);
  } catch (error) {
    kept.keep('storesChanged', { ...before, askedAt: now, waitMs: waitAfter(error) });
    // The node makes n8n's error of it; n8n's lint has no `throw` of another one here.
    return Promise.reject(error);
  }
}

function waitAfter(error: unknown): number {
  return pauseAfter(error instanceof RetailDataError ? error.retryAfterMs : undefined);
}

/** A Sunday after a holiday is two days without rows. */
const MOST_SAMPLE_DATES = 3;

/** What a poll could give, for someone who builds a workflow and tests the node. Nothing is noted of it. */
export async function sampleEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = eventOf(context);
  if (event === 'storesChanged') return (await askForStores(context)).slice(0, 1).map(jsonOf);
  const calendar = createCalendar();
  const now = nodeClock.now();
  const latest = event === 'stockUpdated' ? calendar.latestStockDay(now) : calendar.latestSalesDay(now);
  return [dayEvent(event, await newestWithRows(context, event, latest))];
}

/** A look at the newest date that has rows, else at the newest. */
async function newestWithRows(context: IPollFunctions, event: DailyEvent, latest: string): Promise<Look> {
  const calendar = createCalendar();
  for (let back = 0; back < MOST_SAMPLE_DATES; back += 1) {
    const date = calendar.addDays(latest, -back);
    const { looks, failure } = await lookAt(context, event, [date], null);
    if (failure !== undefined) throw failure.error;
    const [look] = looks;
    if (look !== undefined && look !== null && look.count > 0) return look;
  }
  return { date: latest, count: 0, lastChange: null };
}
