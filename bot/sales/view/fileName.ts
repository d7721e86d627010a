import { fileNameOf, namesPart, periodPart, safePart } from '../../ask/fileName.ts';
import type { Reader } from '../../ask/reader.ts';
import { type Chosen, MEANINGS, type Meaning } from '../../parse/selection.ts';
import type { SalesAnswer } from '../answer.ts';
import { NUMBER_NAMES } from '../filters.ts';
import { salesWords } from '../words/words.ts';

/** "sales-gin-2026-11-19-by-store": what is asked, in letters that every system takes. */
export function fileName({ question, now, before }: SalesAnswer, reader: Reader): string {
  const { t } = reader.language;
  const { fileName: words, filters, groupings } = salesWords(t);
  const { sides, without: leftOut, ...chosen } = question.selection;
  const narrowed =
    sides === undefined
      ? namesOf(chosen, reader)
      : sides.each.map((side) => namesPart(namesIn(sides.of, side, reader), t).join('-'));
  const without = namesOf(leftOut, reader);
  const and = question.kind === 'sales' ? question.and : undefined;
  return fileNameOf([
    question.returns === true ? words.returns : words.sales,
    ...NUMBER_NAMES.flatMap((name) =>
      question[name] === undefined ? [] : [`${filters[name].typed}-${question[name]}`],
    ),
    ...namesPart(narrowed, t, sides === undefined ? [] : [words.versus]),
    ...(without.length === 0 ? [] : [words.without, ...namesPart(without, t)]),
    periodPart(now.days, t),
    ...(before === undefined ? [] : [words.versus, periodPart(before.days, t)]),
    words.by(safePart(groupings[question.by].name)),
    ...(and === undefined ? [] : [words.by(safePart(groupings[and].name))]),
  ]);
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
