/** What the parser expects next. Rows have the only states that matter for speed. */
export type State =
  | 'start'
  | 'firstDay'
  | 'day'
  | 'afterDay'
  | 'firstStore'
  | 'store'
  | 'afterStore'
  | 'firstRow'
  | 'row'
  | 'afterRow'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'value'
  | 'afterValue'
  | 'done';

/** What has come of a day beside its stores. */
export interface DayHeader {
  salesDate: string | undefined;
  hasStores: boolean;
  stores: number;
}

/** What has come of a store beside its sales. */
export interface StoreHeader {
  storeId: string | undefined;
  hasSales: boolean;
}

export function newDay(): DayHeader {
  return { salesDate: undefined, hasStores: false, stores: 0 };
}

export function newStore(): StoreHeader {
  return { storeId: undefined, hasSales: false };
}
