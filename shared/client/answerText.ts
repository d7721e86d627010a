import type { OperationName } from '../contract/operation.ts';
import { TransportFailure, type TransportResponse } from '../transport/transport.ts';
import { TruncatedResponseError, UnexpectedResponseError } from './errors.ts';

export interface WholeText {
  readonly text: string;
  readonly bytes: number;
}

/** Reads a body to its end as UTF-8. */
export async function readText(body: AsyncIterable<Uint8Array>, origin: AnswerOrigin): Promise<WholeText> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: true });
    } catch {
      throw new UnexpectedResponseError(
        `${origin.title}: the answer is not UTF-8 text.`,
        'Tell the operator of the service.',
        { operation: origin.operation, status: 200 },
      );
    }
  };
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    text += decode(chunk);
  }
  try {
    return { text: text + decoder.decode(), bytes };
  } catch {
    throw new TransportFailure('interrupted', 'it ends inside a character');
  }
}

/** Ends an answer that nobody will read; it would keep its connection otherwise. */
async function letGo(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) return;
  } catch {
    // It broke off by itself; the connection is gone all the same.
  }
}

export interface AnswerOrigin {
  readonly operation: OperationName;
  readonly title: string;
}

/** Refuses a 200 that is not labelled as JSON, such as a gateway's page. An absent label is let through. */
export async function requireJsonType(
  response: TransportResponse,
  origin: AnswerOrigin,
  redact: (text: string) => string,
): Promise<void> {
  const contentType = response.headers['content-type'];
  if (contentType === undefined || /[/+]json\b/i.test(contentType)) return;
  await letGo(response.body);
  throw new UnexpectedResponseError(
    `${origin.title}: the service answered with content type "${redact(contentType).slice(0, 80)}" instead of JSON.`,
    'Check the base URL; a proxy or a sign-in page may stand between.',
    { operation: origin.operation, status: response.status },
  );
}

/** Parses a whole answer, telling one that stops in the middle from one that never was JSON. */
export function parseJson(text: string, origin: AnswerOrigin): unknown {
  if (text.trim() === '') {
    throw new UnexpectedResponseError(
      `${origin.title}: the service answered with an empty body instead of JSON.`,
      'Try again; if it lasts, tell the operator of the service.',
      { operation: origin.operation, status: 200 },
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (endsInTheMiddle(text, error)) {
      throw new TruncatedResponseError(
        `${origin.title}: the answer stops in the middle, after ${text.length} characters.`,
        'Try again; with daily sales, a smaller page size also helps.',
        { operation: origin.operation, status: 200 },
      );
    }
    throw new UnexpectedResponseError(
      `${origin.title}: the service answered with something that is not JSON.`,
      'Check the base URL; if it is right, tell the operator of the service.',
      { operation: origin.operation, status: 200 },
    );
  }
}

function endsInTheMiddle(text: string, error: unknown): boolean {
  const trimmed = text.trimEnd();
  if (!/^\s*[[{]/.test(text)) return false;
  if (!/[\]}]$/.test(trimmed)) return true;
  if (!(error instanceof SyntaxError)) return false;
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined
    ? /unexpected end|unterminated/i.test(error.message)
    : Number(position) >= trimmed.length;
}
