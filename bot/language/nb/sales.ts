import type { Catalog } from '../en/index.ts';
import type { Formatter } from '../formatter.ts';
import { type NarrowingWords, noneOf, subjectOf } from '../narrowed.ts';
import { capitalized, countedWords } from './words.ts';

export const NARROWING: NarrowingWords = {
  sales: 'Salg',
  returns: 'Returer',
  noSales: 'Ikke noe salg',
  noReturns: 'Ingen returer',
  of: 'av',
  within: 'i',
  without: 'uten',
  counted(count, meaning, format) {
    const { products, stores } = countedWords(format);
    return meaning === 'product' ? products(count) : stores(count);
  },
};

export const sales = (format: Formatter): Catalog['sales'] => {
  const { litres, days } = format;
  const words = countedWords(format);
  const what = (isOfReturns: boolean) => (isOfReturns ? 'Returer' : 'Salg');
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  const side = (name: string, count: number, of: 'product' | 'store') =>
    count === 1 ? name : `${name} (${of === 'product' ? words.products(count) : words.stores(count)})`;
  return {
    heading: (isOfReturns, narrowed, period, millilitres) =>
      `*${subjectOf(isOfReturns, narrowed, NARROWING, format)}, ${period}: ${format.litresInHeading(millilitres)} l*`,
    exactly: (millilitres, quantity) => {
      const isExact = format.litresInHeading(millilitres) === litres(millilitres);
      return `${isExact ? '' : `${litres(millilitres)} liter, `}${words.units(quantity)}`;
    },
    wholeOfShares: (millilitres) => `I tabellen er 100\u00a0% lik ${format.litresInHeading(millilitres)} l`,
    partOfAll: (isOfReturns, percent, millilitres) =>
      `${format.percent(percent)} av ${isOfReturns ? 'alle returer' : 'alt salg'}, ${format.litresInHeading(millilitres)} l`,
    firstSales: (day) => `Første salg: ${format.day(day)}`,
    numbered: { product: (id) => `vare ${id}`, store: (id) => `butikk ${id}` },
    sidesHeading: (isOfReturns, narrowed, period) =>
      `*${subjectOf(isOfReturns, narrowed, NARROWING, format)}, ${period}*`,
    sideSum: ({ name, count, millilitres, items }, of) =>
      `${side(name, count, of)}: *${litres(millilitres)} liter*, ${words.units(items)}`,
    moreSides: (left) => `og ${format.units(left)} til`,
    difference: (name, other, volume, quantity) =>
      `${name} mot ${other}: *${format.litresChange(volume.millilitres)} liter*${share(volume.percent)}, ${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'enhet' : 'enheter'}${share(quantity.percent)}`,
    side,
    none: (isOfReturns, narrowed, period) => `${noneOf(isOfReturns, narrowed, NARROWING, format)}, ${period}`,
    whyNone: {
      notRead: 'Salget for disse dagene er ikke hentet ennå',
      unknown: 'Ingenting ble solgt, butikkene var stengt, eller tallene har ikke kommet ennå',
      tooOld: (day) =>
        `Datatjenesten har ikke salgstall fra den tiden; appen har salgstall fra ${format.day(day)}`,
      closed: 'Butikkene var stengt, eller ingenting ble solgt',
      nothingOfIt: 'Ingenting av dette ble solgt',
      stores: (sentences) => capitalized(sentences.join('; ')),
    },
    notOpen: {
      'Temporarily closed': (name) => `butikk ${name} er midlertidig stengt`,
      'To be opened': (name) => `butikk ${name} er ikke åpnet ennå`,
      Closed: (name) => `butikk ${name} er nedlagt`,
    },
    spread: (products, stores, daysWithSales) =>
      `${words.products(products)} i ${words.stores(stores)}, ${words.days(daysWithSales)} med salg`,
    noGroup: 'Uten varegruppe',
    ungrouped:
      'Ingen av disse varene har en varegruppe i varelisten. Legg til en kolonne med grupper i listen, og last den opp på nytt.',
    both: (one, other) => `${one} og ${other}`,
    line: { name: 'linje', plural: 'linjer' },
    notShown: (left, { name, plural }) => `${format.counted(left, name, plural)} til vises ikke her`,
    returns: (millilitres, items, percent) =>
      `returer på ${litres(millilitres)} liter og ${words.units(items)}${percent === undefined ? '' : ` (${format.percent(percent)} av solgte enheter)`} er trukket fra`,
    source: {
      service: (instant, timeZone) => `hentet direkte fra datatjenesten ${format.instant(instant, timeZone)}`,
      nothing: 'ingen salgstall er lagret ennå',
      asOf: (instant, timeZone) => `per ${format.instant(instant, timeZone)}`,
      missing: (missing) => `:warning: *ikke hentet ennå og ikke medregnet: ${days(missing)}*`,
      empty: (empty) => `dager uten salg: ${days(empty)}`,
    },
    incomplete: (missing) => `Salget for ${days(missing)} er ikke hentet ennå og ikke medregnet.`,
    caption: (isOfReturns, by) => `${what(isOfReturns)} per ${by}, i liter og enheter`,
    columns: {
      litres: 'Liter',
      share: 'Andel',
      items: 'Enheter',
      returnedLitres: 'Liter i retur',
      returnedItems: 'Enheter i retur',
    },
    chart: (isOfReturns, by) => `${isOfReturns ? 'Liter i retur' : 'Liter'} per ${by}`,
    unit: 'Liter',
    series: (isOfReturns) => (isOfReturns ? 'I retur' : 'Solgt'),
    span: (first, last) => `${first} – ${last}`,
    busy: {
      withYours:
        'Appen henter fortsatt dager til det forrige spørsmålet ditt. Vent på svaret, og spør igjen.',
      withOthers: 'Appen henter dager for andre akkurat nå. Spør igjen om et minutt.',
    },
    returnsNotCompared: 'Du kan bare se returer for én periode. De kan ikke sammenlignes.',
    nothingLeft: {
      product: 'Uten disse varene er det ingenting igjen å vise.',
      store: 'Uten disse butikkene er det ingenting igjen å vise.',
    },
    unknownProducts: (productId, count) =>
      `${count === 1 ? `Vare ${productId} er ikke` : `Ingen av disse ${count} varene er`} med i salget ditt de siste 90 dagene.`,
    unknownStore: (storeId) => `Butikk ${storeId} finnes ikke.`,
  };
};
