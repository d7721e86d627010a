/** The client for a host that forbids building code from text, as n8n's checks do. */
import './jitless.ts';

export * from './index.ts';
