import type { Catalog } from '../catalog.ts';
import type { Change, Cover, Listed, NamedVolume, Newly, StockSum } from '../en/digest.ts';
import type { Formatter } from '../formatter.ts';
import { digestCommands } from './digestCommands.ts';
import { digestKinds } from './digestKinds.ts';
import { digestNotices } from './digestNotices.ts';
import { digestSettings } from './digestSettings.ts';
import { countedWords } from './words.ts';

export const digest = (format: Formatter): Catalog['digest'] => ({
  stock: stockDigest(format),
  sales: salesDigest(format),
  kinds: digestKinds(format),
  banner: banner(format),
  why: why(format),
  settings: digestSettings(format),
  commands: digestCommands(format),
  notices: digestNotices(format),
  buttons: {
    list: 'Hele listen',
    why: 'Hvorfor disse tallene?',
    settings: 'Innstillinger',
    postNow: 'Send en nå',
  },
  fileComment: (rows, days) =>
    `${rows === 1 ? '1 rad' : `Alle ${format.units(rows)} rader`} for ${format.range(days)}`,
});

const stockDigest = (format: Formatter): Catalog['digest']['stock'] => {
  const { units, change, day, shortDay } = format;
  const words = countedWords(format);
  const against = (changes: readonly Change[]) =>
    changes.length === 0
      ? ''
      : ` (${changes.map(({ by, since }) => `${change(by)} siden ${shortDay(since)}`).join(', ')})`;
  const isNew = (newly: Newly | undefined, count: number) =>
    newly === undefined ? '' : `, ${newOf(newly.count, count)} siden ${shortDay(newly.since)}`;
  const newOf = (newOnes: number, count: number) => {
    if (newOnes === 0) return 'ingen nye';
    if (newOnes === count) return count === 1 ? 'ny' : 'alle nye';
    return `${units(newOnes)} ${newOnes === 1 ? 'ny' : 'nye'}`;
  };
  const list = <Each>({ count, named }: Listed<Each>, word: (each: Each) => string) =>
    listed(format, count, named.map(word));
  return {
    title: (date) => `Lagerrapport · ${day(date)}`,
    units: (sum, changes) => `*${words.units(sum)}* på lager${against(changes)}`,
    stores: (most, changes) =>
      `*${most === 0 ? 'Ingen butikker' : `Minst ${words.stores(most)}`}* har varer på lager${against(changes)}`,
    products: (inStock, products, changes) =>
      `${units(inStock)} av ${words.products(products)} på lager${against(changes)}`,
    empty: 'Lagerlisten er tom.',
    noneOf: {
      mine: 'Ingen av varene dine er på lager.',
      chosen: 'Ingen av varene i rapporten er på lager.',
    },
    everythingOut: (count, newly) => `:rotating_light: *Alt er utsolgt*${isNew(newly, count)}`,
    out: (products, newly) =>
      `:red_circle: *${words.products(products.count)} utsolgt*${isNew(newly, products.count)}: ${list(products, ({ name }) => name)}`,
    low: (limit, products) =>
      `:hourglass_flowing_sand: *${words.products(products.count)} snart utsolgt* (under ${words.daysOf(limit)} lagerdekning): ${list(
        products,
        ({ name, days }) => `${name} (${format.tenths(days)} ${days === 1 ? 'dag' : 'dager'})`,
      )}`,
    nothingOut: ':white_check_mark: Ingen varer er utsolgt',
    nothingOutOrLow: (limit) =>
      `:white_check_mark: Ingen varer er utsolgt eller snart utsolgt (under ${words.daysOf(limit)} lagerdekning)`,
    falls: (products) =>
      `:small_red_triangle_down: *Størst nedgang*: ${list(products, ({ name, by }) => `${name} (${change(by)})`)}`,
    back: (products) =>
      `:package: *${words.products(products.count)} på lager igjen*: ${list(products, ({ name, stock }) => `${name} (${units(stock)})`)}`,
    first: 'Dette er den første dagen med lagertall. Fra neste rapport ser du endringer.',
    unchanged: (since) => `Ingenting har endret seg siden ${day(since)}.`,
    table: {
      caption: (limit) =>
        `Varer å følge med på: utsolgt, under ${words.daysOf(limit)} lagerdekning, størst nedgang, på lager igjen`,
      captionWithoutSales: 'Varer å følge med på: utsolgt, størst nedgang, på lager igjen',
      columns: {
        product: 'Vare',
        units: 'Enheter',
        change: 'Endring',
        days: 'Dager',
        stores: 'Butikker',
      },
      kinds: { out: 'Utsolgt', low: 'Snart utsolgt', falls: 'Nedgang', back: 'På lager igjen' },
    },
    chart: { title: 'Enheter på lager', unit: 'Enheter', series: 'På lager' },
    source: (date, updated, readAt, timeZone) =>
      `Beholdning per ${day(date)}${updated === '' ? '' : `, oppdatert ${updated}`}, hentet ${format.instant(readAt, timeZone)} (${timeZone})`,
    ownFrom: (time) =>
      `dagens lagertall kommer ca. kl. ${time}; sett rapporten til kl. ${time} eller senere for å få dem med`,
    scope: {
      ownUnknown: 'alle varer i kjeden (appen vet hvilke som er dine når salgstallene er hentet)',
      group: (name) => `varegruppen ${name}`,
      chosen: 'de valgte varene',
      all: 'alle varer i kjeden',
      mine: 'varene dine: solgt de siste 90 dagene eller i varelisten din',
    },
    allStores: 'enheter i alle butikker til sammen',
    noCover: 'lagerdekning kan ikke beregnes før salgstallene er hentet',
    coverFrom: (days, period, missing) =>
      `lagerdekningen bygger på ${words.daysOf(days)} salg, ${period}${missing === '' ? '' : ` (ikke hentet ennå: ${missing})`}`,
  };
};

