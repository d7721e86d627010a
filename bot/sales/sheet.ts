import { fileNameOf, namesPart, periodPart, safePart } from '../ask/fileName.ts';
import type { Reader } from '../ask/reader.ts';
import { column, madeOf, type SheetContent } from '../ask/sheet.ts';
import { type Chosen, MEANINGS, type Meaning } from '../parse/selection.ts';
import { withoutMarks } from '../slack/message.ts';
import type { ComparisonAnswer } from './answer/comparison.ts';
import type { SalesSource } from './answer/period.ts';
import { isInColumns, type SideSum } from './answer/sides.ts';
import type { SalesAnswer } from './answer.ts';
import { NUMBER_NAMES } from './filters.ts';
import { isInTime } from './groupings.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesGroupSum } from './reader.ts';
import { NO_SALES } from './sums.ts';
import { groupCells, rowCells, rowColumns } from './view/rows.ts';
import { sideName } from './view/sides.ts';
import { sourceText } from './view/source.ts';
import { shareOfTotal } from './view.ts';
import { salesWords } from './words/words.ts';

export function salesSheet(answer: SalesAnswer, reader: Reader): SheetContent {
  const { question, days } = answer;
  const words = salesWords(reader.language.t).sheet;
  const { of } = question.selection.sides ?? {};
  const inColumns = isInColumns(question);
  const withSides = of !== undefined && ((of === question.by && question.and === undefined) || inColumns);
  const rows = withSides
    ? (answer.sides ?? []).flatMap((side) => {
        const name = sideName(side, of, reader);
        const groups = inColumns ? everyGroup(side, answer) : side.groups;
        return groups.map((group) => ({ side: [name], group }));
      })
    : answer.groups.map((group) => ({ side: [], group }));
  return {
    name: fileNameOf(salesParts(question, [periodPart(days, reader.language.t)], reader)),
    asOf: plainSource(answer.source, reader),
    columns: [
      ...(withSides ? [column.text(words.side)] : []),
      ...rowColumns(question, reader.language.t),
      column.decimal(words.litres),
      ...(question.share === true ? [column.percent(words.share)] : []),
      column.quantity(words.items),
      column.decimal(words.returnedLitres),
      column.quantity(words.returnedItems),
      column.count(words.rows),
    ],
    rows: madeOf(rows, ({ side, group }) => [
      ...side,
      ...rowCells(group, question, days, reader),
      group.millilitres / 1000,
      ...(question.share === true ? [shareOfTotal(group, answer)] : []),
      group.quantity,
      group.returnedMillilitres / 1000,
      group.returnedQuantity,
      group.rows,
    ]),
  };
}

/** A side's rows, with one of 0 for each day or week in which it sold nothing. */
function everyGroup({ groups }: SideSum, answer: SalesAnswer): readonly SalesGroupSum[] {
  const sold = new Map(groups.map((group) => [group.key, group]));
  return answer.groups.map(({ key }) => sold.get(key) ?? { key, ...NO_SALES });
}

export function comparisonSheet(answer: ComparisonAnswer, reader: Reader): SheetContent {
  const { question, now, before, groups } = answer;
  const byPlace = isInTime(question.by);
  const { t } = reader.language;
  const words = salesWords(t).sheet;
  const { versus } = salesWords(t).fileName;
  const periods = [periodPart(now.days, t), versus, periodPart(before.days, t)];
  const keys = rowColumns({ by: question.by }, t);
  return {
    name: fileNameOf(salesParts(question, periods, reader)),
    asOf: [...new Set([now, before].map(({ source }) => plainSource(source, reader)))].join(' · '),
    columns: [
      ...keys,
      ...(byPlace ? keys.map((key) => ({ ...key, title: words.before(key.title) })) : []),
      column.decimal(words.litres),
      column.decimal(words.before(words.litres)),
      column.quantity(words.items),
      column.quantity(words.before(words.items)),
    ],
    rows: madeOf(groups, (group) => [
      ...groupCells(question.by, group.key, now.days, reader),
      ...(byPlace ? groupCells(question.by, group.keyBefore ?? '–', before.days, reader) : []),
      (group.now?.millilitres ?? 0) / 1000,
      (group.before?.millilitres ?? 0) / 1000,
      group.now?.quantity ?? 0,
      group.before?.quantity ?? 0,
    ]),
  };
}

function plainSource(source: SalesSource, reader: Reader): string {
  return withoutMarks(sourceText(source, reader).join(' · '));
}

function salesParts(question: SalesQuestion, period: readonly string[], reader: Reader): readonly string[] {
  const { t } = reader.language;
  const { fileName: words, filters, groupings } = salesWords(t);
  const { sides, without: leftOut, ...chosen } = question.selection;
  const narrowed =
    sides === undefined
      ? namesOf(chosen, reader)
      : sides.each.map((side) => namesPart(namesIn(sides.of, side, reader), t).join('-'));
  const without = namesOf(leftOut, reader);
  return [
    question.returns === true ? words.returns : words.sales,
    ...NUMBER_NAMES.flatMap((name) =>
      question[name] === undefined ? [] : [`${filters[name].typed}-${question[name]}`],
    ),
    ...namesPart(narrowed, t, sides === undefined ? [] : [words.versus]),
    ...(without.length === 0 ? [] : [words.without, ...namesPart(without, t)]),
    ...period,
    words.by(safePart(groupings[question.by].name)),
    ...(question.kind === 'sales' && question.and !== undefined
      ? [words.by(safePart(groupings[question.and].name))]
      : []),
  ];
}

type Both = { readonly [Each in Meaning]: Chosen };

/** Names of several first. */
function namesOf(both: Both, reader: Reader): string[] {
  return MEANINGS.flatMap((meaning) => both[meaning].names.map(({ words }) => safePart(words))).concat(
    MEANINGS.flatMap((meaning) => namesIn(meaning, { ...both[meaning], names: [] }, reader)),
  );
}

function namesIn(meaning: Meaning, { ids, names }: Chosen, reader: Reader): string[] {
  const labels = meaning === 'product' ? reader.products : reader.stores;
  return [...names.map(({ words }) => words), ...ids.map((id) => labels.label(id))].map(safePart);
}
