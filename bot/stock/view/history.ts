import { fileNameOf, periodPart, selectionParts } from '../../ask/fileName.ts';
import type { AnswerReader, Reader } from '../../ask/reader.ts';
import { type Column, fileRows, type Part, type Report, shownAs, table } from '../../figures/report.ts';
import { listText } from '../../slack/message.ts';
import type { StockTotals } from '../levels.ts';
import type { StockHistoryAnswer } from '../query.ts';
import { stockWords } from '../words/words.ts';
import { fileColumns } from './columns.ts';
import { unitsChart } from './unitsChart.ts';

/** The stock of products in a period: the last day, then each stored day. */
export function stockHistoryReport(answer: StockHistoryAnswer, reader: AnswerReader): Report {
  const { t, format } = reader.language;
  const { history: words, source, fileName } = stockWords(t);
  const { question, missing, empty, unknown, levels } = answer;
  const named = (ids: readonly string[]) =>
    listText(
      ids.map((id) => reader.products.label(id)),
      format,
    );
  const there = question.selection.product.ids.filter((id) => !unknown.includes(id));
  return {
    lines: [
      words.heading(named(there), format.rangeInHeading(question.days, reader.today)),
      ...levelLines(answer, reader),
      ...(missing.length === 0 ? [] : [words.missing(missing)]),
      ...(empty.length === 0 ? [] : [words.empty(there.length, empty)]),
      ...(unknown.length === 0 ? [] : [words.notThere(named(unknown))]),
    ],
    body: () => [{ chart: unitsChart(answer.days, reader.language) }, tableOf(answer, reader)],
    notes: (left) => [
      source.allStores,
      ...(there.length > 1 ? [words.together(there.length)] : []),
      ...(left > 0 ? [words.notShown(left)] : []),
    ],
    file() {
      const last = levels.reduce(
        (latest, { businessDate }) => (businessDate > latest ? businessDate : latest),
        '',
      );
      return {
        name: fileNameOf([
          fileName.products,
          ...selectionParts(question.selection, reader),
          periodPart(question.days, t),
        ]),
        asOf: source.of(last, ''),
        ...fileRows(fileColumns(['date', 'units', 'stores'], last, reader), levels),
      };
    },
  };
}

/** The last day, compared with the last one before the period or, where there is none, with the first one in it. */
function levelLines({ before, days }: StockHistoryAnswer, { language }: Reader): string[] {
  const last = days.at(-1);
  if (last === undefined) return [];
  const by = changeBetween(before ?? days[0], last);
  const since = (before ?? days[0])?.businessDate;
  const isOther = since !== undefined && since !== last.businessDate;
  const change = by === undefined || !isOther ? undefined : { by, since };
  return [stockWords(language.t).history.level(last.units, last.businessDate, change)];
}

/** Undefined where the days have different numbers of products: a new product would look like a delivery. */
function changeBetween(
  earlier: StockTotals | undefined,
  { products, units }: StockTotals,
): number | undefined {
  return earlier?.products === products ? units - earlier.units : undefined;
}

/** The newest day first. */
function tableOf({ before, days }: StockHistoryAnswer, { language: { t, format } }: Reader): Part {
  const words = stockWords(t);
  const { caption, columns } = words.product.table;
  const rows = days
    .map((day, at) => ({ ...day, by: changeBetween(at === 0 ? before : days[at - 1], day) }))
    .toReversed();
  const shown: Column<(typeof rows)[number]>[] = [
    { title: columns.day, kind: 'text', of: ({ businessDate }) => format.day(businessDate) },
    { title: columns.units, kind: 'count', of: ({ units }) => units },
    {
      title: words.table.columns.change,
      kind: 'count',
      of: ({ by }) => by,
      shown: ({ by }) => shownAs(by, format.change),
    },
  ];
  return table(caption, shown, rows, rows.length, format);
}
