import { fold } from '../text/normalize.ts';

/**
 * The words for days in English, bokmål and nynorsk, folded as words.ts folds what is typed. What is not here is left
 * to chrono-node, which knows English only.
 */

function numbered(first: number, lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap((line, at) => line.split(' ').map((word) => [fold(word), first + at] as const)),
  );
}

/** 1 is January. */
export const MONTHS = numbered(1, [
  'january januar jan',
  'february februar feb',
  'march mars mar',
  'april apr',
  'may mai',
  'june juni jun',
  'july juli jul',
  'august aug',
  'september sept sep',
  'october oktober oct okt',
  'november nov',
  'december desember dec des',
]);

/** 1 is Monday. */
export const WEEKDAYS = numbered(1, [
  'monday mon mandag mandagen man måndag måndagen',
  'tuesday tues tue tirsdag tirsdagen tir tysdag tysdagen tys',
  'wednesday wed onsdag onsdagen ons',
  'thursday thurs thur thu torsdag torsdagen tor tors',
  'friday fri fredag fredagen fre',
  'saturday sat lørdag lørdagen lør laurdag laurdagen lau',
  'sunday sun søndag søndagen søn sundag sundagen',
]);

/** What stands for a blank in what was typed in one go: "lastweek", "last-week". */
export const GAP = '[ _-]?';

const NUMBER_WORDS = numbered(1, [
  'a an one en ei ett et ein eit',
  'two to',
  'three tre',
  'four fire',
  'five fem',
  'six seks',
  'seven sju syv',
  'eight åtte',
  'nine ni',
  'ten ti',
]);

/** A number in digits or, up to ten, in words. */
export function numberOf(word: string): number | undefined {
  return /^\d{1,4}$/.test(word) ? Number(word) : NUMBER_WORDS.get(word);
}

const oneOf = (words: Iterable<string>) => [...new Set([...words].map(fold))].join('|');

/** Pieces of regular expressions, without groups of their own. */
export const NUMBER = `\\d{1,4}|${oneOf(NUMBER_WORDS.keys())}`;
export const MONTH = oneOf(MONTHS.keys());
export const WEEKDAY = oneOf(WEEKDAYS.keys());
export const DAY_UNIT = oneOf('days day d dager dagar dag dagene dagane dgr døgn'.split(' '));
export const WEEK_UNIT = oneOf('weeks week wk wks uker uke uka uken ukene veker veke veka vekene'.split(' '));
export const MONTH_UNIT = oneOf(
  'months month måneder måned måneden månedene mnd månader månad månaden månadene'.split(' '),
);
export const QUARTER_UNIT = oneOf('quarter kvartal kvartalet'.split(' '));
export const YEAR_UNIT = oneOf('years year år året'.split(' '));
/** One whole week or month before this one; "siste uke" are seven days instead. */
export const LAST = oneOf('last previous forrige forige førre førige sist sidste'.split(' '));
export const THIS = oneOf('this current denne dette inneværende'.split(' '));
export const NEXT = oneOf('next coming neste kommende'.split(' '));
/** So many days up to the newest. */
export const UP_TO_NOW = oneOf('last past previous siste forrige førre seneste'.split(' '));
