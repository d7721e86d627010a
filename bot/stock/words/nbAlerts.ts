import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import { roundedDays } from '../daysOfCover.ts';
import type { StockAlertWords } from './enAlerts.ts';

export const norwegian = (format: Formatter): StockAlertWords => {
  const { tenths, units, day } = format;
  const words = countedWords(format);
  const cover = (figure: number) => tenths(roundedDays(figure, 1));
  const side = (by: number) => (by < 0 ? 'under' : 'over');
  const back = (name: string, figure: number) => `*${name}* er på lager igjen: ${words.units(figure)}`;
  const stocked = (by: number) => (by > 0 ? 'på lager' : 'utsolgt');
  const wrong = (typed: string, of: string, most: number) =>
    `${quoted(typed)} er ikke et antall ${of}. Skriv et tall fra 1 til ${units(most)}.`;
  return {
    allMine: 'Varene dine',
    total: ' til sammen',
    without: (names) => ` uten ${names}`,
    units: {
      form: { below: 'har færre enheter enn', above: 'har flere enheter enn' },
      rule: (subject, { is, line }) => `${subject} ${is === 'below' ? 'under' : 'over'} ${words.units(line)}`,
      figure: words.units,
      distance: (by) => `${units(Math.abs(by))} ${side(by)} grensen`,
      crossed: (name, { figure, before }, { is, line }) =>
        `*${name}* har ${words.units(figure)}, ${is === 'below' ? 'færre' : 'flere'} enn ${units(line)} (før: ${units(before)})`,
      wrong: (typed, most) => wrong(typed, 'enheter', most.below),
    },
    cover: {
      form: { below: 'har færre dagers lagerdekning enn', above: 'har flere dagers lagerdekning enn' },
      rule: (subject, { is, line }) =>
        `${subject} ${is === 'below' ? 'under' : 'over'} ${words.daysOf(line)} lagerdekning`,
      figure: (figure) => `${cover(figure)} dagers lagerdekning`,
      distance: (by) => `${tenths(Math.abs(by))} dager ${side(by)} grensen`,
      crossed: (name, { figure, before }, { is, line }) =>
        `*${name}* har ${cover(figure)} dagers lagerdekning, ${is === 'below' ? 'mindre' : 'mer'} enn ${line} (før: ${cover(before)})`,
      wrong: (typed, most) => wrong(typed, 'dager', most.below),
    },
    out: {
      form: { below: 'blir utsolgt eller kommer på lager igjen' },
      rule: (subject) => `${subject} utsolgt eller på lager igjen`,
      figure: words.units,
      distance: stocked,
      crossed: (name, { crossing, figure, before }) =>
        crossing === 'back' ? back(name, figure) : `*${name}* er utsolgt (før: ${words.units(before)})`,
      wrong: String,
    },
    back: {
      form: { above: 'kommer på lager igjen' },
      rule: (subject) => `${subject} på lager igjen`,
      figure: words.units,
      distance: stocked,
      crossed: (name, { figure }) => back(name, figure),
      wrong: String,
    },
    heading: (date) => `Lagervarsler for ${day(date)}`,
    formTitle: 'Lagervarsel',
    homeButton: 'Sett opp lagervarsel',
    form: {
      when: 'Send når en vare',
      line: 'Antall',
      lineHint: 'Enheter eller dager. La feltet stå tomt når en vare blir utsolgt eller kommer igjen.',
      product: { label: 'Bare disse varene', hint: 'La feltet stå tomt for alle varene dine.' },
    },
    mistakes: {
      noLine: 'Legg til en grense, for eksempel «under 100», «under 7 dager» eller «utsolgt».',
      elsewhere:
        'Et lagervarsel trenger et antall enheter eller dager. For en endring i prosent kan du bruke «/sales når ned 30 %».',
      otherDays: (typed) => `Et varsel gjelder den nyeste beholdningen. Utelat ${quoted(typed)}.`,
    },
  };
};
