import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { StockWords } from './en.ts';
import type { Change, Cover, Listed, Newly, StockSum } from './enDigest.ts';

export const digest = (format: Formatter): StockWords['digest'] => {
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
    format.list(named.map(word), count - named.length);
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
    orders: (products) =>
      `:shopping_trolley: *${words.products(products.count)} å bestille* (bare beholdningen i kjedens butikker): ${list(products, ({ name, order }) => `${name}: bestill ${order}`)}`,
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
    kind: {
      typed: 'lager',
      name: 'lagerrapport',
      gets: 'lagerrapporten',
      data: 'lagertallene',
      fresh: 'dagens lagertall',
      option: 'Beholdning',
      nothingRead:
        'Det har ikke kommet lagertall ennå, så det er ingen lagerrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se `/digest status`.',
      mine: 'dine (solgt de siste 90 dagene eller i varelisten din)',
      all: 'alle varer i kjeden',
      gone: (date) => `Beholdningen per ${format.day(date)} er ikke lagret lenger.`,
      title: (where, when) => `*Lagerrapport* i ${where}: ${when}`,
      next: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart dagens lagertall er klare.`,
      nextEarly: (at, timeZone, day, ownFrom) =>
        `Neste: ${format.instant(at, timeZone)}, med beholdningen per ${format.day(day)}. Dagens lagertall kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få dem med.`,
    },
    banner: {
      quiet: (date) => `Beholdningen har ikke endret seg siden ${format.day(date)}.`,
      lateService: (dueAt, timeZone) =>
        `Rapporten er forsinket: Dagens lagertall hadde ikke kommet kl. ${format.time(dueAt, timeZone)}.`,
      old: (date) => `Viser beholdningen per ${format.day(date)}. Nyere tall har ikke kommet.`,
      unreached: (date) =>
        `Viser beholdningen per ${format.day(date)}. Appen fikk ikke hentet nyere tall fra datatjenesten.`,
      updating: (date, wanted) =>
        `Viser beholdningen per ${format.day(date)}. Lagertallene for ${format.day(wanted)} lastes fortsatt inn.`,
    },
    why: why(format),
    latest: {
      none: 'Det har ikke kommet lagertall ennå.',
      of: (day, products) => `Nyeste beholdning: ${format.day(day)}, ${words.products(products)}.`,
    },
  };
};

const why = (format: Formatter): StockWords['digest']['why'] => {
  const { units, day, quantity } = format;
  const words = countedWords(format);
  return {
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
    order: (days) =>
      `*Bestilling*: solgte enheter per dag × (leveringstid + ${words.days(days)}) − beholdning, i hele pakker. Fristen er dagen beholdningen er brukt opp, minus leveringstiden. Dette er bare beholdningen i kjedens butikker, ikke ditt eget lager.`,
    orderExample: (name, sum) => {
      const lasting = `(${quantity(sum.sold)} ${sum.sold === 1 ? 'enhet' : 'enheter'} ÷ ${words.days(sum.restsOn)}) × (${sum.leadDays} + ${words.days(sum.days)}) − ${units(sum.stock)}`;
      const packs =
        sum.packs === undefined || sum.packSize === undefined
          ? ''
          : `, ${format.counted(sum.packs, 'pakke', 'pakker')} à ${units(sum.packSize)}`;
      return `${name}: ${lasting}, rundet opp til ${units(sum.quantity)}${packs}. Brukt opp ${sum.goneOn}, minus ${words.days(sum.leadDays)}: ${sum.by}.`;
    },
    read: (at, timeZone) => `Hentet fra datatjenesten ${format.instant(at, timeZone)} (${timeZone}).`,
  };
};
