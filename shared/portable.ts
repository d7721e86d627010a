/**
 * The client for a host that brings its own transport, clock and rate limiter and forbids building code from text, as
 * n8n does.
 */
import './noEval.ts';

export * from './core.ts';
