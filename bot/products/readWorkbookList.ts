import {
  LARGEST_SHEET_BYTES,
  LARGEST_UNPACKED_BYTES,
  type WorkbookRefusal,
  type WorkbookRow,
} from '../workbooks/table.ts';
import type { Workbooks } from '../workbooks/workbooks.ts';
import { createCollection, type ListCollection, type ReadList } from './collectProducts.ts';
import { layoutOfRows } from './listColumns.ts';
import { LARGEST_LIST_BYTES, ProductListError, tooLarge } from './listText.ts';
import type { ProductsWords } from './words/en.ts';
import { productsWords } from './words/words.ts';

/** Reads a product list from the first worksheet of a workbook. @throws ProductListError when it isn't such a list */
export async function readWorkbookList(
  bytes: Uint8Array,
  workbooks: Pick<Workbooks, 'read'>,
): Promise<ReadList> {
  if (bytes.length > LARGEST_LIST_BYTES) throw new ProductListError(tooLarge(bytes.length));
  let collected: ListCollection | undefined;
  const refusal = await workbooks.read(bytes, (rows) => {
    const [list, products] = collected === undefined ? beginList(rows) : [collected, rows];
    collected = list;
    for (const { number, cells } of products) list.add(cells, number);
    return !list.isTooLong();
  });
  if (refusal !== undefined) {
    throw new ProductListError((t) => refusalSentence(refusal, productsWords(t).workbook));
  }
  if (collected === undefined) throw new ProductListError((t) => productsWords(t).workbook.empty);
  return collected.list();
}

function refusalSentence(refusal: WorkbookRefusal, words: ProductsWords['workbook']): string {
  switch (refusal) {
    case 'tooLarge':
      return words.tooLarge(LARGEST_UNPACKED_BYTES / 1024 / 1024);
    case 'tooManyRows':
      return words.tooManyRows(LARGEST_SHEET_BYTES / 1024 / 1024);
    default:
      return words[refusal];
  }
}

/** The collection for a worksheet that begins with `rows`, and those of them that have products. */
function beginList(rows: readonly WorkbookRow[]): [ListCollection, readonly WorkbookRow[]] {
  const layout = layoutOfRows(rows.map(({ cells }) => cells));
  const collection = createCollection(
    layout,
    'row',
    (_, at) => (t) => productsWords(t).reasons.outside(lettersOf(at)),
  );
  return [collection, rows.slice(layout.above)];
}

/** A for 0, AB for 27. */
function lettersOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : lettersOf(Math.floor(at / 26) - 1) + letter;
}
