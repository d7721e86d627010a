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
  sparkline: {
    always: (title, steps, span, value) => `${title}: \`${steps}\`\n${span}, hele tiden ${value}`,
    between: (title, steps, span, lowest, highest) =>
      `${title}: \`${steps}\`\n${span}, mellom ${lowest} og ${highest}`,
  },
  day: 'Dag',
  next: (at) => `Neste: ${at}`,
  broken:
    'Noe gikk galt. Prøv igjen om et minutt. Hvis det skjer igjen, kan du kontakte den som drifter appen.',
});

export const modals = (): Catalog['modals'] => ({
  title: 'Retail Data',
  close: 'Lukk',
  cancel: 'Avbryt',
  waiting: 'Et øyeblikk …',
});