const weekdays = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === to ? 'samme ukedag' : 'de samme ukedagene';

const salesDigest = (format: Formatter): Catalog['digest']['sales'] => {
  const { range, quantity, litres, litresBeside } = format;
  const words = countedWords(format);
  const litresOf = (millilitres: number) => litresBeside(millilitres, millilitres);
  const change = (now: number, before: number | undefined) =>
    before === undefined ? '' : ` (${format.change(now - before)})`;
  const unitsOf = (sold: number) => `${quantity(sold)} ${sold === 1 ? 'enhet' : 'enheter'}`;
  const named = ({ name, millilitres, before }: NamedVolume) => {
    const volume = litresBeside(millilitres, Math.max(millilitres, before ?? 0));
    return `${name} (${volume} l${before === undefined ? '' : `, ${format.litresChangeBeside(millilitres - before, millilitres - before)}`})`;
  };
  const list = ({ count, named: some }: Listed<NamedVolume>) => listed(format, count, some.map(named));
  return {
    title: (days) => `Salgsrapport · ${range(days)}`,
    none: (days, earlier, before) =>
      `*Ikke noe salg* ${range(days)}.${before === undefined ? '' : ` Uken før (${range(earlier)}): ${litres(before)} liter.`}`,
    volume: (millilitres, earlier, before, percent) => {
      const compared =
        percent === undefined
          ? `${format.litresChange(millilitres - before)} liter`
          : format.percentChange(percent);
      return `*${litresOf(millilitres)} liter* (${compared} sammenlignet med ${range(earlier)}: ${litresOf(before)})`;
    },
    volumeAlone: (millilitres, earlier) =>
      `*${litresOf(millilitres)} liter* (salget for ${range(earlier)} er ikke hentet ennå, så det er ingenting å sammenligne med)`,
    items: (now, before) =>
      `*${unitsOf(now.quantity)}*${change(now.quantity, before?.quantity)} av ${words.products(now.products)}${change(now.products, before?.products)} i ${words.stores(now.stores)}${change(now.stores, before?.stores)}`,
    returned: (items, millilitres) =>
      `:leftwards_arrow_with_hook: ${unitsOf(items)} i retur (${litresOf(millilitres)} liter), allerede trukket fra i tallene over`,
    falls: (products) => `:small_red_triangle_down: *Varer med størst nedgang*: ${list(products)}`,
    storeFalls: (stores) => `:small_red_triangle_down: *Butikker med størst nedgang*: ${list(stores)}`,
    topStores: (stores) => `:department_store: *Butikker som solgte mest*: ${list(stores)}`,
    table: {
      caption: (days, earlier) =>
        `Salget for ${range(days)} i liter per vare, så per butikk, sammenlignet med ${range(earlier)}`,
      columns: {
        name: 'Vare eller butikk',
        litres: 'Liter',
        change: 'Endring',
        items: 'Enheter',
      },
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
    },
    net: 'returer er trukket fra; senere rettelser kan endre tallene',
  };
};

