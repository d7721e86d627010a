import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client';
import { openClient } from '../service/client.ts';
import { nodeClock } from '../service/clock.ts';
import { oneOf, text } from '../service/inputs.ts';
import { concludeDays, DAILY_EVENTS, type DailyEvent, planDays } from './days.ts';
import { keep, readDays, readStores } from './memory.ts';
import { pausedAt } from './pause.ts';
import { askForDate, storesQueryOf } from './questions.ts';
import { beginStores, concludeStores, isCheckDue, sampleChange } from './storeChanges.ts';

const EVENTS = [...DAILY_EVENTS, 'storesChanged'] as const;

/**
 * What has come since the last poll, or, when someone tests the node, a sample that nothing is noted of.
 *
 * Before a call its time is noted, after its answer the rest. So a poll that fails, or that the next one overtakes,
 * neither loses nor doubles an event, and a service in trouble is not asked every minute either.
 */
export async function pollEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = oneOf('event', text(context.getNodeParameter('event', 'stockUpdated')), EVENTS);
  const isTest = context.getMode() === 'manual';
  if (event === 'storesChanged') return isTest ? sampleStore(context) : pollStores(context);
  return isTest ? sampleDay(context, event) : pollDays(context, event);
}

async function pollDays(context: IPollFunctions, event: DailyEvent): Promise<readonly IDataObject[]> {
  const calendar = createCalendar();
  const now = nodeClock.now();
  const kept = context.getWorkflowStaticData('node');
  const known = readDays(kept, event);
  const plan = planDays(event, known, now, calendar);
  if (plan.dates.length === 0) {
    if (plan.memory !== known) keep(kept, event, plan.memory);
    return [];
  }
  keep(kept, event, pausedAt(plan.memory, now));
  const answers = await rowsOf(context, event, plan.dates);
  const { fired, memory } = concludeDays(event, plan, answers, now, calendar);
  keep(kept, event, memory);
  return fired;
}

async function pollStores(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const calendar = createCalendar();
  const now = nodeClock.now();
  const kept = context.getWorkflowStaticData('node');
  const query = storesQueryOf(filtersOf(context));
  const before = beginStores(readStores(kept), JSON.stringify(query));
  if (!isCheckDue(before, now, calendar)) return [];
  keep(kept, 'storesChanged', pausedAt(before, now));
  const stores = await (await openClient(context)).stores(query);
  const { fired, memory } = concludeStores(before, stores, now, calendar);
  keep(kept, 'storesChanged', memory);
  return fired;
}

async function rowsOf(context: IPollFunctions, event: DailyEvent, dates: readonly string[]) {
  const client = await openClient(context);
  const filters = filtersOf(context);
  const answers = [];
  for (const date of dates) answers.push(await askForDate(client, event, date, filters));
  return answers;
}

async function sampleDay(context: IPollFunctions, event: DailyEvent): Promise<readonly IDataObject[]> {
  const calendar = createCalendar();
  const now = nodeClock.now();
  const date = event === 'stockUpdated' ? calendar.latestStockDay(now) : calendar.latestSalesDay(now);
  const [answer] = await rowsOf(context, event, [date]);
  if (answer === undefined) return [];
  const rows = answer.empty ? 0 : answer.rows;
  return [{ event, date, empty: answer.empty, rows, missedFrom: null, missedTo: null }];
}

async function sampleStore(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const client = await openClient(context);
  const [store] = await client.stores(storesQueryOf(filtersOf(context)));
  return store === undefined ? [] : [sampleChange(store, createCalendar().dayOf(nodeClock.now()))];
}

function filtersOf(context: IPollFunctions): IDataObject {
  const filters: unknown = context.getNodeParameter('filters', {});
  return typeof filters === 'object' && filters !== null ? Object.fromEntries(Object.entries(filters)) : {};
}
