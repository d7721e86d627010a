import type { AccessTables } from './accessTables.ts';
import type { BudgetTables } from './budgetTables.ts';
import type { CallTables } from './callTables.ts';
import type { DigestSourceTables } from './digestSourceTables.ts';
import type { DigestTables } from './digestTables.ts';
import type { ProductTables } from './productTables.ts';
import type { QuestionTables } from './questionTables.ts';
import type { SalesTables } from './salesTables.ts';
import type { StockTables } from './stockTables.ts';

/** Tables of the bot's database. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface Schema
  extends AccessTables,
    BudgetTables,
    CallTables,
    DigestSourceTables,
    DigestTables,
    ProductTables,
    QuestionTables,
    SalesTables,
    StockTables {
  service_identity: ServiceIdentityTable;
  own_product: OwnProductTable;
}

/** The service and key that this database was filled from: one row. */
export interface ServiceIdentityTable {
  id: number;
  base_url: string;
  key_salt: string;
  key_fingerprint: string;
  recorded_at: number;
}

/** Products in one's own sales, with the last day they were sold. */
export interface OwnProductTable {
  product_id: string;
  last_sale_date: string;
}
