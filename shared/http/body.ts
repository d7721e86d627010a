import { type OperationName, RetailDataError } from '../errors/errors.ts';
import { failureOf, type Origin } from '../errors/failures.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { TransportFailure } from '../transport/transport.ts';
import { requestIdOf, saidUnder200 } from './said.ts';

const MEGABYTE = 1024 * 1024;

/**
 * The longest answer that is read: four times the stock of a whole chain, and of daily sales, which are not held, a
 * kilobyte for each row. A body beyond it is left at once; one that never ends would otherwise fill the memory.
 */
const LONGEST_ANSWER: Readonly<Record<OperationName, number>> = {
  permission: MEGABYTE,
  stores: 32 * MEGABYTE,
  accumulatedStock: 32 * MEGABYTE,
  dailySales: 1024 * MEGABYTE,
};
/** The longest one that is held in memory whole. */
const LONGEST_WHOLE = 256 * MEGABYTE;
/** Of a refusal so much is read as can be of use; it is quoted in one sentence. */
const LONGEST_REFUSAL = 64 * 1024;
/** Of an answer that turns out to be none, so much is looked at for words. */
const LONGEST_WORDS = 2 * 1024;

/** What a body is read for. */
export interface BodyReading {
  readonly origin: Origin;
  redact(text: string): string;
  /** A chunk of so many bytes came, decoded from its content encoding. */
  came(bytes: number): void;
  /** The error of the client for whatever a transport rejects with. */
  explain(error: unknown): unknown;
  /** Told once how the answer ended: read, left, or failed. */
  ended(error?: unknown): Promise<void>;
}

/** An answer of 200 whose body is still to be read. */
export interface OpenAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Iterating it rejects with a RetailDataError where it breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Says that the answer was read to its end, or left. */
  end(): Promise<void>;
  /** The error of the answer, with what the answer says of itself; the answer has ended with it. */
  failed(error: unknown): Promise<unknown>;
}

/** The one way in which a body is read: counted, bounded, and where it breaks off, with the error that says so. */
export function bodyOf(response: TransportResponse, reading: BodyReading): OpenAnswer {
  const { status, headers } = response;
  const { origin, redact, came, explain, ended } = reading;
  const longest = LONGEST_ANSWER[origin.name];
  let bytes = 0;
  let head = '';
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const chunk of response.body) {
        if (bytes === 0) head = new TextDecoder().decode(chunk.subarray(0, LONGEST_WORDS));
        bytes += chunk.length;
        if (bytes > longest) throw tooLong(origin, longest);
        came(chunk.length);
        yield chunk;
      }
    } catch (error) {
      throw explain(error);
    }
    // Without a length, the end of the connection is the end of the answer.
    const hasLength = 'content-length' in headers || 'transfer-encoding' in headers;
    if (bytes === 0 && !hasLength && status === 200)
      throw failureOf('cut', origin, { length: '0 bytes' }, { status });
  }
  return {
    status,
    headers,
    body: chunks(),
    end: () => ended(),
    async failed(error) {
      const described = describe(explain(error), {
        headers,
        head: bytes > LONGEST_WORDS ? '' : head,
        redact,
      });
      await ended(described);
      return described;
    },
  };
}

function tooLong(origin: Origin, longest: number) {
  return failureOf('tooLong', origin, { limit: `${longest / MEGABYTE} MB` }, { status: 200 });
}

/** Adds to an error what the answer says of itself: its headers, the id of the request, and words in place of data. */
export function describe(
  error: unknown,
  {
    headers,
    head,
    redact,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly head: string;
    redact(text: string): string;
  },
): unknown {
  if (!(error instanceof RetailDataError) || error.headers !== undefined) return error;
  error.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]));
  if (error.status === 200 && error.kind === 'unexpectedResponse' && !/ It said: /.test(error.message))
    error.message += saidUnder200({ text: head, contentType: headers['content-type'], redact });
  error.requestId = requestIdOf(headers, error.status === 200 ? '' : head, redact);
  if (error.requestId !== undefined) error.message += ` Request id: ${error.requestId}.`;
  return error;
}

/** Reads a body to its end as UTF-8. Decoded in one go, which is several times faster than piece by piece. */
export async function textOf({ body }: OpenAnswer, origin: Origin): Promise<{ text: string; bytes: number }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LONGEST_WHOLE) throw tooLong(origin, LONGEST_WHOLE);
    chunks.push(chunk);
  }
  const whole = joined(chunks, bytes);
  if (isPacked(whole)) throw failureOf('packed', origin, {}, { status: 200 });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    text = decoder.decode(whole, { stream: true });
  } catch {
    throw failureOf('notText', origin, {}, { status: 200 });
  }
  try {
    return { text: text + decoder.decode(), bytes };
  } catch {
    throw new TransportFailure('interrupted', 'it ends inside a character');
  }
}

/** Whether bytes are those of gzip. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
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

/**
 * The beginning of a refusal's body. The status has already decided; a body that breaks off or does not end only
 * shortens what can be quoted.
 */
export async function textOfRefusal(body: AsyncIterable<Uint8Array>): Promise<string> {
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

/** Parses a whole answer, telling one that stops in the middle from one that never was JSON. */
export function parseJson(text: string, origin: Origin): unknown {
  const fields = { status: 200 };
  if (text.trim() === '') throw failureOf('empty', origin, {}, fields);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (endsInTheMiddle(text, error))
      throw failureOf('cut', origin, { length: `${text.length} characters` }, fields);
    throw failureOf('notJson', origin, {}, fields);
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
