import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import { FLAG_NAMES, FLAGS, NUMBER_NAMES } from '../filters.ts';
import type { DayOfSales, SalesWords } from './en.ts';
import { comparison } from './nbComparison.ts';
import { digest } from './nbDigest.ts';
import { overview } from './nbOverview.ts';
import { reasons } from './nbReasons.ts';

const GROUPINGS: SalesWords['groupings'] = {
  product: { name: 'vare', plural: 'varer', title: 'Vare', columns: ['Varenummer', 'Varenavn'] },
  group: { name: 'varegruppe', plural: 'varegrupper', title: 'Varegruppe', columns: ['Varegruppe'] },
  store: { name: 'butikk', plural: 'butikker', title: 'Butikk', columns: ['Butikknummer', 'Butikknavn'] },
  day: { name: 'dag', plural: 'dager', title: 'Dag', columns: ['Dag'] },
  week: {
    name: 'uke',
    plural: 'uker',
    title: 'Uke',
    columns: ['Uke', 'Uke fra', 'Uke til', 'Dager medregnet'],
  },
  month: {
    name: 'måned',
    plural: 'måneder',
    title: 'Måned',
    columns: ['Måned', 'Måned fra', 'Måned til', 'Dager medregnet'],
  },
  weekday: { name: 'ukedag', plural: 'ukedager', title: 'Ukedag', columns: ['Ukedag'] },
};

const FILTERS: SalesWords['filters'] = {
  top: {
    typed: 'topp',
    of: 'rader',
  },
  returns: {
    typed: 'retur',
    notCompared: 'Du kan bare se returer for én periode. De kan ikke sammenlignes.',
  },
  share: {
    typed: 'andel',
    notCompared: 'Andeler vises bare for én periode. Utelat andelen, eller spør om én periode.',
  },
  average: {
    typed: 'snitt',
    notCompared: 'Snitt vises bare for én periode. Utelat snittet, eller spør om én periode.',
  },
};

