import type { Reader } from '../../ask/reader.ts';
import { NAME_CHARACTERS } from '../../ask/selectionLabel.ts';
import { context, escapeMrkdwn, type Message, section, withoutMarks } from '../../slack/message.ts';
import { isClosed, type SalesPeriod, type SalesSource } from '../answer/period.ts';
import type { SalesAnswer } from '../answer.ts';
import type { SalesQuestion } from '../question.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';

/** Says where the sums come from, as of when, and which days they lack. */
export function sourceText(source: SalesSource, { language, timeZone }: Reader): string[] {
  const words = salesWords(language.t).source;
  const from = () => {
    if (source.from === 'service') return words.service(source.asOf ?? 0, timeZone);
    return source.asOf === undefined ? words.nothing : words.asOf(source.asOf, timeZone);
  };
  return [
    from(),
    ...(source.missing.length === 0 ? [] : [words.missing(source.missing)]),
    ...(source.empty === undefined || source.empty.length === 0 ? [] : [words.empty(source.empty)]),
  ];
}

/** For the text without blocks, so that incomplete sums don't look complete; empty for complete ones. */
export function incomplete({ missing }: SalesSource, sales: SalesWords): string {
  return missing.length === 0 ? '' : sales.incomplete(missing);
}

/** From which day sales are known, where the period begins earlier. */
export function firstSalesText(
  { firstSales }: Pick<SalesPeriod, 'firstSales'>,
  sales: SalesWords,
): readonly string[] {
  return firstSales === undefined ? [] : [sales.firstSales(firstSales)];
}

type None = Pick<SalesAnswer, 'source' | 'notOpen'> & {
  readonly question: Pick<SalesQuestion, 'selection' | 'days'>;
};

/** Says that nothing was sold, and why, as far as known. */
export function noSales(beginning: string, none: None, reader: Reader): Message {
  const text = `${beginning}: ${whyNone(none, reader)}.`;
  const source = sourceText(none.source, reader);
  return {
    text: withoutMarks(text),
    blocks: [section(text), context(source.join(' · '))],
  };
}

function whyNone(none: None, reader: Reader): string {
  const words = salesWords(reader.language.t).whyNone;
  const { missing, empty, oldest } = none.source;
  if (missing.length > 0) return words.notRead;
  const notOpen = notOpenText(none, reader);
  if (notOpen.length > 0 && none.notOpen.length >= none.question.selection.store.ids.length)
    return words.stores(notOpen);
  const isAnyOpen = !isClosed(none.question.days);
  if (isAnyOpen && oldest !== undefined) return words.tooOld(oldest);
  if (isAnyOpen && empty === undefined) return words.unknown;
  const why = isAnyOpen && empty?.length === 0 ? words.nothingOfIt : words.closed;
  return [why, ...notOpen].join('; ');
}

/** Stores that the text lists. */
const NOT_OPEN_NAMED = 5;

/** Lists the stores of the question that aren't open. */
export function notOpenText({ notOpen }: Pick<None, 'notOpen'>, { language, stores }: Reader): string[] {
  return notOpen
    .slice(0, NOT_OPEN_NAMED)
    .map(({ storeId, status }) =>
      salesWords(language.t).notOpen[status](escapeMrkdwn(stores.label(storeId), NAME_CHARACTERS)),
    );
}
