import type { Formatter } from '../../language/formatter.ts';
import { happened } from '../../language/nb/failures.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { DaysBehind, StockVerb, StockWords } from './en.ts';
import type { Change, Named, Newly, Those, Whose } from './enOverview.ts';
import { digest } from './nbDigest.ts';
import { overview } from './nbOverview.ts';
import { why } from './nbWhy.ts';

/** Numbers that a sentence about unknown products lists. */
const MAX_UNKNOWN = 10;

/** The questions' words in Norwegian commands. */
export const STOCK_VERBS: Readonly<Record<StockVerb, string>> = {
  out: 'utsolgt',
  low: 'lav',
  over: 'over',
  changes: 'endringer',
  all: 'alle',
  mine: 'mine',
  overview: 'oversikt',
};

export const norwegian = (format: Formatter): StockWords => {
  const { units, day, change } = format;
  const words = countedWords(format);
  const since = (changed: Change) =>
    changed === undefined ? '' : ` (${change(changed.by)} siden ${day(changed.since)})`;
  const newly = (out: Newly) => {
    if (out === undefined) return '';
    const count = out.count === 0 ? 'ingen nye' : `${units(out.count)} ${out.count === 1 ? 'ny' : 'nye'}`;
    return ` (${count} siden ${day(out.since)})`;
  };
  /** «de 7 varene dine (gin, uten cider)» */
  const those = ({ count, label, isOwn }: Those) =>
    `${count === 1 ? '' : `de ${units(count)} `}varene${isOwn ? ' dine' : ''}${label === '' ? '' : ` (${label})`}`;
  const some = (count: number, of: Whose) => {
    if (typeof of === 'object') return `*${units(count)}* av ${those(of)}`;
    return of === 'mine' ? `*${units(count)}* av varene dine` : `*${words.products(count)}*`;
  };
  const none = (of: Whose) => {
    if (typeof of === 'object') return `Ingen av ${those(of)}`;
    return of === 'mine' ? 'Ingen av varene dine' : 'Ingen varer';
  };
  const limitOf = (days: number) => `${words.daysOf(days)} lagerdekning`;
  const noneBelow = (products: number, scope: Whose) => {
    if (products === 0 || typeof scope === 'object') return `${none(scope)} har`;
    if (products === 1) return scope === 'mine' ? 'Varen din har ikke' : 'Varen har ikke';
    return scope === 'mine'
      ? `Ingen av de ${units(products)} varene dine har`
      : `Ingen av de ${units(products)} varene har`;
  };
  const spreadOver = (products: number, scope: Whose) => {
    if (typeof scope === 'object') return `fordelt på ${those(scope)}`;
    if (products === 1) return 'på 1 vare';
    return `fordelt på ${scope === 'mine' ? `de ${units(products)} varene dine` : `alle ${units(products)} varer`}`;
  };
  const others = (count: number, out: number) =>
    count === 0
      ? ''
      : ` Ikke medregnet: ${words.products(count)} med ukjent salg${out === 0 ? '' : `, ${units(out)} av dem utsolgt`}.`;
  const outAmong = (out: number, all: number) => {
    if (out === 0) return '';
    if (out === all) return all === 1 ? ', og den er utsolgt' : ', og alle er utsolgt';
    return `, ${units(out)} av dem er utsolgt`;
  };
  const list = ({ names, left }: Named) => format.list(names, left);
  return {
    overview: overview(format, spreadOver),
    out: (count, scope, date, newlyOut) =>
      count === 0
        ? `${none(scope)} er utsolgt per ${day(date)}.`
        : `${some(count, scope)} er utsolgt per ${day(date)}${newly(newlyOut)}.`,
    lowUnknown: (days) => `Du kan ikke se varer med under ${limitOf(days)} før salgstallene er hentet.`,
    low: (found, scope, days, date) => {
      const { count, out, products } = found;
      const sentence =
        count === 0
          ? `${noneBelow(products, scope)} under ${limitOf(days)} per ${day(date)}.`
          : `${some(count, scope)} har under ${limitOf(days)} per ${day(date)}${outAmong(out, count)}.`;
      return `${sentence}${others(found.others, found.othersOut)}`;
    },
    fewer: (count, out, scope, most, date) =>
      count === 0
        ? `${none(scope)} har færre enn ${format.counted(most, 'enhet', 'enheter')} per ${day(date)}.`
        : `${some(count, scope)} har færre enn ${format.counted(most, 'enhet', 'enheter')} per ${day(date)}${outAmong(out, count)}.`,
    overUnknown: (days) => `Du kan ikke se varer med over ${limitOf(days)} før salgstallene er hentet.`,
    over: (found, scope, days, date) => {
      const { unsold, products } = found;
      const count = found.count - unsold;
      const sentence =
        count === 0
          ? `${noneBelow(products, scope)} over ${limitOf(days)} per ${day(date)}.`
          : `${some(count, scope)} har over ${limitOf(days)} per ${day(date)}.`;
      const notSold =
        unsold === 0
          ? ''
          : ` *${units(unsold)}* ${count === 0 ? '' : 'til '}er på lager, men ble ikke solgt.`;
      return `${sentence}${notSold}${others(found.others, 0)}`;
    },
    firstStock: (date) =>
      `${capitalized(day(date))} er den første dagen med lagertall. Du ser endringer fra neste dag.`,
    unchanged: (scope, before, date) =>
      `Beholdningen${scope === 'all' ? '' : ` av ${typeof scope === 'object' ? those(scope) : 'varene dine'}`} er uendret fra ${day(before)} til ${day(date)}.`,
    changed: (found, scope, before, date, newlyOut) =>
      `Beholdningen av ${some(found.count, scope)} har endret seg fra ${day(before)} til ${day(date)}: *${change(found.by)} ${Math.abs(found.by) === 1 ? 'enhet' : 'enheter'}* til sammen.${newlyOut === undefined ? '' : ` ${newlyOut.count === 0 ? 'Ingen varer' : words.products(newlyOut.count)} er blitt utsolgt.`}`,
    appeared: (products) => `Nye i lagerlisten: ${list(products)}.`,
    gone: (products) => `Ikke lenger i lagerlisten: ${list(products)}.`,
    unknown: (productIds, date) =>
      productIds.length === 1
        ? `Vare ${productIds.join('')} står ikke i lagerlisten for ${day(date)}.`
        : `Ingen av varene ${format.list(productIds.slice(0, MAX_UNKNOWN), Math.max(0, productIds.length - MAX_UNKNOWN))} står i lagerlisten for ${day(date)}.`,
    notThere: (products) => `Ikke i lagerlisten: ${list(products)}.`,

    history: {
      heading: (names, period) => `*Beholdning av ${names}, ${period}*`,
      level: (stocked, date, changed) => `*${words.units(stocked)}*${since(changed)} per ${day(date)}.`,
      missing: (missing) => `Lagertallene for ${format.days(missing)} er ikke lagret.`,
      empty: (products, empty) =>
        `Lagerlisten for ${format.days(empty)} har ikke ${products === 1 ? 'varen' : 'varene'}.`,
      notThere: (names) => `Ikke i lagerlisten: ${names}.`,
      together: (products) =>
        `${words.products(products)} til sammen; filen med alle rader viser hver av dem`,
      notShown: (days) => `${format.counted(days, 'tidligere dag', 'tidligere dager')} vises ikke her`,
      notStored: (days, held) =>
        `Lagertallene for ${format.range(days)} er ikke lagret. Appen har lagertall for ${format.range(held)}.`,
      unknown: (productIds, days) =>
        `${productIds.length === 1 ? `Vare ${productIds.join('')}` : `Ingen av varene ${format.list(productIds.slice(0, MAX_UNKNOWN), Math.max(0, productIds.length - MAX_UNKNOWN))}`} sto ${productIds.length === 1 ? 'ikke ' : ''}i lagerlisten for ${format.range(days)}.`,
    },

    notShown: (products) => `${words.products(products)} til vises ikke her`,
    order: ({ quantity, packs }, by) =>
      `${units(quantity)}${packs === undefined ? '' : ` (${format.counted(packs, 'kartong', 'kartonger')})`} ${by === undefined ? 'nå' : `innen ${by}`}`,
    now: 'nå',
    isOut: 'utsolgt',
    source: {
      of: (date, updated) => `beholdning per ${day(date)}${updated === '' ? '' : `, oppdatert ${updated}`}`,
      allStores: 'enheter i alle butikker til sammen',
      ownUnknown: 'alle varer: dine er kjent når salgstallene er hentet',
      noSales: 'lagerdekning kan ikke beregnes før salgstallene er hentet',
      cover: (known, all) =>
        `lagerdekning fra ${known === all ? '' : `${units(known)} av `}${words.daysOf(all)} salg`,
      order: 'uten ditt eget lager',
    },

    table: {
      captions: {
        products: 'Beholdning av varene, i enheter',
        overview: 'Beholdning per vare i enheter, kortest lagerdekning først',
        out: 'Utsolgte varer, bestselgerne først',
        fewer: 'Varer med få enheter, færrest først',
        over: 'Varer med mange dagers lagerdekning, lengst først',
        low: 'Varer med få dagers lagerdekning, kortest først',
        orders: 'Varer med få dagers lagerdekning, det som haster mest å bestille, først',
        changes: 'Endringer i beholdningen, størst først',
      },
      captionsWithoutSales: {
        overview: 'Beholdning per vare i enheter, lavest først',
        out: 'Utsolgte varer',
      },
      columns: {
        product: 'Vare',
        units: 'Enheter',
        change: 'Endring',
        cover: 'Dager',
        stores: 'Butikker',
        since: 'Siden',
        sold: 'Solgt',
        order: 'Bestill',
        packs: 'Kartonger',
        by: 'Innen',
      },
    },
    changesChart: {
      title: 'Største endringer i beholdningen',
      along: 'Vare',
      unit: 'Enheter',
      series: 'Endring',
    },
    unitsChart: {
      title: 'Beholdning per dag',
      unit: 'Enheter',
      series: 'På lager',
    },

    product: {
      sentence: (name, stocked, stores, date, gone) =>
        `Vare ${name}: *${words.units(stocked)}* i ${words.stores(stores)} per ${day(date)}${gone === undefined ? '.' : `, utsolgt ca. *${gone}*`}`,
      firstGone: (name, gone) => `Først utsolgt: ${name}, ca. *${gone}*.`,
      out: (name, sinceWhen) => `Vare ${name} har vært *utsolgt* ${sinceWhen}.`,
      order: (order) => `Bestill *${order}*.`,
      changes: (changes) =>
        `Endring: ${changes.map(({ by, since: earlier }) => `${change(by)} siden ${day(earlier)}`).join(', ')}.`,
      othersSales: 'Varen er ikke med i ditt eget salg, så lagerdekningen kan ikke beregnes.',
      lasts: (days, behind, sold) =>
        `Rekker i *${format.tenths(days)} dager* hvis salget fortsetter som ${daysBehind(format, behind)} (${words.units(sold)} solgt).`,
      noCover: {
        daysMissing: () => 'Lagerdekning kan ikke beregnes før salgstallene er hentet.',
        noSales: (behind) =>
          `Ikke noe salg i løpet av ${daysBehind(format, behind)}, så lagerdekningen kan ikke beregnes.`,
        returnsExceedSales: (behind) =>
          `Returene var minst like høye som salget i løpet av ${daysBehind(format, behind)}, så lagerdekningen kan ikke beregnes.`,
      },
      elsewhere: (atLeast, atMost, openStores) =>
        `${atLeast === atMost ? units(atLeast) : `${units(atLeast)}–${units(atMost)}`} av ${format.counted(openStores, 'åpen butikk', 'åpne butikker')} har ikke varen; tallene viser ikke hvilke.`,
      lost: (now, before, since) =>
        `${words.stores(now)} har varen nå, ${units(before)} hadde den ${day(since)}.`,
      trend({ units: sold, before, percent, isPerOpenDay, to }) {
        const changed =
          percent === undefined
            ? undefined
            : `${format.percentChange(percent)}${isPerOpenDay ? ' per åpningsdag' : ''} sammenlignet med`;
        const earlier = before === undefined ? '' : `: ${changed ?? words.units(before)} de 7 dagene før`;
        return `Solgt ${words.units(sold)} de siste 7 dagene til og med ${day(to)}${earlier}.`;
      },
      table: { caption: 'Enheter på lager per dag', columns: { day: 'Dag', units: 'Enheter' } },
    },

    none: {
      rejectedKey:
        ':warning: Datatjenesten avviste appens abonnementsnøkkel, så det er ingen beholdning å vise. Be den som drifter appen, om å sjekke nøkkelen.',
      firstReading:
        'Appen henter lagertall for første gang. Det tar vanligvis rundt to minutter. Spør igjen da.',
      notRead: (failure) =>
        `Det har ikke kommet lagertall ennå.${failure === undefined ? '' : ` Siste forsøk: ${happened(failure)}.`} Appen prøver igjen med noen minutters mellomrom.`,
    },
    help: {
      mine: 'Oversikt over varene dine',
      out: 'Varene dine som er utsolgt',
      low: 'Varene dine med under 7 dagers lagerdekning, og hva du bør bestille',
      product: 'Én vare; et navn går også',
      changes: 'Endringer siden dagen før',
      history: 'Beholdningen av en vare, dag for dag',
      ofGroup: 'Bare én varegruppe i varelisten',
      fewer: 'Varene dine med færre enn 100 enheter',
      over: 'Varene dine med over 30 dagers lagerdekning, og de som ikke selger',
      all: 'Alle varer i kjeden, ikke bare dine',
      note: 'Legg til «hver hverdag kl. 09:00» for å få svaret regelmessig, eller «når under 100» for å få en melding. `/stock varsle hjelp` viser mer.',
    },
    typed: { ...STOCK_VERBS, without: 'uten', units: 'enheter' },
    formTitle: 'Beholdning',
    homeButton: 'Spør om beholdning',
    example: 'hva er utsolgt',
    subject: 'Beholdning',
    inUnits: 'Beholdningen telles i enheter.',
    form: {
      list: {
        label: 'Vis',
        options: {
          overview: 'Oversikt',
          out: 'Utsolgt',
          low: 'Snart utsolgt',
          fewer: 'Få enheter',
          over: 'Rikelig på lager',
          changes: 'Endringer siden dagen før',
        },
      },
      list_number: {
        label: 'Dagers lagerdekning eller enheter',
        hint: 'Dager for «Snart utsolgt» og «Rikelig på lager», enheter for «Få enheter». La feltet stå tomt for 7 dager, 30 dager og 100 enheter.',
        wrong: 'Fjern tallet, eller velg «Snart utsolgt», «Få enheter» eller «Rikelig på lager».',
      },
      scope: { label: 'Varer', options: { mine: 'Varene mine', all: 'Alle varer i kjeden' } },
      product: {
        label: 'Eller bare disse varene',
        hint: 'Skriv en varegruppe for alle varene i den. Beholdningen gjelder alle butikker samlet.',
      },
    },
    counts: {
      low: { typed: 'lav', of: 'dager' },
      over: { typed: 'over', of: 'dager' },
      fewer: { typed: 'lav', of: 'enheter' },
      top: { typed: 'topp', of: 'varer' },
      bottom: { typed: 'nederste', of: 'varer' },
    },
    mistakes: {
      twoQuestions: (one, other) =>
        `«${STOCK_VERBS[one]}» og «${STOCK_VERBS[other]}» er to spørsmål. Still ett om gangen.`,
      overUnits: 'Skriv et antall dager etter «over», ikke enheter.',
      noProduct: (words) => `Ingen vare heter ${quoted(words)}.`,
      noPeriods: (period) =>
        `Skriv også en vare for å se beholdningen for ${quoted(period)}. Uten vare viser /stock nyeste beholdning.`,
      latestOnly: (word, period) =>
        `Utelat ${quoted(period)}. «${STOCK_VERBS[word]}» viser bare nyeste beholdning.`,
      onePeriod: (period) => `Utelat ${quoted(period)}. Et spørsmål kan ha én periode.`,
      noStores: {
        each: 'Beholdningen finnes bare for hele kjeden, ikke per butikk. Bruk /sales for å se hva hver butikk selger.',
        one: (storeId) =>
          `Beholdningen finnes bare for hele kjeden, ikke per butikk. Bruk /sales for å se hva butikk ${storeId} selger.`,
        some: 'Beholdningen finnes bare for hele kjeden, ikke per butikk. Bruk /sales for å se hva en butikk selger.',
      },
    },
    sheet: {
      date: 'Beholdning per',
      units: 'Enheter',
      unitsBefore: 'Enheter (dagen før)',
      unitsWeekAgo: 'Enheter (uken før)',
      cover: 'Lagerdekning i dager',
      sold: 'Solgte enheter (grunnlag for dekning)',
      stores: 'Butikker med varen på lager',
      order: 'Bestill (enheter)',
      packs: 'Bestill (kartonger)',
      by: 'Bestill innen',
    },
    home: {
      none: ':hourglass_flowing_sand: Beholdning: ikke hentet ennå. Appen prøver med noen minutters mellomrom.',
      stock: (isLate, date, products, readAt) =>
        `${isLate ? ':warning:' : ':white_check_mark:'} Beholdning per *${day(date)}*, ${words.products(products)}, hentet ${readAt}`,
      unchanged: (date) => `Beholdningen endret seg ikke ${day(date)}.`,
      late: (expectedAt) =>
        `Nyere lagertall var ventet ${expectedAt}, men har ikke kommet ennå. Appen fortsetter å sjekke.`,
    },
    digest: digest(format),
    why: why(format),
    followUps: {
      stock_of_it: 'Beholdning',
      thirty_days: 'Graf for 30 dager',
      sales_of_it: 'Salg per butikk, 7 dager',
      stock_out: 'Utsolgt',
      stock_low: 'Snart utsolgt',
      stock_changes: 'Endringer',
    },
    fileName: {
      overview: 'beholdning',
      out: 'utsolgt',
      low: 'snart-utsolgt',
      fewer: 'fa-enheter',
      over: 'rikelig-pa-lager',
      changes: 'lagerendringer',
      products: 'beholdning',
      all: 'alle',
    },
  };
};

function daysBehind({ units, day }: Formatter, { days, kind, from }: DaysBehind): string {
  switch (kind) {
    case 'new':
      return days === 1
        ? 'dagen siden det første salget'
        : `de ${units(days)} dagene siden det første salget`;
    case 'read':
      return days === 1
        ? `dagen med salg som er hentet siden ${day(from)}`
        : `de ${units(days)} dagene med salg som er hentet siden ${day(from)}`;
    case 'all':
      return days === 1 ? 'den siste dagen' : `de siste ${units(days)} dagene`;
  }
}
