import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Labels } from '../ask/reader.ts';
import { countedNames, selectionLabel } from '../ask/selectionLabel.ts';
import type { Database } from '../database/connection.ts';
import { languageFor } from '../language/language.ts';
import { type NameLookup, NO_NAMES } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import { type IdsNamed, type Selection, writeSelection } from '../parse/selection.ts';
import type { Items, Measure, Rule } from '../standing/line.ts';
import type { AlertSlots, AlertSubject } from '../standing/subject.ts';
import { latestWholeDay } from './import/state.ts';
import { followingSales, parseSales } from './parse.ts';
import { type FigureParts, isClosed, lackingIn, queryOf, querySales } from './query.ts';
import type { SalesQuestion } from './question.ts';
import { salesAlertWords } from './words/alerts.ts';
import { salesWords } from './words/words.ts';

/** The days of a figure where no others are said; a change is against the seven days before. */
const USUAL_DAYS = 'last 7 days';
const USUAL_COUNT = 14;
/** Nothing falls by more. */
const MOST_FALL = 100;
const MOST_LITRES = 1_000_000;

/** What can have a line in `/sales … when …`. */
export const SALES_MEASURES: Readonly<Record<string, Measure>> = {
  change: {
    lines: { below: '-#%', above: '+#%' },
    said: { down: 'below', up: 'above' },
    units: { 1: '% percent pct prosent' },
    isUsual: true,
    isAtLine: true,
    most: { below: MOST_FALL, above: 1_000 },
    example: 30,
    margin: () => 5,
    words: (t) => salesAlertWords(t).change,
  },
  litres: {
    lines: { below: 'below # litres', above: 'above # litres' },
    said: { below: 'below', above: 'above' },
    units: { 1: 'l litre litres liter litres literen' },
    most: { below: MOST_LITRES, above: MOST_LITRES },
    example: 100,
    margin: (line) => line / 10,
    words: (t) => salesAlertWords(t).litres,
  },
};

const WORDS = {
  week: 'week|uke|veke',
  on: 'on|over|by|for|mot|på',
  than: 'vs|versus|against|compared (?:to|with)|from|than|since|mot|sammenlignet med|fra|enn|siden',
  before:
    '(?:the )?(?:last week|previous week|week (?:before|earlier))|forrige (?:uke|veke)|(?:uk(?:a|en)|veka) før',
  unit: 'day|month|quarter|year|dag|måned|månad|kvartal|år',
};

const READS: AlertSlots = {
  meanings: ['product', 'store'],
  usualBy: undefined,
  rows: { product: 'product', store: 'store', group: 'group' },
  idle: [],
  examples: ['-30%', '+50%'],
  usualDays: new RegExp(
    `(?<=^| )(?:(?:${WORDS.week})[ -](?:${WORDS.on})[ -](?:${WORDS.week})|wow|w/w|(?:${WORDS.than}) (?:${WORDS.before}))(?= |$)`,
    'i',
  ),
  otherDays: new RegExp(
    `(?<=^| )(?:(?:${WORDS.unit})[ -](?:${WORDS.on})[ -](?:${WORDS.unit})|[myqd]o[myqd]|[myqd]/[myqd])(?= |$)`,
    'i',
  ),
  days(typed, { calendar, now }) {
    const at = (instant: number, days = typed) => JSON.stringify(comparedDays(days, calendar, instant));
    const later = now + LATER_MS;
    if (at(now) === at(later)) throw new ParseError((t) => salesAlertWords(t).mistakes.fixedDays(typed), '');
    const isUsual = [now, later].every((instant) => at(instant) === at(instant, USUAL_DAYS));
    return isUsual ? undefined : typed.replace(/^compare /, '');
  },
};

/** Days that are the same by then don't move: October, 2026. */
const LATER_MS = 100 * 24 * 60 * 60_000;

const NOTHING: NameLookup = { products: NO_NAMES, stores: NO_NAMES };

/** The days that the words mean at an instant, and those before; undefined where they compare nothing. @throws ParseError */
function comparedDays(words: string, calendar: Calendar, now: number) {
  const read = (typed: string) => parseSales(typed, { vocabulary: NOTHING, calendar, now });
  const said = read(words);
  const asked = said.kind === 'compare' ? said : read(`compare ${words}`);
  return asked.kind === 'compare' ? { days: asked.days, against: asked.against } : undefined;
}

