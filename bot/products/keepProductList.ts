import type { Logger } from 'pino';
import type { ProductList } from './productList.ts';
import { createSettingFile } from './settingFile.ts';

/** What is done again and again so that the names are those of the newest list. */
export interface ProductListKeeping {
  /** Takes in the file of PRODUCT_LIST when it has changed, and what another replica took in. */
  check(): Promise<void>;
  /** What is wrong with the file, for App Home; undefined when nothing is, or when there is no such setting. */
  readonly problem: string | undefined;
}

export function keepProductList(
  list: ProductList,
  path: string | undefined,
  log: Logger,
): ProductListKeeping {
  const file = path === undefined ? undefined : createSettingFile(path, list, log);
  return {
    get problem() {
      return file?.problem;
    },
    async check() {
      await file?.check();
      await list.refresh();
    },
  };
}
