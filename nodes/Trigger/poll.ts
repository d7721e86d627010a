import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { type Calendar, createCalendar } from 'retail-data-client/calendar/calendar';
import { PageDriftError, RetailDataError } from 'retail-data-client/portable';
import { nodeClock } from '../service/clock.ts';
import { failureOf } from '../service/failures.ts';
import { flag, oneOf, text } from '../service/inputs.ts';
import { jsonOf } from '../service/items.ts';
import {
  concludeDays,
  DAILY_EVENTS,
  type DailyEvent,
  type DaysPlan,
  dayEvent,
  isComplete,
  isSameLook,
  type Look,
  latestDate,
  PAUSE_MS,
  pauseAfter,
  planDays,
} from './days.ts';
import { askForStores, deadlineOf, filtersOf, type LookAt, openLooks, storesQueryOf } from './looks.ts';
import { KeptNotes } from './notes.ts';
import { PollLog } from './pollLog.ts';
import { changedSince, concludeStores, isCheckDue, storesNotesAt } from './stores.ts';

const EVENTS = [...DAILY_EVENTS, 'storesChanged'] as const;

/** Between looks at a date that may still change. */
const LOOKS_APART_MS = 60_000;
/** The same in a poll that activates the workflow: n8n starts nothing else before it ends. */
const FIRST_LOOKS_APART_MS = 5_000;
const MOST_FURTHER_LOOKS = 3;

/** n8n makes a context to activate a workflow, polls once, and keeps the context for its Poll Times. */
const polledBefore = new WeakSet<IPollFunctions>();

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
  const isFirst = isFirstPoll(context);
  const apartMs = isFirst ? FIRST_LOOKS_APART_MS : LOOKS_APART_MS;
  const now = nodeClock.now();
  const deadline = deadlineOf(context);
  const calendar = createCalendar();
  const kept = new KeptNotes(context);
  const log = new PollLog(context, event);
  const emitEmptyDays = flag('emitEmptyDays', context.getNodeParameter('emitEmptyDays', false));
  if (kept.areLost) {
    const plan = planDays(event, 'lost', now, calendar);
    const lookAt = await openLooks(context, event, deadline);
    const { count } = await lookAt(plan.latest);
    const mayHaveFired = count > 0 || (plan.isLate && emitEmptyDays);
    const lastDate = mayHaveFired ? plan.latest : plan.notes.lastDate;
    kept.keep(event, { ...plan.notes, lastDate, askedAt: now, waitMs: plan.pauseMs });
    log.notesAreLost(lastDate);
    return [];
  }
  const plan = planDays(event, kept.days(event), now, calendar);
  if (plan.dates.length === 0) {
    kept.keep(event, plan.notes);
    return [];
  }
  kept.keep(event, { ...plan.notes, askedAt: now, waitMs: PAUSE_MS });
  const { looks, isLatestComplete, failure } = await findOut({
    plan,
    calendar,
    log,
    open: () => openLooks(context, event, deadline),
    wait: async () => {
      const mayWait = nodeClock.now() + apartMs < deadline;
      if (mayWait) await nodeClock.sleep(apartMs);
      return mayWait;
    },
  });
  const { fired, notes } = concludeDays(plan, looks, isLatestComplete, emitEmptyDays, calendar);
  const waitMs = failure === undefined ? plan.pauseMs : waitAfter(failure.error, isFirst);
  kept.keep(event, { ...notes, askedAt: now, waitMs });
  // The dates before the one that failed are not held back by it: it is asked for again, and then has the word.
  if (failure !== undefined && fired.length === 0) throw failure.error;
  log.found(plan.latest, looks, fired);
  return fired;
}

interface Asking {
  readonly plan: DaysPlan;
  readonly calendar: Calendar;
  readonly log: PollLog;
  open(): Promise<LookAt>;
  /** False when the poll has no time left to wait. */
  wait(): Promise<boolean>;
}

interface Findings {
  /** Oldest first; without the latest date where that changes while it is counted. */
  readonly looks: readonly Look[];
  readonly isLatestComplete: boolean;
  readonly failure?: { readonly error: unknown };
}

