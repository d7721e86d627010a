import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import type { StockAlertWords } from './enAlerts.ts';

export const norwegian = (format: Formatter): StockAlertWords => {
  const { tenths, units, day } = format;
  const words = countedWords(format);
  return {
    allMine: 'Varene dine',
    without: (names) => ` uten ${names}`,
    rule: {
      units: (products, line) => `${products} under ${words.units(line)}`,
      cover: (products, line) => `${products} under ${words.daysOf(line)} lagerdekning`,
      out: (products) => `${products} utsolgt eller på lager igjen`,
    },
    figure: {
      units: words.units,
      cover: (figure) => `${tenths(figure)} dagers lagerdekning`,
      out: words.units,
    },
    distance: {
      units: (by) => (by < 0 ? `${units(-by)} under grensen` : `${units(by)} over grensen`),
      cover: (by) => (by < 0 ? `${tenths(-by)} dager under grensen` : `${tenths(by)} dager over grensen`),
      out: (by) => (by > 0 ? 'på lager' : 'utsolgt'),
    },
    fired: {
      units: (name, figure, line, before) =>
        `*${name}* har ${words.units(figure)}, færre enn ${units(line)} (før: ${units(before)})`,
      cover: (name, figure, line, before) =>
        `*${name}* har ${tenths(figure)} dagers lagerdekning, mindre enn ${line} (før: ${tenths(before)})`,
      out: (name, _figure, _line, before) => `*${name}* er utsolgt (før: ${words.units(before)})`,
      back: (name, figure) => `*${name}* er på lager igjen: ${words.units(figure)}`,
    },
    heading: (date) => `Lagervarsler for ${day(date)}`,
    formTitle: 'Lagervarsel',
    homeButton: 'Sett opp lagervarsel',
    help: [
      '`/stock varsle 1101 under 100` – send hit én gang når en vare har færre enheter',
      '`/stock varsle gin under 7 dager` – lagerdekning; uten varer gjelder det alle varene dine',
      '`/stock varsle utsolgt` – når en vare blir utsolgt eller kommer på lager igjen',
      '`/stock varsle meg 1101 utsolgt` – send til deg i stedet for kanalen; i en direktemelding alltid',
      '`/stock varsle` – åpne et skjema',
      '`/stock varsler` – vis, demp, endre og fjern varsler',
      'Et varsel sendes én gang. Det sendes igjen etter at varen har vært tilbake over grensen: med 10 % av enhetene, eller én dags lagerdekning',
    ].join('\n'),
    form: {
      when: 'Send når en vare',
      kinds: {
        units: 'har færre enheter enn',
        cover: 'har færre dagers lagerdekning enn',
        out: 'blir utsolgt eller kommer på lager igjen',
      },
      line: 'Antall',
      lineHint: 'Enheter eller dager. La feltet stå tomt for «blir utsolgt eller kommer på lager igjen».',
      products: 'Bare disse varene',
      productsHint: 'La feltet stå tomt for alle varene dine.',
      noNumber: 'Fjern tallet for «blir utsolgt eller kommer på lager igjen», eller velg et annet vilkår.',
    },
    mistakes: {
      noLine: 'Legg til en grense, for eksempel «under 100», «under 7 dager» eller «utsolgt».',
      noNumber: (word) => `Legg til et tall etter ${quoted(word)}, for eksempel 100 eller «7 dager».`,
      twoLines: 'Et varsel har én grense. Sett opp ett varsel for hver.',
      onlyBelow: 'Et lagervarsel sendes når beholdningen er under en grense, eller når varen er utsolgt.',
      percent:
        'Et lagervarsel trenger et antall enheter eller dager. For en endring i prosent kan du bruke «/sales varsle -30 %».',
      wrongUnits: (typed, most) =>
        `${quoted(typed)} er ikke et antall enheter. Skriv et tall fra 1 til ${most}.`,
      wrongDays: (typed, most) =>
        `${quoted(typed)} er ikke et antall dager. Skriv et tall fra 1 til ${most}.`,
    },
  };
};
