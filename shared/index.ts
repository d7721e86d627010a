/** The typed client of the retail data service, for Node. */

export { RetailDataClient, type RetailDataClientOptions } from './client/nodeClient.ts';
export { systemClock } from './clock/systemClock.ts';
export * from './core.ts';
export {
  createUndiciTransport,
  type UndiciTransport,
  type UndiciTransportOptions,
} from './transport/undici.ts';
