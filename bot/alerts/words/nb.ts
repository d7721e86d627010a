import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import type { AlertWords } from './en.ts';

export const norwegian = (format: Formatter): AlertWords => {
  const { tenths, units, day } = format;
  const words = countedWords(format);
  return {
    allMine: 'Varene dine',
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
    set: (rule, isForMe) =>
      `Varselet er satt opp: ${rule}. Appen sender ${isForMe ? 'til deg' : 'i denne kanalen'} når en vare krysser grensen. \`/stock varsler\` viser varslene.`,
    already: (products) => `Allerede forbi grensen: ${products}. Appen sender neste gang grensen krysses.`,
    unlisted: 'De nyeste lagertallene har ikke disse varene. Varselet venter til de har det.',
    limits: {
      place: (most) => `Du kan ha opptil ${most} varsler her. Fjern et med \`/stock varsler\` først.`,
      owner: (most) => `Du kan sette opp opptil ${most} varsler. Fjern et med \`/stock varsler\` først.`,
      all: (most) => `Appen kan ha opptil ${most} varsler til sammen. Be noen om å fjerne et.`,
    },
    help: [
      '`/stock varsle 1101 under 100` – send hit når en vare har færre enheter',
      '`/stock varsle gin under 7 dager` – lagerdekning; uten varer gjelder det alle varene dine',
      '`/stock varsle utsolgt` – når en vare blir utsolgt eller kommer på lager igjen',
      '`/stock varsle meg 1101 utsolgt` – send til deg i stedet for kanalen',
      '`/stock varsler` – vis, demp og fjern varsler',
    ].join('\n'),
    none: 'Det er ingen varsler her. Sett opp et, for eksempel med `/stock varsle 1101 under 100`.',
    list: 'Varsler',
    listed: (rule, owner, fired) =>
      `*${rule}*\nSatt opp av <@${owner}> · ${fired === undefined ? 'aldri sendt' : `sist sendt for ${day(fired)}`}`,
    nearest: (product, figure) => `nærmest grensen: ${product}, ${figure}`,
    muted: 'dempet',
    paused: 'satt på pause. Sett det opp på nytt for å fortsette',
    buttons: { mute: 'Demp i en uke', unmute: 'Opphev demping', remove: 'Fjern' },
    done: {
      mute: (rule) => `Dempet i en uke: ${rule}.`,
      unmute: (rule) => `Ikke lenger dempet: ${rule}.`,
      remove: (rule) => `Fjernet: ${rule}.`,
    },
    gone: 'Varselet finnes ikke. `/stock varsler` viser varslene.',
    heading: (date) => `Lagervarsler for ${day(date)}`,
    fired: {
      units: (name, figure, line, before) =>
        `*${name}* har ${words.units(figure)}, færre enn ${units(line)} (før: ${units(before)})`,
      cover: (name, figure, line, before) =>
        `*${name}* har ${tenths(figure)} dagers lagerdekning, mindre enn ${line} (før: ${tenths(before)})`,
      out: (name) => `*${name}* er utsolgt`,
      back: (name, figure) => `*${name}* er på lager igjen: ${words.units(figure)}`,
    },
    more: (left) => `og ${words.products(left)} til`,
    foot: '`/stock varsler` viser, demper og fjerner varsler.',
    ownerLost: (rule, owner) =>
      `Et varsel er satt på pause: ${rule}. <@${owner}>, som satte det opp, har ikke lenger tilgang til det her. Sett det opp på nytt for å fortsette.`,
    mistakes: {
      noLine: 'Legg til en grense, for eksempel «under 100», «under 7 dager» eller «utsolgt».',
      wrongUnits: (typed, most) =>
        `${quoted(typed)} er ikke et antall enheter. Skriv et tall fra 1 til ${most}.`,
      wrongDays: (typed, most) =>
        `${quoted(typed)} er ikke et antall dager. Skriv et tall fra 1 til ${most}.`,
    },
  };
};
