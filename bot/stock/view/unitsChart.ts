import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Reader } from '../../ask/reader.ts';
import { chartBlocks } from '../../slack/chartBlocks.ts';
import { dayChart } from '../../slack/dayChart.ts';
import type { MessageBlock } from '../../slack/message.ts';
import { stockWords } from '../words/words.ts';

/** Units in stock, a point for each day. */
export function unitsChart(
  days: readonly { readonly businessDate: string; readonly units: number }[],
  { rendering, language }: Reader,
): MessageBlock[] {
  const line = {
    ...stockWords(language.t).unitsChart,
    // Stock doesn't change while stores are closed, and the service has none for many such days.
    isExpected: (day: string) => isOpenDay(dayOf(day)),
    points: days.map(({ businessDate, units }) => ({ day: businessDate, value: units })),
    written: language.format.units,
  };
  return chartBlocks(dayChart(line, language), rendering, language);
}
