import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import {
  type HeldList,
  heldList,
  heldRevision,
  type ListChange,
  readProducts,
  replaceProducts,
  settingHash,
} from './heldProducts.ts';
import { ProductListError } from './listText.ts';
import { createProductNames, type ProductNames } from './productNames.ts';
import { type LineMistake, readProductList } from './readList.ts';

/**
 * How an import ended. A list is taken whole or not at all: after a refusal the list before it still holds, and every
 * line that is wrong is named, so that one correction is enough.
 */
export type ListOutcome =
  | ({ readonly kind: 'taken'; readonly products: number } & ListChange)
  | {
      readonly kind: 'refused';
      /** What happened and what to do, for the person who gave the file. */
      readonly sentence: string;
      /** The first hundred; none when the file could not be read at all. */
      readonly mistakes: readonly LineMistake[];
      readonly mistakeCount: number;
    };

/** The product list: what it says, which one it is, and how a newer one comes in. */
export interface ProductList {
  readonly names: ProductNames;
  /** Takes the content of a file that was uploaded by a Slack user. */
  importProductList(bytes: Uint8Array, fileName: string, by: string): Promise<ListOutcome>;
  /** Takes the file of PRODUCT_LIST; undefined when its content is that which was taken last. */
  importSettingFile(bytes: Uint8Array, fileName: string): Promise<ListOutcome | undefined>;
  /** Which list is held, for App Home; undefined when there never was one. */
  held(): Promise<HeldList | undefined>;
  /** Takes over a list that another replica took in: one small query while there is none. */
  refresh(): Promise<void>;
}

export interface ProductListParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/** Opens the list that the database holds. */
export async function openProductList({ database, clock, log }: ProductListParts): Promise<ProductList> {
  const names = await createProductNames();
  let revision = 0;
  let refreshing: Promise<void> | undefined;

  const takeOver = async () => {
    if ((await heldRevision(database)) === revision) return;
    const held = await readProducts(database);
    await names.take(held.products);
    revision = held.revision;
  };
  /** One at a time, and never one that began before it was asked for. */
  const refresh = async () => {
    while (refreshing !== undefined) await refreshing.catch(() => undefined);
    refreshing = takeOver().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  };

  const take = async (
    bytes: Uint8Array,
    source: {
      readonly fileName: string;
      readonly takenBy: string | undefined;
      readonly settingHash?: string;
    },
  ): Promise<ListOutcome> => {
    const list = await readOrRefuse(bytes);
    if ('kind' in list) return list;
    if (list.mistakeCount > 0) return refusalOf(list.mistakes, list.mistakeCount);
    const change = await replaceProducts(database, list.products, { ...source, takenAt: clock.now() });
    await refresh();
    log.info(
      {
        file: source.fileName,
        by: source.takenBy ?? 'PRODUCT_LIST',
        products: list.products.length,
        ...change,
      },
      'a product list was taken in',
    );
    return { kind: 'taken', products: list.products.length, ...change };
  };

  await refresh();
  return {
    names,
    importProductList: (bytes, fileName, by) => take(bytes, { fileName, takenBy: by }),
    async importSettingFile(bytes, fileName) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if ((await settingHash(database)) === hash) return undefined;
      return take(bytes, { fileName, takenBy: undefined, settingHash: hash });
    },
    held: () => heldList(database),
    refresh,
  };
}

async function readOrRefuse(bytes: Uint8Array) {
  try {
    return await readProductList(bytes);
  } catch (error) {
    if (!(error instanceof ProductListError)) throw error;
    return { kind: 'refused', sentence: error.message, mistakes: [], mistakeCount: 0 } as const;
  }
}

function refusalOf(mistakes: readonly LineMistake[], mistakeCount: number): ListOutcome {
  const lines = mistakeCount === 1 ? 'One line is' : `${mistakeCount} lines are`;
  return {
    kind: 'refused',
    sentence: `${lines} wrong, so nothing of the file was taken and the list from before still holds. Correct the file and give it again.`,
    mistakes,
    mistakeCount,
  };
}
