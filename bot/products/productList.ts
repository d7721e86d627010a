import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { Worded } from '../language/language.ts';
import { MAX_DIFFERENT_WORDS, TooManyWordsError } from '../parse/nameIndex.ts';
import type { Workbooks } from '../workbooks/workbooks.ts';
import { sortInSteps } from '../workers/sortInSteps.ts';
import type { LineMistake, ListUnit, Product, ReadList } from './collectProducts.ts';
import type { ReadColumns } from './listColumns.ts';
import { ProductListError } from './listText.ts';
import {
  type CurrentList,
  changeOf,
  configuredFileHash,
  currentList,
  currentRevision,
  type ListChange,
  readProducts,
  removeProducts,
  replaceProducts,
} from './productListRepository.ts';
import { createProductNames, type IndexedList, indexList, type ProductNames } from './productNames.ts';
import { readProductList } from './readList.ts';
import { productsWords } from './words/words.ts';

/**
 * The result of an import. A list is imported completely or not at all: after a refusal the previous list still applies.
 * Every wrong line is listed, so that one correction is enough.
 */
export type ListOutcome =
  | ({ readonly kind: 'imported'; readonly products: number } & ListChange)
  | RefusedList;

interface RefusedList {
  readonly kind: 'refused';
  /** What happened and what to do, for the person who uploaded the file. */
  readonly sentence: Worded;
  /** What the mistakes are on. */
  readonly unit: ListUnit;
  /** The first hundred; none when the file couldn't be read at all. */
  readonly mistakes: readonly LineMistake[];
  readonly mistakeCount: number;
}

/** What an import would do. */
export interface ListPreview {
  readonly kind: 'preview';
  readonly products: number;
  /** The first products of the list. */
  readonly sample: readonly Product[];
  readonly columns: ReadColumns | undefined;
  readonly change: ListChange & { readonly zeros: number };
}

const PREVIEWED = 3;

export interface ProductList {
  readonly names: ProductNames;
  /**
   * Imports a file that a Slack user uploaded; refuses it while another is imported. `content` throws a ProductListError
   * when it can't get the file.
   */
  importProductList(content: () => Promise<Uint8Array>, fileName: string, by: string): Promise<ListOutcome>;
  /** Reads a file as `importProductList` does, and changes nothing. */
  preview(content: () => Promise<Uint8Array>): Promise<ListPreview | RefusedList>;
  /** Imports the file of PRODUCT_LIST; undefined when its content equals the last one imported. */
  importConfiguredFile(bytes: Uint8Array, fileName: string): Promise<ListOutcome | undefined>;
  /** Removes the list; the next check of PRODUCT_LIST imports its file again. */
  remove(by: string): Promise<void>;
  /** The source of the current list, for App Home; undefined when there is none. */
  current(): Promise<CurrentList | undefined>;
  /** Loads a list that another replica imported; only a small query when there is none. */
  refresh(): Promise<void>;
}

/** Opens the stored list. */
export async function openProductList(
  database: Database,
  clock: Pick<Clock, 'now'>,
  workbooks: Pick<Workbooks, 'read'>,
  log: Logger,
): Promise<ProductList> {
  const names = await createProductNames();
  let revision = 0;
  /** Settles when the last read or change of the list ends. */
  let busy: Promise<unknown> = Promise.resolve();
  let isImporting = false;

  const oneAtATime = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = busy.then(work);
    busy = done.catch(() => undefined);
    return done;
  };

  const refresh = () =>
    oneAtATime(async () => {
      if ((await currentRevision(database)) === revision) return;
      const newer = await readProducts(database);
      names.take(await indexed(newer.products));
      revision = newer.revision;
    });

  const importList = async (
    bytes: Uint8Array,
    source: {
      readonly fileName: string;
      readonly importedBy: string | undefined;
      readonly configuredHash?: string;
    },
  ): Promise<ListOutcome> => {
    const list = await readProductList(bytes, workbooks);
    if (list.mistakeCount > 0) return refusalOfLines(list);
    const { products } = list;
    // Index before storing: a list too large for the index would crash the bot at every start.
    const newer = await indexed(products);
    const { revision: stored, ...change } = await replaceProducts(database, products, {
      ...source,
      importedAt: clock.now(),
    });
    names.take(newer);
    revision = stored;
    log.info(
      {
        file: source.fileName,
        by: source.importedBy ?? 'PRODUCT_LIST',
        products: products.length,
        ...change,
      },
      'a product list was imported',
    );
    return { kind: 'imported', products: products.length, ...change };
  };

  /** One at a time: each file needs several times its size in memory. */
  const unlessBusy = async <Outcome>(
    content: () => Promise<Uint8Array>,
    work: (bytes: Uint8Array) => Promise<Outcome>,
  ): Promise<Outcome | RefusedList> => {
    if (isImporting) return refusal((t) => productsWords(t).busy);
    isImporting = true;
    try {
      return await orRefusal(async () => {
        const bytes = await content();
        return oneAtATime(() => work(bytes));
      });
    } finally {
      isImporting = false;
    }
  };

  await refresh();
  return {
    names,
    importProductList: (content, fileName, by) =>
      unlessBusy(content, (bytes) => importList(bytes, { fileName, importedBy: by })),
    preview: (content) =>
      unlessBusy(content, async (bytes) => {
        const list = await readProductList(bytes, workbooks);
        if (list.mistakeCount > 0) return refusalOfLines(list);
        const { products, columns } = list;
        const change = await changeOf(database, products);
        const sample = products.slice(0, PREVIEWED);
        return { kind: 'preview', products: products.length, sample, columns, change };
      }),
    async importConfiguredFile(bytes, fileName) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if ((await configuredFileHash(database)) === hash) return undefined;
      return orRefusal(() =>
        oneAtATime(() => importList(bytes, { fileName, importedBy: undefined, configuredHash: hash })),
      );
    },
    async remove(by) {
      await oneAtATime(() => removeProducts(database));
      log.info({ by }, 'the product list was removed');
      await refresh();
    },
    current: () => currentList(database),
    refresh,
  };
}

async function orRefusal<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | RefusedList> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProductListError)) throw error;
    return refusal(error.sentence);
  }
}

function refusalOfLines({ unit, mistakes, mistakeCount }: ReadList): RefusedList {
  const sentence: Worded = (t) => productsWords(t).linesWrong(mistakeCount, unit);
  return { kind: 'refused', sentence, unit, mistakes, mistakeCount };
}

function refusal(sentence: Worded): RefusedList {
  return { kind: 'refused', sentence, unit: 'line', mistakes: [], mistakeCount: 0 };
}

/** @throws ProductListError */
async function indexed(products: readonly Product[]): Promise<IndexedList> {
  try {
    const byNumber = (one: Product, other: Product) => Number(one.id) - Number(other.id);
    return await indexList(await sortInSteps(products, yieldToEventLoop, byNumber));
  } catch (error) {
    if (!(error instanceof TooManyWordsError)) throw error;
    throw new ProductListError((t) => productsWords(t).file.tooManyWords(MAX_DIFFERENT_WORDS));
  }
}
