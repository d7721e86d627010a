import type { Settings } from './options.ts';
import type { Refusal, Reply } from './reply.ts';

/** A refusal with the kind of body that the options ask for. */
export function refusalAsServed(refusal: Refusal, body: Settings['refusalBody']): Reply {
  const reply = refusal.toReply();
  if (body === 'json') return reply;
  if (body === 'empty') {
    const { 'content-type': _, ...headers } = reply.headers;
    return { ...reply, headers, body: '' };
  }
  const headers = {
    ...reply.headers,
    'content-type': `text/${body === 'html' ? 'html' : 'plain'}; charset=utf-8`,
  };
  return {
    ...reply,
    headers,
    body: body === 'html' ? `<html><body><h1>${refusal.message}</h1></body></html>` : refusal.message,
  };
}
