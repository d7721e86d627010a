import type { Language } from '../language/language.ts';
import type { Chart } from './chart.ts';
import { type MessageBlock, type Rendering, section } from './message.ts';
import { nativeChart } from './nativeChart.ts';
import { textChart } from './textChart.ts';

/** Slack's native chart, or bars of text where charts can't be shown, such as in a modal. */
export function chartBlocks(chart: Chart, rendering: Rendering, language: Language): MessageBlock[] {
  if (rendering === 'dataTable') return nativeChart(chart, language);
  const text = chart.isInTime ? textChart(chart, language) : undefined;
  return text === undefined ? [] : [section(text)];
}
