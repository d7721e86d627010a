import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { createCalendar, RetailDataError } from 'retail-data-client/portable';
import { nodeClock } from '../service/clock.ts';
import { oneOf, text } from '../service/inputs.ts';
import { awaiting, concludeDays, DAILY_EVENTS, type DailyEvent, type DaysMemory, planDays } from './days.ts';
import { keep, readDays, readStores } from './memory.ts';
import { asking, nextCallAt } from './pause.ts';
import { rememberPause, withProcessPause } from './processPauses.ts';
import { askForDates, askForStores, filtersOf, storesQueryOf } from './questions.ts';
import { beginStores, concludeStores, isCheckDue, type StoresMemory } from './storeChanges.ts';

export const EVENTS = [...DAILY_EVENTS, 'storesChanged'] as const;

export function eventOf(context: IPollFunctions): (typeof EVENTS)[number] {
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
  const calendar = createCalendar();
  const now = nodeClock.now();
  const kept = context.getWorkflowStaticData('node');
  const known = readDays(kept, event);
  const note = noteIn(context, kept, event, now);
  const plan = planDays(event, known, now, calendar, (memory) => withProcessPause(context, memory));
  if (plan.dates.length === 0) {
    if (plan.memory !== known) keep(kept, event, plan.memory);
    return [];
  }
  note(awaiting(plan, now));
  const { answers, failure } = await askForDates(context, event, plan.dates);
  const waitMs = waitOf(failure?.error);
  const { fired, memory } = concludeDays(event, plan, answers, now, calendar, waitMs);
  note(memory);
  // The dates before the one that failed are not held back by it: it is asked for again, and then has the word.
  if (failure !== undefined && fired.length === 0) throw failure.error;
  return fired;
}

async function pollStores(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const calendar = createCalendar();
  const now = nodeClock.now();
  const kept = context.getWorkflowStaticData('node');
  const begun = beginStores(readStores(kept), JSON.stringify(storesQueryOf(filtersOf(context))));
  const before = withProcessPause(context, begun);
  if (!isCheckDue(before, now, calendar)) return [];
  const note = noteIn(context, kept, 'storesChanged', now);
  const asked = { ...before, ...asking(before, now, 1) };
  note(asked);
  try {
    const stores = await askForStores(context);
    const { fired, memory, remembered } = concludeStores(before, stores, now, calendar);
    note(memory);
    context.logger.info(
      `Stores changed: ${remembered.stores} stores take ${remembered.kilobytes} kB of the ${remembered.mostKilobytes} kB that may be remembered.`,
    );
    return fired;
  } catch (error) {
    note({ ...asked, pausedUntil: nextCallAt(now, now, waitOf(error)) });
    // The node makes n8n's error of it; n8n's lint has no `throw` of another one here.
    return Promise.reject(error);
  }
}

/** Notes both for n8n, which may drop it, and for as long as this process runs. */
function noteIn(context: IPollFunctions, kept: IDataObject, event: string, now: number) {
  return (memory: DaysMemory | StoresMemory): void => {
    keep(kept, event, memory);
    rememberPause(context, memory, now);
  };
}

function waitOf(error: unknown): number {
  return error instanceof RetailDataError ? (error.retryAfterMs ?? 0) : 0;
}
