import type { Catalog } from '../en/index.ts';
import { inNorwegian } from './commands.ts';
import { slackSays } from './slackSays.ts';

export const common = (): Catalog['common'] => ({
  mistake(sentence, corrected, others) {
    const all = [corrected, ...others];
    const last = all.pop() ?? corrected;
    return `${sentence} Prøv: ${all.length === 0 ? '' : `${all.join(', ')} eller `}${last}`;
  },
  command: inNorwegian,
  slackSays,
  openForm: 'Åpne skjemaet',
  buttons: {
    followUps: {
      day_before: 'Dagen før',
      by_product: 'Per vare',
      by_store: 'Per butikk',
      by_day: 'Per dag',
      previous_period: 'Sammenlign med forrige periode',
      whole_period: 'Sammenlign med hele perioden',
      thirty_days: 'Graf for 30 dager',
      sales_of_it: 'Salg per butikk, 7 dager',
      stock_of_it: 'Beholdning',
      stock_out: 'Utsolgt',
      stock_low: 'Snart utsolgt',
      stock_changes: 'Endringer',
    },
    csv: 'Alle rader som CSV',
    share: 'Del i kanalen',
  },
  sparkline: {
    always: (title, steps, span, value) => `${title}: \`${steps}\`\n${span}, hele tiden ${value}`,
    between: (title, steps, span, lowest, highest) =>
      `${title}: \`${steps}\`\n${span}, mellom ${lowest} og ${highest}`,
  },
  day: 'Dag',
  next: (at) => `Neste: ${at}`,
});
