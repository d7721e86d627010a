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
  more: (count) => `og ${count} til`,
  chart: {
    pair: (left, right) => `venstre søyle: ${left}, høyre søyle: ${right}`,
    latest: (shown, all) => `de siste ${shown} av ${all}`,
    leftOut: (labels) => `utelatt: ${labels}`,
    axisFrom: (start) => `aksen begynner på ${start}, ikke på 0`,
    gap: (mark) => `${mark} betyr at tall mangler`,
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
