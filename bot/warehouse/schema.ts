import type { Generated } from 'kysely';
import type { BudgetTables } from './budgetTables.ts';

/** Tables of the bot's database. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface Schema extends BudgetTables {
  service_identity: ServiceIdentityTable;
  stock_snapshot: StockSnapshotTable;
  stock_level: StockLevelTable;
  stock_day: StockDayTable;
  own_product: OwnProductTable;
  sales_day: SalesDayTable;
  digest_subscription: DigestSubscriptionTable;
  digest_run: DigestRunTable;
}

/** The service and key that this database was filled from: one row. */
export interface ServiceIdentityTable {
  id: number;
  base_url: string;
  key_salt: string;
  key_fingerprint: string;
  recorded_at: number;
}

/** One whole answer of accumulated stock, zero stock included, per day of the stock. */
export interface StockSnapshotTable {
  business_date: string;
  taken_at: number;
  products: number;
}

export interface StockLevelTable {
  business_date: string;
  product_id: string;
  /** Units in all stores. */
  stock: number;
  stores_with_stock: number;
  updated_date: string;
  updated_time: string;
}

/** What asking for the stock of a day has come to so far. */
export interface StockDayTable {
  business_date: string;
  state: 'waiting' | 'fresh' | 'empty';
  probes: number;
  next_probe_at: number;
}

/** Products in one's own sales, with the last day they were sold. */
export interface OwnProductTable {
  product_id: string;
  last_sale_date: string;
}

/** Days of sales that were read for own products; zero rows is "empty", a missing row is "not read". */
export interface SalesDayTable {
  sales_date: string;
  rows: number;
  read_at: number;
}

export interface DigestSubscriptionTable {
  team_id: string;
  channel_id: string;
  kind: string;
  digest_time: string;
  active: number;
  created_at: number;
}

/**
 * due -> sending -> sent | failed | unknown; due -> missed. One row per team, channel, kind and business date is what
 * keeps a digest from coming twice.
 */
export interface DigestRunTable {
  id: Generated<number>;
  team_id: string;
  channel_id: string;
  kind: string;
  business_date: string;
  state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed';
  attempt: number;
  not_before: number;
  message_ts: string | null;
  reason: string | null;
  created_at: number;
  updated_at: number;
}
