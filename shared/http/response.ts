import { type OperationName, TruncatedResponseError, UnexpectedResponseError } from '../errors/errors.ts';
import { TransportFailure, type TransportResponse } from '../transport/transport.ts';

export interface WholeText {
  readonly text: string;
  readonly bytes: number;
}

const MEGABYTE = 1024 * 1024;

/**
 * The longest answer that is read whole into memory: four times the stock of a whole chain and more, and twice the
 * longest daily sales. A body beyond it is left at once; one that never ends would otherwise fill the memory.
 */
const LONGEST_ANSWER: Readonly<Record<OperationName, number>> = {
  permission: MEGABYTE,
  stores: 32 * MEGABYTE,
  accumulatedStock: 32 * MEGABYTE,
  dailySales: 256 * MEGABYTE,
};
/** Of a refusal so much is read as can be of use; it is quoted in one sentence. */
const LONGEST_REFUSAL = 64 * 1024;

/** Reads a body to its end as UTF-8. Decoded in one go, which is several times faster than piece by piece. */
export async function readText(body: AsyncIterable<Uint8Array>, origin: ResponseOrigin): Promise<WholeText> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LONGEST_ANSWER[origin.operation]) throw tooLong(origin);
    chunks.push(chunk);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return { text: decoded(decoder, joined(chunks, bytes), origin) + lastCharacter(decoder), bytes };
}

type Utf8Decoder = InstanceType<typeof TextDecoder>;

function decoded(decoder: Utf8Decoder, bytes: Uint8Array, { operation, title }: ResponseOrigin): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw new UnexpectedResponseError(
      `${title}: the answer is not UTF-8 text.`,
      'Tell the operator of the service.',
      { operation, status: 200 },
    );
  }
}

function lastCharacter(decoder: Utf8Decoder): string {
  try {
    return decoder.decode();
  } catch {
    throw new TransportFailure('interrupted', 'it ends inside a character');
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLong({ operation, title }: ResponseOrigin): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${title}: the answer is longer than ${LONGEST_ANSWER[operation] / MEGABYTE} MB, so the rest of it was not read.`,
    operation === 'accumulatedStock'
      ? 'Read with a page size; if it happens with a small one too, tell the operator of the service.'
      : 'Tell the operator of the service.',
    { operation, status: 200 },
  );
}

/**
 * The beginning of a refusal's body. The status has already decided; a body that breaks off or does not end only
 * shortens what can be quoted.
 */
export async function readErrorBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk.subarray(0, LONGEST_REFUSAL - bytes), { stream: true });
      bytes += chunk.length;
      if (bytes >= LONGEST_REFUSAL) break;
    }
  } catch {
    // What came is quoted all the same.
  }
  return text;
}

/** Ends an answer that nobody will read; it would keep its connection otherwise. Nobody waits for it either. */
async function discardBody(body: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of body) return;
  } catch {
    // It broke off by itself; the connection is gone all the same.
  }
}

export interface ResponseOrigin {
  readonly operation: OperationName;
  readonly title: string;
}

/** Refuses a 200 that is not labelled as JSON, such as a gateway's page. An absent label is let through. */
export function requireJsonType(
  response: TransportResponse,
  origin: ResponseOrigin,
  redact: (text: string) => string,
): void {
  const contentType = response.headers['content-type'];
  if (contentType === undefined || /[/+]json\b/i.test(contentType)) return;
  void discardBody(response.body);
  throw new UnexpectedResponseError(
    `${origin.title}: the service answered with content type "${redact(contentType).slice(0, 80)}" instead of JSON.`,
    'Check the base URL; a proxy or a sign-in page may stand between.',
    { operation: origin.operation, status: response.status },
  );
}

/** Parses a whole answer, telling one that stops in the middle from one that never was JSON. */
export function parseJson(text: string, origin: ResponseOrigin): unknown {
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
