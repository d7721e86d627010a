import type { AnswerReader, Reader } from '../../ask/reader.ts';
import { context, listText, type Message, section, withoutMarks } from '../../slack/message.ts';
import { type Cell, type Table, topRows } from '../../slack/table.ts';
import type { StockDay, StockHistoryAnswer } from '../reader/history.ts';
import { stockWords } from '../words/words.ts';
import { unitsChart } from './unitsChart.ts';

/** The stock of products in a period: the last day, then each stored day. */
export function stockHistoryMessage(answer: StockHistoryAnswer, reader: AnswerReader): Message {
  const { t, format } = reader.language;
  const words = stockWords(t).history;
  const { question, missing, empty, unknown } = answer;
  const named = (ids: readonly string[]) =>
    listText(
      ids.map((id) => reader.products.label(id)),
      format,
    );
  const there = question.selection.product.ids.filter((id) => !unknown.includes(id));
  const heading = words.heading(named(there), format.rangeInHeading(question.days, reader.today));
  const lines = [
    ...levelLines(answer, reader),
    ...(missing.length === 0 ? [] : [words.missing(missing)]),
    ...(empty.length === 0 ? [] : [words.empty(there.length, empty)]),
    ...(unknown.length === 0 ? [] : [words.notThere(named(unknown))]),
  ];
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  const left = answer.days.length - shown;
  return {
    text: withoutMarks(`${heading}: ${lines.join(' ')}`),
    blocks: [
      section([heading, ...lines].join('\n')),
      ...unitsChart(answer.days, reader),
      ...blocks,
      context(
        [
          stockWords(t).source.allStores,
          ...(there.length > 1 ? [words.together(there.length)] : []),
          ...(left > 0 ? [words.notShown(left)] : []),
        ].join(' · '),
      ),
    ],
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
function changeBetween(earlier: StockDay | undefined, { products, units }: StockDay): number | undefined {
  return earlier?.products === products ? units - earlier.units : undefined;
}

const NONE = '–';

function tableOf({ before, days }: StockHistoryAnswer, { language: { t, format } }: Reader): Table {
  const { caption, columns } = stockWords(t).product.table;
  const changed = (by: number | undefined): Cell =>
    by === undefined ? NONE : { value: by, text: format.change(by) };
  return {
    caption,
    newestLast: true,
    columns: [
      { title: columns.day, align: 'left' },
      { title: columns.units, align: 'right' },
      { title: stockWords(t).table.columns.change, align: 'right' },
    ],
    rows: days.map((day, at) => [
      format.day(day.businessDate),
      { value: day.units, text: format.units(day.units) },
      changed(changeBetween(at === 0 ? before : days[at - 1], day)),
    ]),
  };
}
