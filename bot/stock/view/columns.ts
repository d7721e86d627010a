import type { Labels, Reader } from '../../ask/reader.ts';
import { askWords } from '../../ask/words/words.ts';
import { type Column, shownAs } from '../../figures/report.ts';
import { coverDays, roundedDays } from '../daysOfCover.ts';
import type { DayLevel, StockRow } from '../levels.ts';
import { reorderOf } from '../reorder.ts';
import { stockWords } from '../words/words.ts';

/** A product's stock on a day; rows of several days have theirs. */
type LevelRow = Omit<DayLevel, 'businessDate'> & Partial<StockRow & DayLevel>;

/** A phone has no room for longer names beside the figures. */
const NAME_CHARACTERS = 28;
const NONE = '–';

/** What a table shows of a row with the stock of `day`, in Slack and in files. `today` can be later. */
function figuresOf({ language: { t, format } }: Pick<Reader, 'language'>, day: string, today = day) {
  const change = ({ stock, dayBefore }: LevelRow) =>
    dayBefore === undefined ? undefined : stock - dayBefore;
  const order = (row: LevelRow) => reorderOf(row, day);
  const rounded = ({ cover }: LevelRow, decimals: number) => {
    const days = coverDays(cover);
    return days === undefined ? undefined : roundedDays(days, decimals);
  };
  return {
    date: { kind: 'date', of: ({ businessDate = day }) => businessDate },
    units: { kind: 'count', of: ({ stock }) => stock },
    unitsBefore: { kind: 'count', of: ({ dayBefore }) => dayBefore },
    unitsWeekAgo: { kind: 'count', of: ({ weekAgo }) => weekAgo },
    stores: { kind: 'count', of: ({ storesWithStock }) => storesWithStock },
    change: { kind: 'count', of: change, shown: (row) => shownAs(change(row), format.change) },
    cover: {
      kind: 'decimal',
      of: (row) => rounded(row, 3),
      shown: (row) =>
        row.stock <= 0 ? { value: 0, text: stockWords(t).isOut } : shownAs(rounded(row, 1), format.tenths),
    },
    since: {
      kind: 'date',
      of: ({ out }) => out?.since,
      shown: ({ out }) =>
        out === undefined ? NONE : `${out.isEarliest ? '≤ ' : ''}${format.shortDay(out.since)}`,
    },
    sold: { kind: 'quantity', of: ({ sold }) => sold },
    order: { kind: 'count', of: (row) => order(row)?.quantity },
    packs: { kind: 'count', of: (row) => order(row)?.packs },
    by: {
      kind: 'date',
      of: (row) => order(row)?.by,
      shown(row) {
        const by = order(row)?.by;
        if (by === undefined) return NONE;
        return by <= today ? stockWords(t).now : format.shortDay(by);
      },
    },
  } satisfies Record<string, Omit<Column<LevelRow>, 'title'>>;
}

type Figure = keyof ReturnType<typeof figuresOf>;
/** A figure of a product in Slack's table. */
export type SlackFigure = Exclude<Figure, 'date' | 'unitsBefore' | 'unitsWeekAgo'>;
/** A figure in files. */
export type FileFigure = Exclude<Figure, 'change' | 'since'>;

/** The columns of Slack's table: the product, and these figures of the stock of `day`. */
export function slackColumns(
  shown: readonly SlackFigure[],
  day: string,
  reader: Pick<Reader, 'language' | 'products'> & { readonly today: string },
): Column<LevelRow>[] {
  const { columns } = stockWords(reader.language.t).table;
  const figures = figuresOf(reader, day, reader.today);
  return [
    {
      title: columns.product,
      kind: 'text',
      of: ({ productId }) => reader.products.label(productId, NAME_CHARACTERS),
    },
    ...shown.map((figure) => ({ title: columns[figure], ...figures[figure] })),
  ];
}

/** The columns of a file: the product, and these figures. */
export function fileColumns(
  filed: readonly FileFigure[],
  day: string,
  reader: Pick<Reader, 'language'> & { readonly products: Pick<Labels, 'nameOf'> },
): Column<LevelRow>[] {
  const { t } = reader.language;
  const { product } = askWords(t).sheet;
  const figures = figuresOf(reader, day);
  return [
    { title: product.id, kind: 'text', of: ({ productId }) => productId },
    { title: product.name, kind: 'text', of: ({ productId }) => reader.products.nameOf(productId) },
    ...filed.map((figure) => ({ title: stockWords(t).sheet[figure], ...figures[figure] })),
  ];
}
