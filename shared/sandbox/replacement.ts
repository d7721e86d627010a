import type { Fault } from './faults.ts';
import { jsonReply, type Reply } from './reply.ts';

/** The reply a fault gives in place of the service's own; undefined when the service itself is to answer. */
export function replacementFor(fault: Fault | undefined): Reply | undefined {
  switch (fault?.kind) {
    case 'status': {
      const refusal = jsonReply(fault.status, {
        statusCode: fault.status,
        message: 'A fault was asked for.',
      });
      return {
        ...refusal,
        headers: { ...refusal.headers, ...lowerCaseNames(fault.headers ?? {}) },
        body: fault.body ?? refusal.body,
      };
    }
    case 'shape':
      return jsonReply(200, fault.body);
    case 'html':
      return {
        status: fault.status,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: GATEWAY_PAGE,
      };
    case 'empty':
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: '' };
    case 'redirect':
      return { status: fault.status ?? 302, headers: { location: fault.location }, body: '' };
    default:
      return undefined;
  }
}

const GATEWAY_PAGE = `<!DOCTYPE html>
<html><head><title>Service unavailable</title></head>
<body><h1>Service unavailable</h1><p>The gateway could not reach the service.</p></body></html>
`;

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
