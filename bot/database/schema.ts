import type { AlertTables } from './tables/alerts.ts';
import type { BackupTables } from './tables/backup.ts';
import type { DeletionTables } from './tables/deletion.ts';
import type { DigestTables } from './tables/digest.ts';
import type { LeaseTables } from './tables/lease.ts';
import type { ProductTables } from './tables/products.ts';
import type { QuestionTables } from './tables/questions.ts';
import type { RateLimitTables } from './tables/rateLimit.ts';
import type { SalesTables } from './tables/sales.ts';
import type { ServiceTables } from './tables/service.ts';
import type { StockTables } from './tables/stock.ts';

/** Tables of the bot's database. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface Schema
  extends AlertTables,
    BackupTables,
    DeletionTables,
    DigestTables,
    LeaseTables,
    ProductTables,
    QuestionTables,
    RateLimitTables,
    SalesTables,
    ServiceTables,
    StockTables {}