/** Alerts of `/sales`, by stored sales: for their sum, or for each item where rows are said. */
export function salesAlerts({
  database,
  calendar,
  idsNamed,
  products,
  stores,
  ...parts
}: Pick<FigureParts, 'sales' | 'groupOf'> & {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly idsNamed: IdsNamed;
  readonly products: Labels;
  readonly stores: Labels;
}): AlertSubject {
  const wholeDay = () => latestWholeDay(database, calendar, USUAL_COUNT);
  const postAt = (day: string) => calendar.instantOf(calendar.addDays(day, 1), SALES_REFRESH);

  /** What `/sales` says of the days as they are once the sales of `day` are stored. */
  async function figuresOn(day: string, { measure, by, days = USUAL_DAYS, selection }: Rule) {
    const periods = comparedDays(days, calendar, postAt(day));
    if (periods === undefined) return { day, figures: new Map<string, number>() };
    const question: SalesQuestion = {
      command: 'sales',
      kind: 'compare',
      selection,
      by: by ?? 'day',
      ...periods,
    };
    // Whole days are stored. One that is being replaced is judged the next time.
    const { now, change, rows } = await querySales(queryOf(question, idsNamed), {
      ...parts,
      live: undefined,
    });
    const isChange = measure === 'change';
    // On closed days nothing is sold, which is no news.
    const isKnown = lackingIn(now).length === 0 && (now.openDays.length > 0 || !isClosed(now.days));
    const sums =
      by === undefined ? [{ key: '', now: now.totals, change }] : rows.filter(({ key }) => key !== '');
    const figures = sums.flatMap(({ key, now: sum, change: changed }): [string, number][] => {
      const figure = isChange ? changed?.quantityPercent : (sum?.millilitres ?? 0) / 1000;
      return figure === undefined || !isKnown ? [] : [[key, exact(figure)]];
    });
    const { perOpenDay } = (isChange && change) || {};
    return {
      day,
      figures: new Map(figures),
      openDays: perOpenDay && { now: perOpenDay.openDays, before: perOpenDay.openDaysBefore },
    };
  }

  return {
    command: 'sales',
    requires: 'view_sales',
    measures: SALES_MEASURES,
    following: followingSales,
    reads: READS,
    wholeDay,
    async figures(rule, asked) {
      const day = asked ?? (await wholeDay());
      if (day === undefined) return undefined;
      try {
        return await figuresOn(day, rule);
      } catch (error) {
        // A name that nothing has any longer.
        if (error instanceof ParseError) return { day, figures: new Map() };
        throw error;
      }
    },
    postAt,
    why: ({ days = USUAL_DAYS, by, selection }) =>
      [
        '/sales',
        `compare ${days}`,
        ...writeSelection(selection),
        ...(by === undefined ? [] : [`by:${by}`]),
      ].join(' '),
    words(t) {
      const language = languageFor(t.code);
      const words = salesAlertWords(t);
      const label = (selection: Selection) => {
        const about = (named: string) => salesWords(t).about(false, named);
        const counted = countedNames(selection, idsNamed);
        return selectionLabel(selection, about, { products, stores, language }, { counted });
      };
      const subject = ({ by, selection }: Rule) => label(selection) + (by === undefined ? '' : words.by[by]);
      return {
        ...words,
        subject,
        item: (item, rule) =>
          rule.by === undefined ? subject(rule) : label(narrowed(rule.selection, rule.by, item)),
      };
    },
  };
}

/** A selection with only this item. */
function narrowed(selection: Selection, by: Items, item: string): Selection {
  if (by === 'group') return { ...selection, product: { ids: [], names: [{ kind: 'group', words: item }] } };
  return { ...selection, [by]: { ids: [item], names: [] } };
}

/** Without what dividing adds: 93 of 100 units are 7 % fewer, not 7.000000000000001 %. */
function exact(figure: number): number {
  return Math.round(figure * 1e9) / 1e9;
}
