/** Everything but what belongs to Node: a transport and a clock are brought by whoever uses it. */

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
export { PortableClient, type PortableClientOptions, type RetailDataClient } from './client/client.ts';
export { hasStockOf } from './client/hasStockOf.ts';
export type {
  AccumulatedStockFilter,
  DailySalesFilter,
  ReadOptions,
} from './client/options.ts';
export type { Clock } from './clock/clock.ts';
export {
  CSV_STYLE,
  CSV_STYLES,
  type CsvStyle,
  type CsvStyleName,
  type CsvValue,
  csvLine,
} from './csv/csv.ts';
export { FILE_FORMATS, type FileFormat, salesHead, salesLines } from './csv/salesFile.ts';
export { inDuration } from './errors/duration.ts';
export * from './errors/errors.ts';
export type { ReceivedResponse, RequestHooks, SentRequest } from './http/hooks.ts';
export { type Answer, type CallOptions, DEFAULT_MAX_WAIT_MS } from './http/request.ts';
export { checkRange } from './http/validation.ts';
export { sumMillilitres, toLitres, toMillilitres } from './litres.ts';
export {
  type AccumulatedStockQuery,
  accumulatedStockOperation,
  type ProductStock,
} from './operations/accumulatedStock.ts';
export {
  DAILY_SALES_CAP,
  type DailySalesQuery,
  dailySalesOperation,
  type SalesDay,
  type StoreSales,
} from './operations/dailySales.ts';
export type { Operation } from './operations/operation.ts';
export { type Permission, type PermissionChange, permissionOperation } from './operations/permission.ts';
export { flattenSales, groupIntoDays, type SalesRow } from './operations/salesRow.ts';
export {
  isStoreStatus,
  STORE_STATUSES,
  type Store,
  type StoreStatus,
  type StoresQuery,
  storesOperation,
} from './operations/stores.ts';
export type { Progress } from './pagination/pages.ts';
export { type ReadLimit, RowStream } from './pagination/rowStream.ts';
export { createInProcessRateLimiter, createNamedRateLimiters } from './rateLimit/inProcessRateLimiter.ts';
export {
  type Acquired,
  type AcquireOptions,
  type AnnouncedWait,
  acquire,
  type RateLimit,
  type RateLimiter,
  STOCK_RATE_LIMITS,
} from './rateLimit/rateLimiter.ts';
export { type Coordinates, parseGpsCoord } from './stores/gpsCoord.ts';
export {
  type ExceptionOfDay,
  exceptionsFrom,
  type HoursOfDay,
  hoursOn,
  weekHours,
} from './stores/openingHours.ts';
export { parseBaseUrl } from './transport/baseUrl.ts';
export { parseSubscriptionKey, redactKey, SUBSCRIPTION_KEY_HEADER } from './transport/subscriptionKey.ts';
export {
  type Transport,
  TransportFailure,
  type TransportFailureKind,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.ts';
