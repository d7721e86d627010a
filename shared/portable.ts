/**
 * The client for any host: it needs nothing of Node and builds no code from text. A program hands it a transport, a clock
 * and a rate limiter, such as those here.
 */
export { PortableClient, type PortableClientOptions } from './client/client.ts';
export { systemClock } from './clock/systemClock.ts';
export * from './public.ts';
export { createInProcessRateLimiter } from './rateLimit/inProcessRateLimiter.ts';
export { createFetchTransport, type FetchTransportOptions } from './transport/fetch.ts';
export {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.ts';
