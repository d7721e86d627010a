import type { AnswerReader, Reader } from '../../ask/reader.ts';
import { selectionLabel } from '../../ask/selectionLabel.ts';
import type { PeriodRelation } from '../../parse/dates/comparison.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { OfPeriods } from '../answer.ts';
import { isClosed, lackingIn } from '../query.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';
import { firstSalesText, whyNone } from './source.ts';

export function subjectOf(
  { question, named }: Pick<OfPeriods, 'question' | 'named'>,
  of: (products: string) => string,
  reader: Reader,
): string {
  return selectionLabel(question.selection, of, reader, { counted: named });
}

/** What was asked about, its days, its volume and how that changed. */
export function headline(answer: OfPeriods, millilitres: number, reader: AnswerReader): string {
  const { question, now, change } = answer;
  const words = salesWords(reader.language.t);
  const about = (named: string) => words.about(question.returns === true, named);
  return words.heading(subjectOf(answer, about, reader), periodIn(now.days, reader), millilitres, change);
}

/** Says that nothing was sold in the periods, and why. */
export function nothingSold(answer: OfPeriods, reader: AnswerReader): string {
  const words = salesWords(reader.language.t);
  const subject = subjectOf(answer, (named) => words.noneOf(false, named), reader);
  const period = periodIn(answer.now.days, reader);
  const beginning =
    answer.before === undefined
      ? `${subject}, ${period}`
      : words.comparison.none(subject, period, periodIn(answer.before.days, reader));
  return `${beginning}: ${whyNone(answer, reader)}.`;
}

/** The earlier period, and the change since. */
export function comparedLines(answer: OfPeriods, reader: AnswerReader): string[] {
  const { before, change } = answer;
  if (before === undefined) return [];
  const words = salesWords(reader.language.t);
  const { comparison } = words;
  return [
    earlierLine(answer, {}, reader),
    ...(change === undefined
      ? [whyNotCompared(answer, reader)]
      : [
          ...firstSalesText(before, words),
          comparison.change(change),
          ...(change.perOpenDay === undefined
            ? []
            : [comparison.perOpenDay(change.perOpenDay, change.percent)]),
        ]),
  ];
}

/** "Compared with 12 Nov (same weekday, previous week): 4,326.1 l, 5,484 units", with `said` of the change. */
export function earlierLine(
  { now, before = now, relation }: Pick<OfPeriods, 'now' | 'before' | 'relation'>,
  said: Parameters<SalesWords['comparison']['before']>[3],
  reader: AnswerReader,
): string {
  const { comparison } = salesWords(reader.language.t);
  const why = reasonText(relation, now.days, comparison.why);
  return comparison.before(periodIn(before.days, reader), before.totals, why, said);
}

export function whyNotCompared(
  { now, before = now }: Pick<OfPeriods, 'now' | 'before'>,
  reader: AnswerReader,
): string {
  const { comparison } = salesWords(reader.language.t);
  const quiet = [before, now].find(({ totals, days }) => totals.rows === 0 && isClosed(days));
  if (quiet !== undefined) return comparison.closed(quiet.days);
  const lacking = lackingIn(before);
  if (lacking.length > 0) return comparison.notFetched(lacking);
  return comparison.notComparable(periodIn(before.days, reader), before.firstSales);
}

export function periodIn(days: DayRange, { language, today }: AnswerReader): string {
  return language.format.rangeInHeading(days, today);
}

/** How the earlier period relates to the later one: "the month before". */
function reasonText(
  relation: PeriodRelation | undefined,
  days: DayRange,
  why: SalesWords['comparison']['why'],
): string | undefined {
  switch (relation?.kind) {
    case undefined:
      return undefined;
    case 'before':
      return why.before(relation.of);
    case 'monthsBefore':
      return why.monthsBefore(relation.months);
    case 'sameMonths':
      return why.sameMonths(relation.months);
    case 'sameDates':
      return why.sameDates(relation.of);
    case 'sameWeekdays':
      return days.from === days.to ? why.sameWeekday(relation.weeks) : why.sameWeekdays(relation.weeks);
  }
}
