import type { Calendar } from 'retail-data-client';
import { type DayRange, readDays } from './days.ts';
import { CommandMistake } from './mistake.ts';
import { nearest, readNumber, splitWords } from './words.ts';

export const GROUPS = ['product', 'store', 'day', 'week'] as const;
export type Group = (typeof GROUPS)[number];

/** What `/sales` was asked. */
export type SalesQuestion =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'sales';
      readonly days: DayRange;
      readonly productId: string | undefined;
      readonly storeId: string | undefined;
      readonly by: Group;
    };

export const SALES_HELP = [
  '`/sales` or `/sales yesterday` – the newest day, by product',
  '`/sales last week` – Monday to Sunday of last week',
  '`/sales 2026-11-20` or `/sales 2026-11-01..2026-11-07` – a day or a range',
  '`product:1101` and `store:143` narrow it; `by:product`, `by:store`, `by:day`, `by:week` group it',
].join('\n');

const WORDS = ['help', 'yesterday', 'last week', 'last month', 'this month'];
const KEYS = ['product:', 'store:', 'by:'];

/** Reads the text behind `/sales`. @throws CommandMistake */
export function parseSales(text: string, calendar: Calendar, now: number): SalesQuestion {
  const words = splitWords(text).map((word) => word.toLowerCase());
  if (words.includes('help')) return { kind: 'help' };
  let days: DayRange | undefined;
  let productId: string | undefined;
  let storeId: string | undefined;
  let by: Group | undefined;

  const setDays = (range: DayRange) => {
    if (days !== undefined) {
      throw new CommandMistake(
        'There are two periods in that; one is enough.',
        `/sales ${days.from}..${days.to}`,
      );
    }
    days = range;
  };

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [key, value] = splitKey(word);
    const ofTwoWords = namedPeriod(`${word} ${words[at + 1] ?? ''}`, calendar, now);
    const named = ofTwoWords ?? namedPeriod(word, calendar, now);
    if (ofTwoWords !== undefined) at += 1;
    if (named !== undefined) setDays(named);
    else if (key === 'product') productId = readNumber(value, 'product', '/sales product:1101');
    else if (key === 'store') storeId = readNumber(value, 'store', '/sales store:143');
    else if (key === 'by') by = readGroup(value);
    else setDays(readDays(word, calendar, now, '/sales') ?? notUnderstood(word));
  }
  const newest = calendar.latestSalesDay(now);
  return {
    kind: 'sales',
    days: days ?? { from: newest, to: newest },
    productId,
    storeId,
    by: by ?? (productId === undefined ? 'product' : 'store'),
  };
}

function namedPeriod(words: string, calendar: Calendar, now: number): DayRange | undefined {
  const newest = calendar.latestSalesDay(now);
  const today = calendar.dayOf(now);
  switch (words) {
    case 'yesterday': {
      const yesterday = calendar.addDays(today, -1);
      if (yesterday > newest) {
        throw new CommandMistake(
          `The sales of yesterday, ${yesterday}, come about 07:45; the newest are of ${newest}.`,
          `/sales ${newest}`,
        );
      }
      return { from: yesterday, to: yesterday };
    }
    case 'last week':
      return calendar.weekOf(calendar.addDays(today, -7));
    case 'this month':
      return newest.slice(0, 7) === today.slice(0, 7)
        ? { from: `${today.slice(0, 7)}-01`, to: newest }
        : { from: newest, to: newest };
    case 'last month': {
      const last = calendar.addDays(`${today.slice(0, 7)}-01`, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    default:
      return undefined;
  }
}

function splitKey(word: string): [string, string] {
  const at = word.indexOf(':');
  return at === -1 ? ['', word] : [word.slice(0, at), word.slice(at + 1)];
}

function readGroup(value: string): Group {
  const group = GROUPS.find((known) => known === value);
  if (group !== undefined) return group;
  const near = nearest(value, GROUPS) ?? 'store';
  throw new CommandMistake(
    `"by:${value}" is not a grouping; it can be by ${GROUPS.join(', ')}.`,
    `/sales by:${near}`,
  );
}

function notUnderstood(word: string): never {
  if (/^\d{1,15}$/.test(word)) {
    throw new CommandMistake(`"${word}" could be a product or a store.`, `/sales product:${word}`);
  }
  const near = nearest(word, WORDS) ?? nearest(word, KEYS);
  const example = near === undefined ? 'yesterday' : near.replace(/:$/, near === 'by:' ? ':store' : ':1101');
  throw new CommandMistake(`"${word}" is not something /sales knows.`, `/sales ${example}`);
}
