import { fileNameOf, namesPart, periodPart, safePart } from '../../ask/fileName.ts';
import type { Reader } from '../../ask/reader.ts';
import type { Group } from '../../figures/rows.ts';
import { type Chosen, MEANINGS, type Meaning, type Selection } from '../../parse/selection.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { type Filters, NUMBER_NAMES } from '../filters.ts';
import { salesWords } from '../words/words.ts';

/** "sales-gin-2026-11-19-by-store": what is asked, in letters that every system takes. */
export function fileName(
  { days, selection, ...asked }: Named,
  reader: Pick<Reader, 'language' | 'products' | 'stores'>,
): string {
  const { t, format } = reader.language;
  const { fileName: words, filters, groupings } = salesWords(t);
  const { sides, without: leftOut, ...chosen } = selection;
  const narrowed =
    sides === undefined
      ? namesOf(chosen, reader)
      : sides.each.map((side) => namesPart(namesIn(sides.of, side, reader), t).join('-'));
  const without = namesOf(leftOut, reader);
  const rows = [asked.by, asked.and].flatMap((by) => by ?? []);
  return fileNameOf([
    asked.returns === true ? words.returns : words.sales,
    ...NUMBER_NAMES.flatMap((name) =>
      asked[name] === undefined ? [] : [`${filters[name].typed}-${asked[name]}`],
    ),
    ...namesPart(narrowed, t, sides === undefined ? [] : [words.versus]),
    ...(without.length === 0 ? [] : [words.without, ...namesPart(without, t)]),
    periodPart(days, t),
    days.weekdays === undefined ? '' : safePart(format.weekdays(days.weekdays)),
    ...(asked.against === undefined ? [] : [words.versus, periodPart(asked.against, t)]),
    ...rows.map((by) => words.by(safePart(groupings[by].name))),
  ]);
}

/** What a name says of a question; an overview has no rows. */
interface Named extends Filters {
  readonly days: DayRange;
  readonly selection: Selection;
  readonly against?: DayRange;
  readonly by?: Group;
  readonly and?: Group;
}

type Labelled = Pick<Reader, 'products' | 'stores'>;

type Both = { readonly [Each in Meaning]: Chosen };

/** Names of several first. */
function namesOf(both: Both, reader: Labelled): string[] {
  return MEANINGS.flatMap((meaning) => both[meaning].names.map(({ words }) => safePart(words))).concat(
    MEANINGS.flatMap((meaning) => namesIn(meaning, { ...both[meaning], names: [] }, reader)),
  );
}

function namesIn(meaning: Meaning, { ids, names }: Chosen, reader: Labelled): string[] {
  const labels = meaning === 'product' ? reader.products : reader.stores;
  return [...names.map(({ words }) => words), ...ids.map((id) => labels.label(id))].map(safePart);
}
