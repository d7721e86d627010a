/** What both entries have: the errors, and the types of what a program asks and gets. */

export type { RetailDataOperations } from './client/client.ts';
export type {
  AccumulatedStockFilter,
  DailySalesFilter,
  ReadOptions,
  StockReadOptions,
} from './client/options.ts';
export type { Clock } from './clock/clock.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  DeadlineError,
  InvalidInputError,
  type OperationName,
  PageDriftError,
  RateLimitError,
  RedirectedError,
  RequestTimeoutError,
  RetailDataError,
  type RetailDataErrorKind,
  ServerError,
  TooManyCallsError,
  TruncatedResponseError,
  UnexpectedResponseError,
  UnprocessableError,
} from './errors/errors.ts';
export type { EndedAttempt, RequestHooks, SentRequest } from './http/hooks.ts';
export type { Answer, CallOptions } from './http/request.ts';
export type { AccumulatedStockQuery, ProductStock } from './operations/accumulatedStock.ts';
export type { DailySalesQuery, ProductSale, SalesDay, StoreSales } from './operations/dailySales.ts';
export type { Permission, PermissionChange } from './operations/permission.ts';
export type { SalesRow } from './operations/salesRow.ts';
export type { Store, StoresQuery } from './operations/stores.ts';
export type { Progress } from './pagination/pages.ts';
export { type ReadLimit, RowStream } from './pagination/rowStream.ts';
export type { Acquired, AnnouncedWait, RateLimit, RateLimiter } from './rateLimit/rateLimiter.ts';
