import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { Worded } from '../language/language.ts';
import { ProductListError } from './listText.ts';
import {
  type CurrentList,
  configuredFileHash,
  currentList,
  currentRevision,
  type ListChange,
  readProducts,
  replaceProducts,
} from './productListRepository.ts';
import { createProductNames, type ProductNames } from './productNames.ts';
import { type LineMistake, readProductList } from './readList.ts';

/**
 * How an import ended. A list is imported whole or not at all: after a refusal the list before it still holds, and every
 * line that is wrong is named, so that one correction is enough.
 */
export type ListOutcome =
  | ({ readonly kind: 'imported'; readonly products: number } & ListChange)
  | {
      readonly kind: 'refused';
      /** What happened and what to do, for the person who gave the file. */
      readonly sentence: Worded;
      /** The first hundred; none when the file could not be read at all. */
      readonly mistakes: readonly LineMistake[];
      readonly mistakeCount: number;
    };

/** The product list: what it says, which one it is, and how a newer one comes in. */
export interface ProductList {
  readonly names: ProductNames;
  /** Imports the content of a file that was uploaded by a Slack user. */
  importProductList(bytes: Uint8Array, fileName: string, by: string): Promise<ListOutcome>;
  /** Imports the file of PRODUCT_LIST; undefined when its content is that which was imported last. */
  importConfiguredFile(bytes: Uint8Array, fileName: string): Promise<ListOutcome | undefined>;
  /** Which list it is, for App Home; undefined when there never was one. */
  current(): Promise<CurrentList | undefined>;
  /** Takes over a list that another replica imported: one small query while there is none. */
  refresh(): Promise<void>;
}

/** Opens the list that the database holds. */
export async function openProductList(
  database: Database,
  clock: Pick<Clock, 'now'>,
  log: Logger,
): Promise<ProductList> {
  const names = await createProductNames();
  let revision = 0;
  let refreshing: Promise<void> | undefined;

  const takeOver = async () => {
    if ((await currentRevision(database)) === revision) return;
    const newer = await readProducts(database);
    await names.take(newer.products);
    revision = newer.revision;
  };
  /** One at a time, and never one that began before it was asked for. */
  const refresh = async () => {
    while (refreshing !== undefined) await refreshing.catch(() => undefined);
    refreshing = takeOver().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  };

  const importList = async (
    bytes: Uint8Array,
    source: {
      readonly fileName: string;
      readonly importedBy: string | undefined;
      readonly configuredHash?: string;
    },
  ): Promise<ListOutcome> => {
    const list = await readOrRefuse(bytes);
    if ('kind' in list) return list;
    if (list.mistakeCount > 0) return refusalOf(list.mistakes, list.mistakeCount);
    const change = await replaceProducts(database, list.products, {
      ...source,
      importedAt: clock.now(),
    });
    await refresh();
    log.info(
      {
        file: source.fileName,
        by: source.importedBy ?? 'PRODUCT_LIST',
        products: list.products.length,
        ...change,
      },
      'a product list was imported',
    );
    return { kind: 'imported', products: list.products.length, ...change };
  };

  await refresh();
  return {
    names,
    importProductList: (bytes, fileName, by) => importList(bytes, { fileName, importedBy: by }),
    async importConfiguredFile(bytes, fileName) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if ((await configuredFileHash(database)) === hash) return undefined;
      return importList(bytes, { fileName, importedBy: undefined, configuredHash: hash });
    },
    current: () => currentList(database),
    refresh,
  };
}

async function readOrRefuse(bytes: Uint8Array) {
  try {
    return await readProductList(bytes);
  } catch (error) {
    if (!(error instanceof ProductListError)) throw error;
    return { kind: 'refused', sentence: error.sentence, mistakes: [], mistakeCount: 0 } as const;
  }
}

function refusalOf(mistakes: readonly LineMistake[], mistakeCount: number): ListOutcome {
  return {
    kind: 'refused',
    sentence: (t) => t.products.linesWrong(mistakeCount),
    mistakes,
    mistakeCount,
  };
}
