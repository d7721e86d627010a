import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import { type Change, differenceOf } from '../sums.ts';
import type { SalesWords } from './en.ts';
import { type NamedVolume, type NamedVolumes, namedVolume } from './enDigest.ts';

const weekdays = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === to ? 'samme ukedag' : 'de samme ukedagene';

export const digest = (format: Formatter): SalesWords['digest'] => {
  const { range, quantity, litres } = format;
  const words = countedWords(format);
  const change = (now: number, before: number | undefined) =>
    before === undefined ? '' : ` (${format.change(now - before)})`;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'enhet' : 'enheter'}`;
  const each = ({ perOpenDay }: Change) => (perOpenDay === undefined ? '' : ' per åpningsdag');
  /** In per cent; in litres where too little was sold before. */
  const changed = (change: Change) =>
    change.percent === undefined
      ? `${format.litresChange(differenceOf(change))} l${each(change)}`
      : `${format.percentChange(change.percent)}${each(change)}`;
  const named = (volume: NamedVolume) => namedVolume(volume, each, format);
  const list = ({ count, named: some }: NamedVolumes) => format.list(some.map(named), count - some.length);
  return {
    title: (days) => `Salgsrapport · ${range(days)}`,
    none: (days, earlier, before) =>
      `*Ikke noe salg* ${range(days)}.${before === undefined ? '' : ` Uken før (${range(earlier)}): ${litres(before)} l.`}`,
    volume: (millilitres, earlier, before, change) =>
      `*${litres(millilitres)} l* (${changed(change)} sammenlignet med ${range(earlier)}: ${litres(before)} l)`,
    volumeAlone: (millilitres, earlier, isFetched) =>
      `*${litres(millilitres)} l* (${isFetched ? `ikke noe salg ${range(earlier)}` : `salget for ${range(earlier)} er ikke hentet ennå`}, så det er ingenting å sammenligne med)`,
    items: (now, before) =>
      `*${unitsOf(now.quantity)}*${change(now.quantity, before?.quantity)} av ${words.products(now.products)}${change(now.products, before?.products)} i ${words.stores(now.stores)}${change(now.stores, before?.stores)}`,
    returned: (items, millilitres) =>
      `:leftwards_arrow_with_hook: ${unitsOf(items)} i retur (${litres(millilitres)} l), allerede trukket fra i tallene over`,
    rises: (products) => `:small_red_triangle: *Varer med størst oppgang*: ${list(products)}`,
    storeRises: (stores) => `:small_red_triangle: *Butikker med størst oppgang*: ${list(stores)}`,
    falls: (products) => `:small_red_triangle_down: *Varer med størst nedgang*: ${list(products)}`,
    storeFalls: (stores) => `:small_red_triangle_down: *Butikker med størst nedgang*: ${list(stores)}`,
    topStores: (stores) => `:department_store: *Butikker som solgte mest*: ${list(stores)}`,
    table: {
      caption: (days, earlier) =>
        `Salget for ${range(days)} i liter per vare, så per butikk${earlier === undefined ? '' : `, sammenlignet med ${range(earlier)}`}`,
      name: 'Vare eller butikk',
      store: 'Butikk',
    },
    chart: { title: 'Liter solgt per dag', unit: 'Liter', series: 'Solgt' },
    closedBefore: (closed) => `butikkene var stengt ${format.days(closed)}`,
    source: (days, asOf, timeZone) =>
      `Salget for ${range(days)}${asOf === undefined ? '' : `, per ${format.instant(asOf, timeZone)} (${timeZone})`}`,
    ownFrom: (time) =>
      `gårsdagens salg kommer ca. kl. ${time}; sett rapporten til kl. ${time} eller senere for å få det med`,
    scope: {
      group: (name) => `varegruppen ${name}`,
      chosen: 'de valgte varene',
      all: 'hele salget ditt',
      inStores: (products, stores) => `${products} i ${stores}`,
    },
    net: 'returer er trukket fra; senere rettelser kan endre tallene',
    kind: {
      typed: 'salg',
      name: 'salgsrapport',
      gets: 'salget siden forrige rapport, per vare og butikk',
      data: 'salgstallene',
      fresh: 'gårsdagens salg',
      option: 'Salget i går',
      nothingRead:
        'Det har ikke kommet salgstall ennå, så det er ingen salgsrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se `/digest status`.',
      mine: 'hele salget ditt',
      all: 'hele salget ditt',
      gone: (date) => `Salget for ${format.day(date)} er ikke lagret lenger.`,
      title: (where, when) => `*Salgsrapport* i ${where}: ${when}`,
      next: (at, timeZone) =>
        `Neste: ${format.instant(at, timeZone)}, så snart gårsdagens salgstall er klare.`,
      nextEarly: (at, timeZone, day, ownFrom) =>
        `Neste: ${format.instant(at, timeZone)}, med salget for ${format.day(day)}. Gårsdagens salg kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få det med.`,
    },
    banner: {
      lateService: (dueAt, timeZone, date) =>
        `Rapporten er forsinket: Salget for ${format.day(date)} hadde ikke kommet kl. ${format.time(dueAt, timeZone)}.`,
      old: (date, wanted) =>
        `Viser salget for ${format.day(date)}. Salget for ${format.day(wanted)} er ikke klart ennå.`,
    },
    why: why(format),
    sheet: { what: 'Vare eller butikk', id: 'Nummer', name: 'Navn', date: 'Salgsdato' },
  };
};

const why = (format: Formatter): SalesWords['digest']['why'] => {
  const { litres, quantity } = format;
  return {
    sales: (days, sum, returned) =>
      `*Liter og enheter*: ${format.counted(sum.rows, 'salgslinje', 'salgslinjer')} for ${format.range(days)} lagt sammen uten avrunding: ${litres(sum.millilitres)} l. Returer er negativt salg, så de er trukket fra: ${quantity(returned)} ${returned === 1 ? 'enhet' : 'enheter'}.`,
    compared: (earlier, millilitres) =>
      `*Sammenlignet med* ${format.range(earlier)} (${weekdays(earlier)} uken før): ${litres(millilitres)} l. En vare eller butikk uten salg teller som 0.`,
    notCompared: (earlier, isFetched) =>
      `*Ingen sammenligning*: ${isFetched ? 'Ikke noe salg' : 'Salget for'} ${format.range(earlier)} (${weekdays(earlier)} uken før)${isFetched ? '' : ' er ikke hentet ennå'}.`,
    corrected: (asOf, timeZone) =>
      `Datatjenesten kan rette salget senere. Rettelser til og med ${format.instant(asOf, timeZone)} (${timeZone}) er med.`,
    uncorrected: 'Datatjenesten kan rette salget senere. Rettelser kommer med etter hvert.',
  };
};
