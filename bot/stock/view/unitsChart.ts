import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Language } from '../../language/language.ts';
import type { Chart } from '../../slack/chart.ts';
import { dayChart } from '../../slack/dayChart.ts';
import { stockWords } from '../words/words.ts';

/** Units in stock, a point for each day. */
export function unitsChart(
  days: readonly { readonly businessDate: string; readonly units: number }[],
  language: Language,
): Chart {
  const line = {
    ...stockWords(language.t).unitsChart,
    // Stock doesn't change while stores are closed, and the service has none for many such days.
    isExpected: (day: string) => isOpenDay(dayOf(day)),
    points: days.map(({ businessDate, units }) => ({ day: businessDate, value: units })),
    written: language.format.units,
  };
  return dayChart(line, language);
}
