import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { nodeClock } from '../service/context.ts';
import { failureOf } from '../service/failures.ts';
import { flag, minutes, oneOf, text } from '../service/inputs.ts';
import { jsonOf } from '../service/items.ts';
import {
  concludeDays,
  DAILY_EVENTS,
  type DailyEvent,
  type DaysPlan,
  dayEvent,
  latestDate,
  PAUSE_MS,
  pauseAfter,
  planDays,
} from './days.ts';
import { findOut } from './findOut.ts';
import { askForStores, filtersOf, openLooks, storesQueryOf } from './looks.ts';
import { KeptNotes } from './notes.ts';
import { PollLog } from './pollLog.ts';
import { arePollsFrequent } from './pollTimes.ts';
import { MINUTE_MS, sightUnread } from './settled.ts';
import { changedSince, concludeStores, isCheckDue, storesNotesAt } from './stores.ts';

const EVENTS = [...DAILY_EVENTS, 'storesChanged'] as const;

/** Less than n8n gives a poll, and than the pause during which no other poll asks. */
const POLL_MS = 4 * MINUTE_MS;
/** n8n gives up on publishing a workflow after 84 s, and then never polls it again: one may have several triggers. */
const ACTIVATION_MS = 15_000;
/** Between the looks of a poll that has no minutes for them. */
const SOON_MS = 5_000;
/** What n8n says a poll may take unless its scheduler makes it. */
const USUAL_BUDGET_MS = 5 * MINUTE_MS;
/** A look at stock that takes more calls than this is made every five minutes, not with each poll: calls are few. */
const CHEAP_CALLS = 3;

/** n8n makes a context to activate a workflow, polls once, and keeps the context for its Poll Times. */
const polledBefore = new WeakSet<IPollFunctions>();

function eventOf(context: IPollFunctions): (typeof EVENTS)[number] {
  return oneOf('event', text(context.getNodeParameter('event', 'stockUpdated')), EVENTS);
}

/**
 * What has come since the last poll.
 *
 * Before a call its time is noted, after its answer the rest, unless another poll has asked in between. So a poll that
 * fails, stands still or is overtaken neither loses nor doubles an event, and a service in trouble isn't asked every
 * minute either. The poll that activates the workflow fires what it finds settled and leaves the rest to the next one;
 * n8n saves its notes, but no others of a poll that fires nothing.
 */
export async function pollEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = eventOf(context);
  const isActivation = activates(context);
  return event === 'storesChanged'
    ? pollStores(context, isActivation)
    : pollDays(context, event, isActivation);
}

/** n8n's scheduler makes a context for each poll, and gives it less time. */
function activates(context: IPollFunctions): boolean {
  const isNew = !polledBefore.has(context);
  polledBefore.add(context);
  const isScheduled = context.getActivationMode() === 'update' && budgetOf(context) !== USUAL_BUDGET_MS;
  return isNew && !isScheduled;
}

/** Some versions of n8n don't say what a poll may take. */
function budgetOf(context: IPollFunctions): number {
  return context.getPollBudgetMs?.() ?? USUAL_BUDGET_MS;
}

function timeFor(context: IPollFunctions, isActivation: boolean): number {
  return Math.min(budgetOf(context), isActivation ? ACTIVATION_MS : POLL_MS);
}

