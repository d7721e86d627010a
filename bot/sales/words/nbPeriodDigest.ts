import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { Change } from '../sums.ts';
import type { SalesWords } from './en.ts';
import { type NamedVolume, type NamedVolumes, namedVolume } from './enDigest.ts';

type Words = SalesWords['periodDigest'];
type Totals = Words['week']['before'];

const UNITS = {
  week: { before: 'Uken før', one: 'uke', many: 'uker', title: 'Ukesalg', the: 'uken' },
  month: {
    before: 'Måneden før',
    one: 'måned',
    many: 'måneder',
    title: 'Månedssalg',
    the: 'måneden',
  },
} as const;

export const periodDigest = (format: Formatter): Words => {
  const { litres, percentChange, quantity, range } = format;
  const words = countedWords(format);
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'enhet' : 'enheter'}`;
  const perDay = ({ perOpenDay }: Change) => (perOpenDay === undefined ? '' : ' per åpningsdag');
  const totals: Totals = ({ millilitres, quantity: sold }, change) => {
    const { percent, quantityPercent, perOpenDay } = change;
    const changed = (of: number | undefined) =>
      of === undefined ? '' : `${percentChange(of)}${perDay(change)} `;
    const days =
      perOpenDay && `; ${perOpenDay.openDays} åpningsdager, tidligere ${perOpenDay.openDaysBefore}`;
    return `liter ${changed(percent)}(fra ${litres(millilitres)} l), enheter ${changed(quantityPercent)}(fra ${quantity(sold)})${days ?? ''}`;
  };
  const named = (each: NamedVolume) => namedVolume(each, perDay, format);
  const list = ({ count, named: some }: NamedVolumes) => format.list(some.map(named), count - some.length);
  const ofUnit = (unit: 'week' | 'month'): Words['week'] => {
    const { before, one, many, title, the } = UNITS[unit];
    const every = unit === 'week' ? 'ukentlig' : 'månedlig';
    const counted = (periods: number) =>
      periods === 1 ? `${the} før` : `de ${format.counted(periods, one, many)} før`;
    return {
      title: (name) => `Salgsrapport · ${name}`,
      before: (than, change) => `*Sammenlignet med ${the} før*: ${totals(than, change)}`,
      noneBefore: (isPartly) => `*${before}*: ${isPartly ? 'tallene er ikke komplette' : 'ingen data'}`,
      fresh: (products, periods) =>
        `:new: *Nye eller tilbake i salg* (ikke solgt ${counted(periods)}): ${list(products)}`,
      stopped: (products, periods) =>
        `:no_entry_sign: *Har sluttet å selge* (med liter for ${counted(periods)}): ${list(products)}`,
      tooShort: `Nye varer og varer som har sluttet å selge, vises når de fire ${many === 'uker' ? 'ukene' : 'månedene'} før er lagret.`,
      late: (dueAt, timeZone) =>
        `Rapporten er forsinket: Ikke alt salget for ${the} hadde kommet kl. ${format.time(dueAt, timeZone)}.`,
      incomplete: `Ikke alt salget for ${the} har kommet. Bare dagene som har kommet, vises.`,
      chart: `Liter solgt per ${one}`,
      kind: {
        typed: every,
        name: `${every} salgsrapport`,
        gets: `salget forrige ${one}, per vare og butikk, sammenlignet med ${the} før og året før`,
        data: 'salgstallene',
        fresh: 'gårsdagens salg',
        option: `Salget forrige ${one}`,
        nothingRead: `Salget for forrige ${one} har ikke kommet, så det er ingen ${every} salgsrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se \`/digest status\`.`,
        mine: 'hele salget ditt',
        all: 'hele salget ditt',
        gone: (date) => `Salget for ${format.day(date)} er ikke lagret lenger.`,
        title: (where, when) => `*${title}* i ${where}: ${when}`,
        next: (at, timeZone) =>
          `Neste: ${format.instant(at, timeZone)}, så snart salget for siste åpne dag i ${the} er klart.`,
        nextEarly: (at, timeZone, day) =>
          `Neste: ${format.instant(at, timeZone)}, med salget til og med ${format.day(day)}.`,
      },
    };
  };
  return {
    week: ofUnit('week'),
    month: ofUnit('month'),
    none: (days) => `*Ikke noe salg* ${range(days)}.`,
    sold: (sum) =>
      `*${litres(sum.millilitres)} l* og *${unitsOf(sum.quantity)}* av ${words.products(sum.products)} i ${words.stores(sum.stores)}`,
    yearBefore: (name, than, change) => `*Sammenlignet med året før* · ${name}: ${totals(than, change)}`,
    noYear: (name, isPartly) =>
      `*Året før* · ${name}: ${isPartly ? 'tallene er ikke komplette' : 'ingen data'}`,
    lacking: (closed) => `:warning: Salg som ikke har kommet: ${format.days(closed)}`,
    days: (days) => `*Solgt per dag*: ${list(days)}`,
    bestProducts: (products) => `*Varer som solgte mest*: ${list(products)}`,
    bestStores: (stores) => `*Butikker som solgte mest*: ${list(stores)}`,
    worstProducts: (products) => `*Varer som solgte minst*: ${list(products)}`,
    worstStores: (stores) => `*Butikker som solgte minst*: ${list(stores)}`,
    compared: (earlier, millilitres) =>
      `*Sammenlignet med* ${range(earlier)}: ${litres(millilitres)} l. En vare eller butikk uten salg teller som 0.`,
    notCompared: (earlier) => `*Ingen sammenligning*: Appen har ikke alt salget for ${range(earlier)}.`,
  };
};
