/** The typed client of the retail data service, for Node. */

export { RetailDataClient, type RetailDataClientOptions } from './client/nodeClient.ts';
export * from './public.ts';