const banner = ({ day, time }: Formatter): Catalog['digest']['banner'] => ({
  stock: {
    lateService: (dueAt, timeZone) =>
      `Rapporten er forsinket: Dagens lagertall hadde ikke kommet kl. ${time(dueAt, timeZone)}.`,
    old: (date) => `Viser beholdningen per ${day(date)}. Nyere tall har ikke kommet.`,
    unreached: (date) =>
      `Viser beholdningen per ${day(date)}. Appen fikk ikke hentet nyere tall fra datatjenesten.`,
    updating: (date, wanted) =>
      `Viser beholdningen per ${day(date)}. Lagertallene for ${day(wanted)} lastes fortsatt inn.`,
  },
  sales: {
    lateService: (dueAt, timeZone, date) =>
      `Rapporten er forsinket: Salget for ${day(date)} hadde ikke kommet kl. ${time(dueAt, timeZone)}.`,
    old: (date, wanted) => `Viser salget for ${day(date)}. Salget for ${day(wanted)} er ikke klart ennå.`,
  },
  lateBot: (dueAt, timeZone) =>
    `Rapporten er forsinket: Appen fikk ikke sendt den kl. ${time(dueAt, timeZone)}.`,
  quiet: (date) => `Beholdningen har ikke endret seg siden ${day(date)}.`,
});

const why = (format: Formatter): Catalog['digest']['why'] => {
  const { units, day, quantity, litres } = format;
  const words = countedWords(format);
  return {
    gone: (date) => `Beholdningen per ${day(date)} er ikke lagret lenger.`,
    units: (now: StockSum, earlier) => {
      const before = earlier.map((each) => `${units(each.units)} (${day(each.businessDate)})`).join(', ');
      return `*Enheter*: beholdningen av hver vare i alle butikker, lagt sammen: ${units(now.units)} for ${words.products(now.products)}.${before === '' ? '' : ` Tidligere: ${before}. Endringene er forskjellen.`}`;
    },
    shorterList: ({ products, before }) =>
      `Datatjenesten oppga ${words.products(products)}, langt færre enn de ${quantity(before)} forrige gang. Varer den ikke lenger oppgir, mangler her.`,
    stores: ({ mostStores }) =>
      `*Butikker*: Tallene viser hvor mange butikker som har en vare, men ikke hvilke. Varen som finnes i flest butikker, finnes i ${units(mostStores)}, så minst ${words.stores(mostStores)} har varer på lager.`,
    out: (withoutSales) =>
      `*Utsolgt*: varer med beholdning 0 eller mindre. «Nye» var på lager forrige gang. «På lager igjen» var ikke det. Hver vare står bare ett sted, i denne rekkefølgen: utsolgt, ${withoutSales ? '' : 'snart utsolgt, '}nedgang, på lager igjen.`,
    noCover: '*Lagerdekning* kan ikke beregnes før salgstallene er hentet.',
    cover: ({ days, period, missing }: Cover, limit) =>
      `*Lagerdekning*: beholdning ÷ solgte enheter per dag, fratrukket returer, over ${words.daysOf(days)} salg, ${period}${missing === '' ? '' : ` (ikke hentet ennå: ${missing})`}. Appen kjenner bare ditt eget salg, så bare varene dine har lagerdekning. For en ny vare teller dagene fra det første salget. Snart utsolgt betyr under ${words.daysOf(limit)} lagerdekning.`,
    example: (name, sum, isNew) =>
      `For eksempel ${name}: ${units(sum.stock)} ÷ (${quantity(sum.sold)} ${sum.sold === 1 ? 'enhet' : 'enheter'} ÷ ${words.days(sum.restsOn)}${isNew ? ' siden det første salget' : ''}) = ${format.tenths(sum.days)} dager.`,
    read: (at, timeZone) => `Hentet fra datatjenesten ${format.instant(at, timeZone)} (${timeZone}).`,
    sales: (days, sum, returned) =>
      `*Liter og enheter*: ${format.counted(sum.rows, 'salgslinje', 'salgslinjer')} for ${format.range(days)} lagt sammen, nøyaktig ned til milliliteren: ${litres(sum.millilitres)} liter. Returer er negativt salg, så de er trukket fra: ${quantity(returned)} ${returned === 1 ? 'enhet' : 'enheter'}.`,
    compared: (earlier, millilitres) =>
      `*Sammenlignet med* ${format.range(earlier)} (${weekdays(earlier)} uken før): ${litres(millilitres)} liter. En vare eller butikk uten salg teller som 0.`,
    notCompared: (earlier) =>
      `*Ingen sammenligning*: Salget for ${format.range(earlier)} (${weekdays(earlier)} uken før) er ikke hentet ennå.`,
    corrected: (asOf, timeZone) =>
      `Datatjenesten kan rette salget senere. Rettelser til og med ${format.instant(asOf, timeZone)} (${timeZone}) er med.`,
    uncorrected: 'Datatjenesten kan rette salget senere. Rettelser kommer med etter hvert.',
  };
};

/** "1101 Pale Ale (2,5 dager), 90210 (0,5 dager) og 4 til" */
function listed(format: Formatter, count: number, words: readonly string[]): string {
  return format.list(words, count - words.length);
}
