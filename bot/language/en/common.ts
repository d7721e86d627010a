import { slackSays } from './slackSays.ts';

/** What stands at answers of every kind. */
export const common = () => ({
  /** The sentence of a mistake, the command to copy, and others that may have been meant; all are ready for mrkdwn. */
  mistake: (sentence: string, corrected: string, others: readonly string[]) =>
    `${sentence} Try: ${corrected}${others.map((other) => ` or ${other}`).join('')}`,
  /** A command with the words of this language, as the parser reads them. */
  command: (command: string): string => command,
  /** A code of Slack's, within a sentence. */
  slackSays,
  openForm: 'Open form',
  buttons: {
    followUps: {
      day_before: 'Day before',
      by_product: 'By product',
      by_store: 'By store',
      by_day: 'By day',
      previous_period: 'Compare with previous period',
      whole_period: 'Compare with whole period',
      thirty_days: '30-day chart',
      sales_of_it: 'Sales by store, 7 days',
      stock_of_it: 'Stock',
      stock_out: 'Out of stock',
      stock_low: 'Running low',
      stock_changes: 'Changes',
    },
    csv: 'All rows as CSV',
    share: 'Share in channel',
  },
  /** Values over a span of days, drawn as steps; values are written already. */
  sparkline: {
    always: (title: string, steps: string, span: string, value: string) =>
      `${title}: \`${steps}\`\n${span}, always ${value}`,
    between: (title: string, steps: string, span: string, lowest: string, highest: string) =>
      `${title}: \`${steps}\`\n${span}, between ${lowest} and ${highest}`,
  },
  /** Along the bottom of a chart. */
  day: 'Day',
  /** When newer data arrives. */
  next: (at: string) => `Next: ${at}`,
});
