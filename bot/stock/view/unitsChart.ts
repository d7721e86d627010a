import { placesAlong } from '../../figures/rows.ts';
import type { Language } from '../../language/language.ts';
import type { Chart } from '../../slack/chart.ts';
import { stockWords } from '../words/words.ts';

/** Units in stock, a point for each day. Open days between them that aren't stored are gaps. */
export function unitsChart(
  days: readonly { readonly businessDate: string; readonly units: number }[],
  { t, format }: Language,
): Chart {
  const { series, ...words } = stockWords(t).unitsChart;
  const units = new Map(days.map((day) => [day.businessDate, day.units]));
  const stored = [...units.keys()];
  const [from = '', to = from] = [stored[0], stored.at(-1)];
  // Stock doesn't change while stores are closed, and the service has none for many such days.
  const shown = stored.length === 0 ? [] : placesAlong('day', stored, { from, to });
  return {
    ...words,
    kind: 'line',
    labels: shown.map(({ key }) => format.shortDay(key)),
    along: t.common.day,
    isInTime: true,
    series: [{ name: series, values: shown.map(({ key }) => units.get(key)) }],
    written: format.units,
  };
}