/** Looks at the dates of the plan. Stock is a state: of its dates, only the newest that has any can be read. */
async function findOut({ plan, calendar, log, open, wait }: Asking): Promise<Findings> {
  const { event, dates, latest, completeAt } = plan;
  const older = dates.slice(0, -1);
  const looks: Look[] = [];
  try {
    const lookAt = await open();
    if (event === 'salesAvailable') for (const date of older) looks.push(await lookAt(date));
    let look = await unlessItDrifts(lookAt(latest));
    let isLatestComplete = look !== null && isComplete(look, completeAt, nodeClock.now(), calendar);
    for (let further = 0; further < MOST_FURTHER_LOOKS; further += 1) {
      if (isLatestComplete || look?.count === 0) break;
      log.stillChanges(look, latest);
      if (!(await wait())) break;
      const before = look;
      look = await unlessItDrifts(lookAt(latest));
      isLatestComplete =
        look !== null &&
        (isComplete(look, completeAt, nodeClock.now(), calendar) || isSameLook(before, look));
    }
    if (look !== null) looks.push(look);
    if (event === 'stockUpdated' && look?.count === 0) {
      for (const date of older.toReversed()) {
        const earlier = await lookAt(date);
        looks.unshift(earlier);
        if (earlier.count > 0) break;
      }
    }
    return { looks, isLatestComplete };
  } catch (error) {
    return { looks: event === 'salesAvailable' ? looks : [], isLatestComplete: false, failure: { error } };
  }
}

/** Null for a date that changes while it is looked at. */
async function unlessItDrifts(looking: Promise<Look>): Promise<Look | null> {
  const [look] = await Promise.allSettled([looking]);
  if (look.status === 'fulfilled') return look.value;
  if (look.reason instanceof PageDriftError) return null;
  throw look.reason;
}

async function pollStores(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const isFirst = isFirstPoll(context);
  const now = nodeClock.now();
  const calendar = createCalendar();
  const kept = new KeptNotes(context);
  const before = storesNotesAt(kept.stores(), JSON.stringify(storesQueryOf(filtersOf(context))));
  if (!isCheckDue(before, now, calendar)) return [];
  kept.keep('storesChanged', { ...before, askedAt: now, waitMs: PAUSE_MS });
  const [answer] = await Promise.allSettled([askForStores(context, changedSince(before, calendar))]);
  if (answer.status === 'rejected') {
    kept.keep('storesChanged', { ...before, askedAt: now, waitMs: waitAfter(answer.reason, isFirst) });
    throw answer.reason;
  }
  const { changed, notes } = concludeStores(before, answer.value, now, calendar);
  kept.keep('storesChanged', notes);
  new PollLog(context, 'storesChanged').stores(changed.length);
  return changed.map(jsonOf);
}

function isFirstPoll(context: IPollFunctions): boolean {
  const isFirst = !polledBefore.has(context);
  polledBefore.add(context);
  return isFirst;
}

/**
 * When a poll that activates the workflow fails, n8n tries it again at once, and shows the error if it fails each time. A
 * pause would let the second try pass, so a wrong credential or parameter gets none.
 */
function waitAfter(error: unknown, isFirst: boolean): number {
  const cause = failureOf(error)?.cause;
  if (isFirst && (cause === 'credential-invalid' || cause === 'configuration-invalid')) return 0;
  return pauseAfter(error instanceof RetailDataError ? error.retryAfterMs : undefined);
}

/** A Sunday after a holiday is two days without rows. */
const MOST_SAMPLE_DATES = 3;

/** What a poll could give, for someone who builds a workflow and tests the node. Nothing is noted of it. */
export async function sampleEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = eventOf(context);
  if (event === 'storesChanged') return (await askForStores(context)).slice(0, 1).map(jsonOf);
  const calendar = createCalendar();
  const latest = latestDate(event, nodeClock.now(), calendar);
  const lookAt = await openLooks(context, event, deadlineOf(context));
  for (let back = 0; back < MOST_SAMPLE_DATES; back += 1) {
    const look = await lookAt(calendar.addDays(latest, -back));
    if (look.count > 0) return [dayEvent(event, look)];
  }
  return [dayEvent(event, { date: latest, count: 0, lastChange: null })];
}
