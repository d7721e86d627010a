import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/portable';
import { nodeClock } from '../service/clock.ts';
import { type DailyEvent, dayEvent } from './days.ts';
import { eventOf } from './poll.ts';
import { askForDates, askForStores } from './questions.ts';
import { sampleChange } from './storeChanges.ts';

/** A Sunday after a holiday is two days without rows. */
const MOST_DATES = 3;

/** What a poll could give, for someone who builds a workflow and tests the node. Nothing is noted of it. */
export async function sampleEvent(context: IPollFunctions): Promise<readonly IDataObject[]> {
  const event = eventOf(context);
  const calendar = createCalendar();
  const now = nodeClock.now();
  if (event === 'storesChanged') return sampleChange(await askForStores(context), calendar.dayOf(now));
  const latest = event === 'stockUpdated' ? calendar.latestStockDay(now) : calendar.latestSalesDay(now);
  return sampleDay(context, event, latest);
}

/** The newest date that has rows, else the newest. */
async function sampleDay(
  context: IPollFunctions,
  event: DailyEvent,
  latest: string,
): Promise<readonly IDataObject[]> {
  const calendar = createCalendar();
  for (let back = 0; back < MOST_DATES; back += 1) {
    const date = calendar.addDays(latest, -back);
    const { answers, failure } = await askForDates(context, event, [date]);
    if (failure !== undefined) throw failure.error;
    const [answer] = answers;
    if (answer !== undefined && !answer.empty) return [dayEvent(event, date, answer)];
  }
  return [dayEvent(event, latest, { empty: true, rows: 0 })];
}
