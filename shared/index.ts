/** The typed client of the retail data service. Runs anywhere: transports and clocks are handed to it. */
export {
  type AcquireOptions,
  acquireCall,
  type BudgetWait,
  type CallBudget,
  type CallLimit,
  STOCK_LIMITS,
  type Taken,
} from './budget/budget.ts';
export { createInProcessBudget } from './budget/inProcessBudget.ts';
export type { BudgetOutlook } from './budget/outlook.ts';
export { type KnownCalls, scheduleCalls } from './budget/schedule.ts';
export {
  type Calendar,
  createCalendar,
  DEFAULT_TIME_ZONE,
  isCalendarDay,
  isoWeekOf,
  parseTimeZone,
  SALES_REFRESH,
  STOCK_REFRESH,
} from './calendar/calendar.ts';
export { hasStockOf } from './calendar/freshness.ts';
export { type Answer, type CallOptions, DEFAULT_MAX_WAIT_MS } from './client/call.ts';
export {
  type ClientOptions,
  createRetailDataClient,
  type RetailDataClient,
} from './client/client.ts';
export { inDuration } from './client/duration.ts';
export * from './client/errors.ts';
export type { Progress } from './client/pages.ts';
export { checkRange } from './client/range.ts';
export type {
  AccumulatedStockFilter,
  DailySalesFilter,
  ReadOptions,
  SalesReadOptions,
  StockReadOptions,
} from './client/readOptions.ts';
export { RowStream } from './client/rowStream.ts';
export { flattenSales, groupIntoDays, type SalesRow } from './client/salesRows.ts';
export type { Clock } from './clock/clock.ts';
export {
  type AccumulatedStockQuery,
  accumulatedStockOperation,
  type ProductStock,
} from './contract/accumulatedStock.ts';
export {
  DAILY_SALES_CAP,
  type DailySalesQuery,
  dailySalesOperation,
  type SalesDay,
  type StoreSales,
} from './contract/dailySales.ts';
export type { Operation, OperationName } from './contract/operation.ts';
export { type Permission, type PermissionChange, permissionOperation } from './contract/permission.ts';
export {
  STORE_STATUSES,
  type Store,
  type StoreStatus,
  type StoresQuery,
  storesOperation,
} from './contract/stores.ts';
export type { AcceptsSale } from './decoder/storeRows.ts';
export {
  CSV_STYLE,
  CSV_STYLES,
  type CsvStyle,
  type CsvStyleName,
  csvCells,
  csvLine,
  csvText,
} from './export/csv.ts';
export { FILE_FORMATS, type FileFormat, salesHead, salesLines } from './export/salesText.ts';
export { sumMillilitres, toLitres, toMillilitres } from './litres.ts';
export { type Coordinates, parseGpsCoord } from './stores/gpsCoord.ts';
export { type HoursOfDay, hoursOn } from './stores/openingHours.ts';
export { parseBaseUrl } from './transport/baseUrl.ts';
export { parseSubscriptionKey, SUBSCRIPTION_KEY_HEADER, withoutKey } from './transport/subscriptionKey.ts';
export {
  type Transport,
  TransportFailure,
  type TransportFailureKind,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.ts';
