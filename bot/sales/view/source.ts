import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Reader } from '../../ask/reader.ts';
import { NAME_CHARACTERS } from '../../ask/selectionLabel.ts';
import { escapeMrkdwn, withoutMarks } from '../../slack/message.ts';
import type { OfPeriods } from '../answer.ts';
import { isClosed, type SalesPeriod, type SalesSource } from '../query.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';

/** Says where the sums come from, as of when, and which days they lack. */
export function sourceText(
  source: SalesSource,
  { language, timeZone }: Pick<Reader, 'language' | 'timeZone'>,
): string[] {
  const words = salesWords(language.t).source;
  const from = () => {
    if (source.from === 'service') return words.service(source.asOf ?? 0, timeZone);
    return source.asOf === undefined ? words.nothing : words.asOf(source.asOf, timeZone);
  };
  // On Sundays and holidays none are expected.
  const empty = (source.empty ?? []).filter((day) => isOpenDay(dayOf(day)));
  return [
    from(),
    ...(source.missing.length === 0 ? [] : [words.missing(source.missing)]),
    ...(empty.length === 0 ? [] : [words.empty(empty)]),
  ];
}

/** The same for a file: plain text, of one period or two. */
export function asOfText(sources: readonly SalesSource[], reader: Pick<Reader, 'language' | 'timeZone'>) {
  const texts = sources.map((source) => withoutMarks(sourceText(source, reader).join(' · ')));
  return [...new Set(texts)].join(' · ');
}

/** From which day sales are known, where the period begins earlier. */
export function firstSalesText(
  { firstSales }: Pick<SalesPeriod, 'firstSales'>,
  sales: SalesWords,
): readonly string[] {
  return firstSales === undefined ? [] : [sales.firstSales(firstSales)];
}

/** Why nothing was sold, as far as known. */
export function whyNone(answer: Pick<OfPeriods, 'question' | 'now' | 'notOpen'>, reader: Reader): string {
  const words = salesWords(reader.language.t).whyNone;
  const { question, now } = answer;
  const { missing, empty, oldest } = now.source;
  if (missing.length > 0) return words.notRead;
  const notOpen = notOpenText(answer, reader);
  if (notOpen.length > 0 && answer.notOpen.length >= question.selection.store.ids.length)
    return words.stores(notOpen);
  const isAnyOpen = !isClosed(question.days);
  if (isAnyOpen && oldest !== undefined) return words.tooOld(oldest);
  if (isAnyOpen && empty === undefined) return words.unknown;
  const why = isAnyOpen && empty?.length === 0 ? words.nothingOfIt : words.closed;
  return [why, ...notOpen].join('; ');
}

/** Stores that the text lists. */
const NOT_OPEN_NAMED = 5;

/** Lists the stores of the question that aren't open. */
export function notOpenText({ notOpen }: Pick<OfPeriods, 'notOpen'>, { language, stores }: Reader): string[] {
  return notOpen
    .slice(0, NOT_OPEN_NAMED)
    .map(({ storeId, status }) =>
      salesWords(language.t).notOpen[status](escapeMrkdwn(stores.label(storeId), NAME_CHARACTERS)),
    );
}
