import type { Catalog } from '../catalog.ts';
import type { NamedMany, Narrowed } from '../en/sales.ts';
import type { Formatter } from '../formatter.ts';
import { capitalized, countedWords } from './words.ts';

const MOST_NAMED = 3;

/** " av vare 1101 Pale Ale i butikk 143 uten butikk 7"; empty when nothing narrows. */
export function narrowedBy(
  { products, stores, withoutProducts, withoutStores, named, withoutNamed }: Narrowed,
  format: Formatter,
): string {
  const list = (one: string, many: string, names: readonly string[]) =>
    names.length === 0
      ? ''
      : ` ${names.length === 1 ? one : many} ${format.list(names.slice(0, MOST_NAMED), Math.max(0, names.length - MOST_NAMED))}`;
  const many = (before: string, wanted: NamedMany['meaning'], all: readonly NamedMany[]) =>
    all
      .filter(({ meaning }) => meaning === wanted)
      .map(({ kind, words }) =>
        kind === 'group'
          ? ` ${before} varegruppen ${words}`
          : ` ${before} ${wanted === 'product' ? 'varer' : 'butikker'} med navn ${words}`,
      );
  const together = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' og');
  return [
    together(list('av vare', 'av varene', products), ...many('av', 'product', named)),
    together(list('i butikk', 'i butikkene', stores), ...many('i', 'store', named)),
    together(list('uten vare', 'uten varene', withoutProducts), ...many('uten', 'product', withoutNamed)),
    together(list('uten butikk', 'uten butikkene', withoutStores), ...many('uten', 'store', withoutNamed)),
  ].join('');
}

export const sales = (format: Formatter): Catalog['sales'] => {
  const { litres, range, days } = format;
  const words = countedWords(format);
  const what = (isOfReturns: boolean) => (isOfReturns ? 'Returer' : 'Salg');
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  const side = (name: string, count: number, of: 'product' | 'store') =>
    count === 1 ? name : `${name} (${of === 'product' ? words.products(count) : words.stores(count)})`;
  return {
    total: (isOfReturns, narrowed, period, millilitres, items) =>
      `${what(isOfReturns)}${narrowedBy(narrowed, format)}, ${range(period)}: *${litres(millilitres)} liter*, *${words.units(items)}*.`,
    sides: (isOfReturns, narrowed, period, of, each, left) =>
      `${what(isOfReturns)}${narrowedBy(narrowed, format)}, ${range(period)}: ${each
        .map(
          ({ name, count, millilitres, items }) =>
            `${side(name, count, of)} *${litres(millilitres)} liter*, *${words.units(items)}*`,
        )
        .join('; ')}${left === 0 ? '' : `; og ${format.units(left)} til`}.`,
    difference: (name, other, volume, quantity) =>
      `${name} mot ${other}: *${format.litresChange(volume.millilitres)} liter*${share(volume.percent)}, *${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'enhet' : 'enheter'}*${share(quantity.percent)}.`,
    side,
    none: (isOfReturns, narrowed, period) =>
      `${isOfReturns ? 'Ingen returer' : 'Ikke noe salg'}${narrowedBy(narrowed, format)}, ${range(period)}`,
    whyNone: {
      notRead: 'Salget for disse dagene er ikke hentet ennå',
      unknown: 'Ingenting ble solgt, butikkene var stengt, eller tallene har ikke kommet ennå',
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
    notShown: (left, { name, plural }) => `${format.counted(left, name, plural)} til vises ikke her`,
    returns: (millilitres, items, percent) =>
      `returer på ${litres(millilitres)} liter og ${words.units(items)}${percent === undefined ? '' : ` (${format.percent(percent)} av solgte enheter)`} er trukket fra`,
    source: {
      service: (instant, timeZone) => `hentet direkte fra datatjenesten ${format.instant(instant, timeZone)}`,
      nothing: 'ingen salgstall er lagret ennå',
      asOf: (instant, timeZone) => `per ${format.instant(instant, timeZone)}`,
      missing: (missing) => `:warning: *ikke hentet ennå og ikke medregnet: ${days(missing)}*`,
      empty: (empty) => `ikke noe salg ${days(empty)}`,
    },
    incomplete: (missing) => `Salget for ${days(missing)} er ikke hentet ennå og ikke medregnet.`,
    caption: (isOfReturns, by) => `${what(isOfReturns)} per ${by}, i liter og enheter`,
    columns: {
      litres: 'Liter',
      items: 'Enheter',
      returnedLitres: 'Liter i retur',
      returnedItems: 'Enheter i retur',
    },
    chart: (isOfReturns, by) => `${isOfReturns ? 'Liter i retur' : 'Liter'} per ${by}`,
    unit: 'Liter',
    span: (first, last) => `${first} – ${last}`,
    busy: {
      withYours:
        'Appen henter fortsatt dager til det forrige spørsmålet ditt. Vent på svaret, og spør igjen.',
      withOthers: 'Appen henter dager for andre akkurat nå. Spør igjen om et minutt.',
    },
    returnsNotCompared: 'Du kan bare se returer for én periode; de kan ikke sammenlignes.',
    nothingLeft: {
      product: 'Uten disse varene er det ingenting igjen å vise.',
      store: 'Uten disse butikkene er det ingenting igjen å vise.',
    },
    unknownProducts: (productId, count) =>
      `${count === 1 ? `Vare ${productId} er ikke` : `Ingen av disse ${count} varene er`} med i salget ditt de siste 90 dagene.`,
    unknownStore: (storeId) => `Butikk ${storeId} finnes ikke.`,
  };
};