export const norwegian = (format: Formatter): SalesWords => {
  const { days, litres, range, shortRange } = format;
  const words = countedWords(format);
  const average = (mean: number) => `Snitt per åpningsdag: *${litres(mean)} l*`;
  const what = (isOfReturns: boolean) => (isOfReturns ? 'Returer' : 'Salg');
  const of = (what: string, products: string) => (products === '' ? what : `${what} av ${products}`);
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  const side = (name: string, count: number, of: 'product' | 'store') =>
    count === 1 ? name : `${name} (${of === 'product' ? words.products(count) : words.stores(count)})`;
  return {
    about: (isOfReturns, products) => capitalized(isOfReturns ? of('returer', products) : products || 'salg'),
    noneOf: (isOfReturns, products) => of(isOfReturns ? 'Ingen returer' : 'Ikke noe salg', products),
    heading: (subject, period, millilitres, change) => {
      const each = change?.perOpenDay === undefined ? '' : ' per åpningsdag';
      const changed =
        change?.percent === undefined ? '' : ` (${format.percentChange(change.percent)}${each})`;
      return `*${subject}, ${period}: ${litres(millilitres)} l${changed}*`;
    },
    units: (quantity) => words.units(quantity),
    days: (best, worst, mean) => {
      const named = ({ day, millilitres }: DayOfSales) => `${format.day(day)} (${litres(millilitres)} l)`;
      return `Sterkeste dag: ${named(best)}. Svakeste: ${named(worst)}. ${average(mean)}`;
    },
    wholeOfShares: (millilitres) => `I tabellen er 100\u00a0% lik ${litres(millilitres)} l`,
    partOfAll: (isOfReturns, percent, millilitres) =>
      `${format.percent(percent)} av ${isOfReturns ? 'alle returer' : 'alt salg'}, ${litres(millilitres)} l`,
    partOfStores: (isOfReturns, percent, millilitres) =>
      `${format.percent(percent)} av ${isOfReturns ? 'returene' : 'salget'} i alle butikker, ${litres(millilitres)} l`,
    firstSales: (day) => `Første salg: ${format.day(day)}`,
    sidesHeading: (subject, period) => `*${subject}, ${period}*`,
    sideSum: ({ name, count, millilitres, items }, of) =>
      `${side(name, count, of)}: *${litres(millilitres)} l*, ${words.units(items)}`,
    difference: (name, other, volume, quantity) =>
      `${name} mot ${other}: *${format.litresChange(volume.millilitres)} l*${share(volume.percent)}, ${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'enhet' : 'enheter'}${share(quantity.percent)}`,
    side,
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
    fileHasBoth: (one, other) => `filen har én rad per ${one} og ${other}`,
    notShown: (left, { name, plural }) => `${format.counted(left, name, plural)} til vises ikke her`,
    returns: ({ returnedMillilitres, returnedQuantity, percent }) =>
      `Returer på ${litres(returnedMillilitres)} l og ${words.units(returnedQuantity)}${percent === undefined ? '' : ` (${format.percent(percent)} av solgte enheter)`} er trukket fra`,
    source: {
      service: (instant, timeZone) => `hentet direkte fra datatjenesten ${format.instant(instant, timeZone)}`,
      nothing: 'ingen salgstall er lagret ennå',
      asOf: (instant, timeZone) => `per ${format.instant(instant, timeZone)}`,
      missing: (missing) => `:warning: *ikke hentet ennå og ikke medregnet: ${days(missing)}*`,
      empty: (empty) => `dager uten salg: ${days(empty)}`,
    },
    incomplete: (missing) =>
      missing.length === 0 ? [] : [`Salget for ${days(missing)} er ikke hentet ennå og ikke medregnet.`],
    caption: (isOfReturns, by) => `${what(isOfReturns)} per ${by}, i liter og enheter`,
    share: 'Andel',
    average: 'Per åpningsdag',
    averageLine: average,
    chart: (isOfReturns, by) => `${isOfReturns ? 'Liter i retur' : 'Liter'} per ${by}`,
    unit: 'Liter',
    series: (isOfReturns) => (isOfReturns ? 'I retur' : 'Solgt'),
    busy: {
      withYours:
        'Appen henter fortsatt dager til det forrige spørsmålet ditt. Vent på svaret, og spør igjen.',
      withOthers: 'Appen henter dager for andre akkurat nå. Spør igjen om et minutt.',
    },
    nothingLeft: {
      product: 'Uten disse varene er det ingenting igjen å vise.',
      store: 'Uten disse butikkene er det ingenting igjen å vise.',
    },
    unknownProducts: (productId, count) =>
      `${count === 1 ? `Vare ${productId} er ikke` : `Ingen av disse ${count} varene er`} med i salget ditt de siste 90 dagene.`,
    unknownStore: (storeId) => `Butikk ${storeId} finnes ikke.`,
    help: {
      yesterday: 'I går: liter og enheter, med de største varene og butikkene',
      store: 'Forrige uke, én rad per butikk',
      compare: 'Forrige uke sammenlignet med uken før',
      ofProduct: 'Én vare, dag for dag',
      top: 'De ti største varene forrige måned',
      ofGroup: 'Én varegruppe i varelisten',
      without: 'Utelat en vare, en varegruppe eller en butikk',
      weekNumber: 'En uke. En dato, «oktober» og «påske» går også',
      withOther: 'Forrige måned ved siden av samme måned året før',
      pair: 'Én rad per butikk; filen har hver dag også',
      week: 'Én rad per uke',
      weekday: 'Én rad per ukedag',
      returns: 'Returer i stedet for salg',
      share: 'Også andelen av totalen',
      average: 'Også snittet per åpningsdag',
      why: 'Hva endringen siden uken før består av',
      note: 'Legg til «hver mandag kl. 08:00» for å få svaret regelmessig, eller «når ned 30 %» for å få en melding. `/sales varsle hjelp` viser mer.',
    },
    typed: {
      compare: 'sammenlign',
      with: 'med',
      without: 'uten',
      why: 'hvorfor',
      vs: 'mot',
      mondays: 'mandager',
      tuesdays: 'tirsdager',
      wednesdays: 'onsdager',
      thursdays: 'torsdager',
      fridays: 'fredager',
      saturdays: 'lørdager',
      sundays: 'søndager',
      weekends: 'helger',
      workdays: 'hverdager',
      ...Object.fromEntries(NUMBER_NAMES.map((name) => [`${name}:`, `${FILTERS[name].typed}:`])),
      ...Object.fromEntries(FLAG_NAMES.map((name) => [FLAGS[name].written, FILTERS[name].typed])),
      ...Object.fromEntries(
        Object.entries(GROUPINGS).map(([group, { name }]) => [`by:${group}`, `per:${name}`]),
      ),
    },
    filters: FILTERS,
    formTitle: 'Salg',
    homeButton: 'Spør om salg',
    example: 'hvor mye solgte vi forrige uke',
    subject: 'Salg',
    inUnits: 'Alle svar har både liter og enheter.',
    usualWhy: 'Ingen dager er nevnt, så dette gjelder forrige uke.',
    form: {
      period: {
        label: 'Periode',
        asked: (days) => `Spørsmålet ditt: ${range(days)}`,
        periods: {
          newest: (days) => `Nyeste dag: ${range(days)}`,
          'last 7 days': (days) => `Siste 7 dager: ${shortRange(days)}`,
          'this week': (days) => `Denne uken: ${shortRange(days)}`,
          'last week': (days) => `Forrige uke: ${shortRange(days)}`,
          'last 30 days': (days) => `Siste 30 dager: ${shortRange(days)}`,
          'this month': (days) => `Denne måneden: ${shortRange(days)}`,
          'last month': (days) => `Forrige måned: ${shortRange(days)}`,
        },
      },
      from: {
        label: 'Eller fra',
        hint: 'Erstatter perioden over.',
        box: 'Velg en dag',
        wrong: 'Velg den første dagen også, eller fjern den siste.',
      },
      to: { label: 'Til og med', hint: 'La feltet stå tomt for den nyeste dagen.', box: 'Velg en dag' },
      compare: {
        label: 'Sammenlign med',
        options: { nothing: 'Ingenting', before: 'Forrige periode', year_before: 'Samme periode året før' },
        asked: range,
      },
      product: {
        label: 'Varer',
        hint: 'Skriv en varegruppe for alle varene i den. La feltet stå tomt for alle varene dine.',
      },
      store: { label: 'Butikker', hint: 'La feltet stå tomt for alle butikker.' },
      rows: { label: 'Én rad per', options: { '': 'Oversikt, uten rader' } },
      top: { label: 'Bare de største', hint: 'Hvor mange rader du vil se. La feltet stå tomt for alle.' },
      returns: { label: 'Vis', box: 'Returer i stedet for salg' },
      share: { label: 'Vis også', box: 'Andel av totalen' },
    },
    mistakes: {
      withItself: (days) => `Begge periodene er ${format.range(days)}. Velg to ulike perioder.`,
      noSuchWeekday: (days) =>
        `${range(days)} har ingen ${format.weekdays(days.weekdays ?? [])}. Spør om en lengre periode.`,
      weekdaysBeside: 'Ukedager kan ikke sammenlignes med hverandre. per:ukedag viser hver på sin rad.',
      twoPeriods: 'Det er to perioder. Legg til «sammenlign» for å sammenligne dem.',
      manyPeriods: 'Du kan bare sammenligne to perioder.',
      forecast: 'Datatjenesten har salg for dager som har vært, men ingen prognoser.',
      unsold:
        'Datatjenesten har bare det som er solgt, så appen kan ikke vise det som ikke er solgt. Spør om alle rader: Det som mangler, har ikke solgt noe.',
      returnRate:
        'Appen kan ikke liste returandeler. Et svar om salg sier hvor mye av det som ble returnert.',
      yearBeside: 'Skriv begge periodene, for eksempel uke 20 2025 mot uke 20 2026.',
      rowAverage: 'Appen har bare snittet per åpningsdag.',
      manyGroupings: 'Velg høyst to grupperinger, for eksempel per butikk per uke.',
      pairsNotCompared:
        'To perioder kan bare sammenlignes med én gruppering. Velg én, for eksempel per butikk.',
      smallest: 'Radene er sortert etter liter, de største først. Spør om alle: De minste er sist.',
      shares: 'Skriv prosent for å se andelen av totalen.',
    },
    sheet: {
      side: 'Utvalg',
      litres: 'Liter',
      share: 'Andel (%)',
      average: 'Liter per åpningsdag',
      items: 'Enheter',
      returnedLitres: 'Liter i retur',
      returnedItems: 'Enheter i retur',
      rows: 'Salgslinjer',
      change: 'Endring i liter',
      changePercent: 'Endring (%)',
      changePerOpenDay: 'Endring per åpningsdag (%)',
    },
    home: {
      none: (isRead) =>
        `${isRead ? ':white_check_mark:' : ':hourglass_flowing_sand:'} Salg: ikke hentet ennå.`,
      sales: (isThere, newestDay, asOf) =>
        `${isThere ? ':white_check_mark:' : ':warning:'} Salg til og med *${format.day(newestDay)}*${asOf === undefined ? '' : `, per ${asOf}`}`,
      noneOn: (date) => `Ikke noe salg ${format.day(date)}.`,
      late: (date, expectedAt) =>
        `Salget for ${format.day(date)} var ventet ${expectedAt}, men har ikke kommet ennå.`,
      daysHeld: (days) => `${words.days(days)} lagret`,
      readingPast: (bar, daysDone, daysTotal) =>
        `Henter eldre salg: ${bar} ${format.units(daysDone)} av ${words.days(daysTotal)}. Andre dager hentes når du spør om dem.`,
      readingFailed: (nextTryAt) => `:warning: Det siste forsøket mislyktes. Neste forsøk: ${nextTryAt}.`,
    },
    digest: digest(format),
    overview: overview(format),
    comparison: comparison(format),
    reasons: reasons(format),
    groupings: GROUPINGS,
    followUps: {
      day_before: 'Dagen før',
      why: 'Hvorfor?',
      by_product: 'Per vare',
      by_store: 'Per butikk',
      by_day: 'Per dag',
      previous_period: 'Sammenlign med forrige periode',
      thirty_days: 'Graf for 30 dager',
      stock_of_it: 'Beholdning',
    },
    fileName: {
      sales: 'salg',
      returns: 'returer',
      by: (name) => `per-${name}`,
    },
  };
};
