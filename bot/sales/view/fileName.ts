import { fileNameOf, periodPart, safePart, selectionParts } from '../../ask/fileName.ts';
import type { Reader } from '../../ask/reader.ts';
import { askWords } from '../../ask/words/words.ts';
import type { Group } from '../../figures/rows.ts';
import type { Selection } from '../../parse/selection.ts';
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
  const rows = [asked.by, asked.and].flatMap((by) => by ?? []);
  return fileNameOf([
    asked.returns === true ? words.returns : words.sales,
    ...NUMBER_NAMES.flatMap((name) =>
      asked[name] === undefined ? [] : [`${filters[name].typed}-${asked[name]}`],
    ),
    ...selectionParts(selection, reader),
    periodPart(days, t),
    days.weekdays === undefined ? '' : safePart(format.weekdays(days.weekdays)),
    ...(asked.against === undefined ? [] : [askWords(t).fileName.versus, periodPart(asked.against, t)]),
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
