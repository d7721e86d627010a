/**
 * The client for a host that brings its own transport, clock and rate limiter and forbids building code from text, as
 * n8n does.
 */
import './noEval.ts';

export { PortableClient, type PortableClientOptions } from './client/client.ts';
export * from './public.ts';
export {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.ts';
