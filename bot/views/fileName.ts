import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import type { Catalog } from '../language/language.ts';
import type { NameOfMany, Narrowing, SalesFigures, Side } from '../parser/question.ts';
import type { Answer } from '../questions/answer.ts';
import type { StockAnswer } from '../questions/stockAnswer.ts';
import type { StoresAnswer } from '../questions/stores.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { fold } from '../text/normalize.ts';
import type { Reader } from './reader.ts';

/** Few and short: a folder adds its own path, and some systems end at 255 characters with it. */
const NAMED = 2;
const NAME_CHARACTERS = 30;

/** What was asked, as the name of a file, without its end: `sales-gin-2026-W46-by-store`. Safe on every file system. */
export function fileNameOf(answer: Answer, reader: Reader): string {
  return partsOf(answer, reader)
    .filter((part) => part !== '')
    .join('-');
}

function partsOf(answer: Answer, reader: Reader): readonly string[] {
  const words = reader.language.t.sheet.fileName;
  switch (answer.about) {
    case 'stock':
      return stockParts(answer, reader);
    case 'stockHistory':
      return [
        words.stock.products,
        ...named(
          answer.question.productIds.map((id) => safe(reader.products.label(id))),
          words,
        ),
        periodPart(answer.question.days, words),
      ];
    case 'sales':
      return salesParts(answer.question, [periodPart(answer.days, words)], reader);
    case 'comparison': {
      const { now, before, question } = answer;
      const periods = [periodPart(now.days, words), words.versus, periodPart(before.days, words)];
      return salesParts(question, periods, reader);
    }
    case 'stores':
      return storesParts(answer, words);
  }
}

type Words = Catalog['sheet']['fileName'];

function stockParts({ question, snapshot }: StockAnswer, { products, language }: Reader): readonly string[] {
  const words = language.t.sheet.fileName;
  const day = snapshot.businessDate;
  if (question.kind === 'products') {
    return [
      words.stock.products,
      ...named(
        question.productIds.map((id) => safe(products.label(id))),
        words,
      ),
      day,
    ];
  }
  const days = 'days' in question ? [`${question.days}`] : [];
  const { ids = [], names = [] } = 'of' in question ? (question.of ?? {}) : {};
  const of = [...ids.map((id) => safe(products.label(id))), ...names.map((name) => safe(name.words))];
  return [
    words.stock[question.kind],
    ...days,
    ...named(of, words),
    ...(question.scope === 'all' ? [words.all] : []),
    day,
  ];
}

function salesParts(question: SalesFigures, period: readonly string[], reader: Reader): readonly string[] {
  const { t } = reader.language;
  const words = t.sheet.fileName;
  const { sides } = question.kind === 'sales' ? question : { sides: undefined };
  const narrowed = sides === undefined ? namesOf(question, reader) : sidesOf(sides.each, sides.of, reader);
  const without = question.without === undefined ? [] : namesOf(question.without, reader);
  return [
    question.returns === true ? words.returns : words.sales,
    ...(question.top === undefined ? [] : [words.top(question.top)]),
    ...(question.bottom === undefined ? [] : [words.bottom(question.bottom)]),
    ...named(narrowed, words, sides === undefined ? [] : [words.versus]),
    ...(without.length === 0 ? [] : [words.without, ...named(without, words)]),
    ...period,
    words.by(safe(t.groupings[question.by].name)),
    ...(question.kind === 'sales' && question.and !== undefined
      ? [words.by(safe(t.groupings[question.and].name))]
      : []),
  ];
}

function sidesOf(each: readonly Side[], of: NameOfMany['meaning'], reader: Reader): readonly string[] {
  return each.map(({ ids, names }) => {
    const all = of === 'product' ? { productIds: ids, storeIds: [] } : { productIds: [], storeIds: ids };
    return named(namesOf({ ...all, names }, reader), reader.language.t.sheet.fileName).join('-');
  });
}

function namesOf({ productIds, storeIds, names = [] }: Narrowing, { products, stores }: Reader): string[] {
  return [
    ...names.map(({ words }) => words),
    ...productIds.map((id) => products.label(id)),
    ...storeIds.map((id) => stores.label(id)),
  ].map(safe);
}

/** The first of them, with what stands between, and how many more there are. */
function named(names: readonly string[], words: Words, between: readonly string[] = []): readonly string[] {
  const left = names.length - NAMED;
  return [
    ...names.slice(0, NAMED).flatMap((name, at) => (at === 0 ? [name] : [...between, name])),
    ...(left > 0 ? [words.more(left)] : []),
  ];
}

function storesParts({ question, day }: StoresAnswer, words: Words): readonly string[] {
  if (question.kind === 'number') return [words.stores, safe(question.storeId), day];
  const { words: typed, openNow, open, near } = question;
  const place = near !== undefined && 'words' in near ? near.words : '';
  const isOpen = openNow || open !== undefined;
  return [
    words.stores,
    safe(typed),
    ...(near === undefined ? [] : [words.near, safe(place)]),
    ...(isOpen ? [words.open] : []),
    day,
    ...(open?.time === undefined ? [] : [safe(open.time)]),
  ];
}

/** 2026-11-19, 2026-W46, 2026-11, 2026, or the first and the last day. */
export function periodPart({ from, to }: DayRange, words: Words): string {
  if (from === to) return from;
  const week = isoWeekOf(from);
  if (daysIn({ from, to }).length === 7 && isoWeekOf(to) === week) {
    const [year = '', number = ''] = week.split('-W');
    return words.week(year, number);
  }
  if (from.slice(5) === '01-01' && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4);
  const month = daysIn({ from, to }).every((day) => day.startsWith(from.slice(0, 7)));
  const isWhole = from.endsWith('-01') && nextDay(to).endsWith('-01');
  return month && isWhole ? from.slice(0, 7) : words.range(from, to);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Letters a to z, digits and hyphens. */
function safe(text: string): string {
  return fold(text)
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, NAME_CHARACTERS)
    .replace(/-+$/, '');
}
