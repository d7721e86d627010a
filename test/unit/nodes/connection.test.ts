import { expect, test } from 'vitest';
import { connectionFailure } from '../../../nodes/service/connection.ts';

test("n8n's own words come without the key, however they hold it", () => {
  const refusal = new Error('Wrapped', { cause: new Error('The request with key-4711 is not allowed') });
  const redact = (text: string) => text.replaceAll('key-4711', '***');
  const failure = connectionFailure(refusal, 'unreachable', new AbortController().signal, redact);
  expect(failure.message).toContain('n8n says: The request with *** is not allowed');
  expect(JSON.stringify([failure.message, failure.stack, failure.cause])).not.toContain('key-4711');
});
