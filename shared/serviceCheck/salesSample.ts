import { dailySalesOperation } from '../operations/dailySales.ts';
import type { SaleSeen } from './salesSeen.ts';

export const SALES_PATH = dailySalesOperation.path;
/** Enough for every question but the one about large pages. */
export const SAMPLE = 300;

/** The first sales of a period, and the query that gave them; later questions narrow that query. */
export interface Sample {
  readonly base: Readonly<Record<string, string>>;
  readonly sales: readonly SaleSeen[];
}