async function pollDays(
  context: IPollFunctions,
  event: DailyEvent,
  isActivation: boolean,
): Promise<readonly IDataObject[]> {
  const now = nodeClock.now();
  const timeMs = timeFor(context, isActivation);
  const deadline = now + timeMs;
  const calendar = createCalendar();
  const kept = new KeptNotes(context);
  const log = new PollLog(context, event);
  const emitEmptyDays = flag('emitEmptyDays', context.getNodeParameter('emitEmptyDays', false));
  const settleMs = minutes('settleTime', context.getNodeParameter('options.settleTime', 10)) * MINUTE_MS;
  const plan = planDays(event, kept.days(event), now, calendar);
  const before = isActivation ? plan.notes : { ...plan.notes, polledAt: now };
  let lookCalls = 0;
  // Opened even when there is nothing to ask: a wrong parameter shows when the workflow is published.
  const open = () => openLooks(context, event, deadline, (calls) => (lookCalls = calls));
  if (plan.dates.length === 0 || (isActivation && before.isLost)) {
    if (isActivation) await open();
    kept.keep(event, before);
    return [];
  }
  kept.keep(event, { ...before, askedAt: now, waitMs: PAUSE_MS });
  if (before.isLost) {
    const { count } = await (await open())(plan.latest);
    if (kept.isOvertaken(now)) return [];
    const lastDate = count > 0 || (plan.isLate && emitEmptyDays) ? plan.latest : before.lastDate;
    kept.keep(event, { ...before, isLost: false, lastDate, askedAt: now, waitMs: plan.pauseMs });
    log.notesAreLost(lastDate);
    return [];
  }
  const lastLookAt = isActivation ? plan.notes.askedAt : plan.notes.polledAt;
  const isSeenOften = arePollsFrequent(context, lastLookAt, settleMs, isActivation, now);
  const apartMs = timeMs === POLL_MS ? MINUTE_MS : SOON_MS;
  const { findings, sightings, unread, failure } = await findOut(
    plan,
    open,
    {
      settleMs,
      isSeenOften,
      isAlone: !isSeenOften && !isActivation,
      wait: async () => {
        log.stillChanges(plan.latest);
        if (nodeClock.now() + apartMs >= deadline) return false;
        await nodeClock.sleep(apartMs);
        return !kept.isOvertaken(now);
      },
      isLong: () => nodeClock.now() - now >= MINUTE_MS,
    },
    calendar,
  );
  // The poll that asked in between has seen the same, and fires it.
  if (kept.isOvertaken(now)) return [];
  const certain = findings.map(({ look, settled }) => ({ look, settled: settled === true || undefined }));
  const { fired, notes } = concludeDays(plan, isActivation ? certain : findings, emitEmptyDays, calendar);
  const noted = new Map(Object.entries(sightings));
  if (isActivation) {
    for (const date of unread) noted.set(date, sightUnread(noted.get(date), settleMs, now));
  }
  const pending = [...noted].filter(([date]) => date > notes.lastDate);
  const asked = { ...notes, sightings: Object.fromEntries(pending), askedAt: now };
  const waitMs =
    failure === undefined ? pauseOf(plan, pending.length > 0, unread, lookCalls) : pauseAfter(failure.error);
  kept.keep(event, isActivation ? { ...asked, waitMs: 0 } : { ...asked, polledAt: now, waitMs });
  // The dates before the one that failed are not held back by it: it is asked for again, and then has the word.
  if (failure !== undefined && fired.length === 0) {
    if (!isActivation || isWrong(failure.error)) throw failure.error;
    log.leftToNextPoll(failure.error);
  } else log.found(plan.latest, findings, fired);
  return fired;
}

/** A date that is about to settle, or was left for the next poll, is looked at with each poll. */
function pauseOf(
  { event, latest, pauseMs }: DaysPlan,
  hasRows: boolean,
  unread: readonly string[],
  lookCalls: number,
): number {
  if (!hasRows && !unread.includes(latest)) return pauseMs;
  return event === 'stockUpdated' && lookCalls > CHEAP_CALLS ? PAUSE_MS : 0;
}

async function pollStores(context: IPollFunctions, isActivation: boolean): Promise<readonly IDataObject[]> {
  const now = nodeClock.now();
  const deadline = now + timeFor(context, isActivation);
  const calendar = createCalendar();
  const kept = new KeptNotes(context);
  const log = new PollLog(context, 'storesChanged');
  const query = storesQueryOf(filtersOf(context));
  const before = storesNotesAt(kept.stores(), JSON.stringify(query));
  if (!isCheckDue(before, now, calendar)) return [];
  kept.keep('storesChanged', { ...before, askedAt: now, waitMs: PAUSE_MS });
  const [answer] = await Promise.allSettled([
    askForStores(context, deadline, changedSince(before, calendar)),
  ]);
  if (kept.isOvertaken(now)) return [];
  if (answer.status === 'rejected') {
    kept.keep(
      'storesChanged',
      isActivation ? before : { ...before, askedAt: now, waitMs: pauseAfter(answer.reason) },
    );
    if (!isActivation || isWrong(answer.reason)) throw answer.reason;
    log.leftToNextPoll(answer.reason);
    return [];
  }
  const { changed, notes } = concludeStores(before, answer.value, now, calendar);
  kept.keep('storesChanged', notes);
  log.stores(changed.length);
  return changed.map(jsonOf);
}

/**
 * False for a service that doesn't answer now. What is wrong with the credential, a parameter or the answer shows when
 * the workflow is published.
 */
function isWrong(error: unknown): boolean {
  const cause = failureOf(error)?.cause;
  return cause === undefined || cause.endsWith('-invalid');
}

/** A Sunday after a holiday is two days without rows. */
const MOST_SAMPLE_DATES = 3;

/** What a poll could give, for someone who builds a workflow and tests the node. Nothing is noted of it. */
export async function sampleEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = eventOf(context);
  const now = nodeClock.now();
  const deadline = now + POLL_MS;
  if (event === 'storesChanged') return (await askForStores(context, deadline)).slice(0, 1).map(jsonOf);
  const calendar = createCalendar();
  const latest = latestDate(event, now, calendar);
  const lookAt = await openLooks(context, event, deadline);
  for (let back = 0; back < MOST_SAMPLE_DATES; back += 1) {
    const { date, count } = await lookAt(calendar.addDays(latest, -back));
    if (count > 0) return [dayEvent(event, date, count, true)];
  }
  return [dayEvent(event, latest, 0, true)];
}
