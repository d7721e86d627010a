import type { Reader } from '../../ask/reader.ts';
import { NAME_CHARACTERS, selectionLabel } from '../../ask/selectionLabel.ts';
import { NONE } from '../../parse/selection.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { percentOver } from '../../text/numbers.ts';
import type { SalesAnswer } from '../answer.ts';
import { measured } from '../query.ts';
import type { SideSum } from '../sides.ts';
import { salesWords } from '../words/words.ts';

/** Sides that the text lists; the table has all. */
const SIDES_NAMED = 4;

/** A line for each side and, for two sides, their difference; undefined for a question without sides. */
export function sidesText(
  { question, named: counted, sides }: SalesAnswer,
  period: string,
  reader: Reader,
): readonly string[] | undefined {
  const sales = salesWords(reader.language.t);
  const { selection } = question;
  const { of } = selection.sides ?? {};
  if (sides === undefined || of === undefined) return undefined;
  const apart = { ...selection, [of]: NONE };
  const subject = (named: string) => sales.about(question.returns === true, named);
  const each = sides.map((side) => ({
    name: escapeMrkdwn(bareName(side, of, reader), NAME_CHARACTERS),
    count: side.count,
    ...measured(side.sum, question.returns === true),
  }));
  const named = each.slice(0, SIDES_NAMED);
  const left = each.length - named.length;
  const sums = [
    sales.sidesHeading(selectionLabel(apart, subject, reader, { counted }), period),
    ...named.map((side) => sales.sideSum(side, of)),
    ...(left === 0 ? [] : [reader.language.t.common.more(String(left))]),
  ];
  const [one, other, third] = each;
  if (one === undefined || other === undefined || third !== undefined) return sums;
  const [volume, items] = [one.millilitres - other.millilitres, one.items - other.items];
  const difference = sales.difference(
    one.name,
    other.name,
    { millilitres: volume, percent: percentOver(volume, other.millilitres, other.items) },
    { items, percent: percentOver(items, other.items, other.items) },
  );
  return [...sums, difference];
}

/** The name with the number of products or stores: "oslo (12 stores)". */
export function sideName(sum: SideSum, of: 'product' | 'store', reader: Reader): string {
  return salesWords(reader.language.t).side(bareName(sum, of, reader), sum.count, of);
}

/** Labels of the side's numbers, then its names as typed; two at most. */
export function bareName({ side }: SideSum, of: 'product' | 'store', reader: Reader): string {
  const labels = of === 'product' ? reader.products : reader.stores;
  const names = [...side.ids.map((id) => labels.label(id)), ...side.names.map(({ words }) => words)];
  const named = names.slice(0, 2);
  return reader.language.format.list(named, names.length - named.length);
}

/** The sides as rows of the table; none where rows are something else than the sides. */
export function sideRows({ question, sides }: SalesAnswer): readonly SideSum[] {
  const isByBoth = question.kind === 'sales' && question.and !== undefined;
  return question.by === question.selection.sides?.of && !isByBoth ? (sides ?? []) : [];
}

/** The rows below those of the sides, without products or stores that are a side of their own. */
export function rowsBelow(answer: SalesAnswer) {
  const sides = sideRows(answer);
  if (sides.length === 0) return { rows: answer.rows, count: answer.rowCount };
  const isOne = ({ side }: SideSum) => side.ids.length === 1 && side.names.length === 0;
  const parts = new Set(
    sides.filter((each) => !isOne(each)).flatMap(({ rows }) => rows.map(({ key }) => key)),
  );
  const rows = answer.rows.filter(({ key }) => parts.has(key));
  return { rows, count: answer.rowCount - (answer.rows.length - rows.length) };
}
