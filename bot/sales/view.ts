import type { AnswerReader, Reader } from '../ask/reader.ts';
import { selectionLabel } from '../ask/selectionLabel.ts';
import type { Formatter } from '../language/formatter.ts';
import { context, type Message, section, withoutMarks } from '../slack/message.ts';
import { type Cell, type Table, topRows } from '../slack/table.ts';
import { shareOf } from '../text/numbers.ts';
import { isInColumns, type SideSum } from './answer/sides.ts';
import { figuresOf, type SalesAnswer, volumeOf } from './answer.ts';
import { isCut } from './filters.ts';
import { isInTime } from './groupings.ts';
import type { SalesFigures } from './reader.ts';
import { returnsOf } from './sums.ts';
import { courseBlocks } from './view/chart.ts';
import { groupLabel, leftOut } from './view/rows.ts';
import { bareName, rowsBelow, sideName, sideRows, sidesText } from './view/sides.ts';
import { firstSalesText, incomplete, noSales, notOpenText, sourceText } from './view/source.ts';
import type { SalesWords } from './words/en.ts';
import { salesWords } from './words/words.ts';

/** The answer to `/sales` of one period: the sums, then the rows. */
export function salesMessage(answer: SalesAnswer, reader: AnswerReader): Message {
  const { t, format } = reader.language;
  const sales = salesWords(t);
  const { question, totals, days, source } = answer;
  const isOfReturns = question.returns === true;
  const labeled = (of: (products: string) => string) =>
    selectionLabel(question.selection, of, reader, { counted: answer.named });
  const period = format.rangeInHeading(days, reader.today);
  if (totals.rows === 0)
    return noSales(`${labeled((named) => sales.noneOf(false, named))}, ${period}`, answer, reader);
  if (isOfReturns && answer.groups.length === 0) {
    const text =
      `${labeled((named) => sales.noneOf(true, named))}, ${period}. ${incomplete(source, sales)}`.trim();
    return { text, blocks: [section(text), context(sourceText(source, reader).join(' · '))] };
  }
  const { millilitres, items } = figuresOf(totals, question);
  const lines = [
    ...(sidesText(answer, period, reader) ?? [
      sales.heading(
        labeled((named) => sales.about(isOfReturns, named)),
        period,
        millilitres,
      ),
      sales.exactly(millilitres, items),
    ]),
    ...shareLines(answer, reader),
    ...firstSalesText(answer, sales),
  ];
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  return {
    text: withoutMarks(
      [lines.join('; '), incomplete(source, sales)].filter((part) => part !== '').join('. '),
    ),
    blocks: [
      section(lines.join('\n')),
      ...courseBlocks(answer, reader),
      ...blocks,
      context(
        [
          // It counts what was sold, of which the rows of returns are a part.
          ...(isOfReturns ? [] : [sales.spread(totals.products, totals.stores, totals.days)]),
          ...leftOut(
            rowsBelow(answer).count + sideRows(answer).length - shown,
            question.by,
            reader.language.t,
          ),
          ...(answer.second === undefined
            ? []
            : [sales.fileHasBoth(sales.groupings[question.by].name, sales.groupings[answer.second].name)]),
          ...(isOfReturns ? [] : returnsText(totals, sales)),
          ...notOpenText(answer, reader),
          ...sourceText(source, reader),
        ].join(' · '),
      ),
    ],
  };
}

function returnsText(totals: SalesFigures, sales: SalesWords): string[] {
  const returns = returnsOf(totals);
  if (returns === undefined) return [];
  return [sales.returns(returns.returnedMillilitres, returns.returnedQuantity, returns.percent)];
}

/** A column for each side, a row for each day, week, product or store. */
function columnsTable(answer: SalesAnswer, sides: readonly SideSum[], reader: Reader): Table {
  const { question, days, groups } = answer;
  const { t, format: figures } = reader.language;
  const { of = 'store' } = question.selection.sides ?? {};
  const columns = sides.map((side) => {
    const values = new Map(side.groups.map((group) => [group.key, volumeOf(group, question)]));
    return { name: bareName(side, of, reader), values };
  });
  const largest = Math.max(...columns.flatMap(({ values }) => [...values.values()].map(Math.abs)), 0);
  return {
    caption: salesWords(t).caption(question.returns === true, salesWords(t).groupings[question.by].name),
    columns: [
      { title: salesWords(t).groupings[question.by].title, align: 'left' },
      ...columns.map(({ name }) => ({ title: name, align: 'right' }) as const),
    ],
    newestLast: isInTime(question.by),
    rows: groups.map(({ key }) => [
      groupLabel(question.by, key, days, reader),
      ...columns.map(({ values }) => {
        const millilitres = values.get(key) ?? 0;
        return { value: millilitres / 1000, text: figures.litresBeside(millilitres, largest) };
      }),
    ]),
  };
}

function tableOf(answer: SalesAnswer, reader: Reader): Table {
  const { question, days } = answer;
  if (answer.sides !== undefined && isInColumns(question)) return columnsTable(answer, answer.sides, reader);
  const { of: sidesOf = 'store' } = question.selection.sides ?? {};
  const sides = sideRows(answer).map((side) => ({ ...side.sum, label: sideName(side, sidesOf, reader) }));
  const { groups } = rowsBelow(answer);
  const rows = [
    ...sides,
    ...groups.map((group) => ({ ...group, label: groupLabel(question.by, group.key, days, reader) })),
  ];
  const { t, format: figures } = reader.language;
  const { columns } = salesWords(t);
  const of = salesWords(t).groupings[question.by];
  const onlyReturns = question.returns === true;
  const largest = Math.max(...rows.map((row) => Math.abs(volumeOf(row, question))), 0);
  return {
    caption: salesWords(t).caption(onlyReturns, of.name),
    columns: [
      { title: of.title, align: 'left' },
      { title: onlyReturns ? columns.returnedLitres : columns.litres, align: 'right' },
      {
        title: question.share === true ? columns.share : onlyReturns ? columns.returnedItems : columns.items,
        align: 'right',
      },
    ],
    newestLast: isInTime(question.by) && !isCut(question),
    rows: rows.map((row) => {
      const { millilitres, items } = figuresOf(row, question);
      return [
        row.label,
        { value: millilitres / 1000, text: figures.litresBeside(millilitres, largest) },
        question.share === true
          ? shareCell(shareOfTotal(row, answer), figures)
          : { value: items, text: figures.quantity(items) },
      ];
    }),
  };
}

/** A row's share of the total in per cent; the only row's share of all sales. Undefined when the total is 0. */
export function shareOfTotal(
  row: SalesFigures,
  { question, totals, allSales, groupCount }: SalesAnswer,
): number | undefined {
  const whole = groupCount === 1 ? (allSales ?? totals) : totals;
  return shareOf(volumeOf(row, question), volumeOf(whole, question));
}

/** Lines for the total's share of all sales, and for what the rows' shares are of. */
function shareLines(
  { question, totals, allSales, groupCount }: SalesAnswer,
  { language }: Reader,
): readonly string[] {
  if (question.share !== true) return [];
  const { wholeOfShares, partOfAll } = salesWords(language.t);
  const all = allSales === undefined ? 0 : volumeOf(allSales, question);
  const percent = shareOf(volumeOf(totals, question), all);
  return [
    ...(percent === undefined ? [] : [partOfAll(question.returns === true, percent, all)]),
    ...(groupCount > 1 ? [wholeOfShares(volumeOf(totals, question))] : []),
  ];
}

function shareCell(share: number | undefined, figures: Formatter): Cell {
  return share === undefined ? '–' : { value: share, text: figures.percent(share) };
}
