/** One request to the service; the transport adds the base URL and the key. */
export interface TransportRequest {
  /** GET, or PUT for the change of a permission. */
  readonly method: 'GET' | 'PUT';
  /** Path below the base URL, starting with a slash. */
  readonly path: string;
  /** Query parameters in the form they have on the wire. */
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case name, without the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of a PUT. */
  readonly body?: string;
  /** The time of connection, headers and body, in milliseconds. It stops while the reader of the body works. */
  readonly timeoutMs: number;
  /** Milliseconds left of a deadline that never stops. */
  readonly leftMs?: () => number;
  /** The caller's; it ends the request with its reason. */
  readonly signal?: AbortSignal;
}

/** The answer: `headers` by lower-case name, `body` decoded from its content encoding. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * How a request reaches the service. Every implementation refuses to follow redirects (it hands the 3xx over), asks
 * for gzip and decodes it, and rejects with a `TransportFailure` for anything below HTTP.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** The text without the subscription key, for whatever the service said that is shown to a person. */
  redact(text: string): string;
}

/** A space travels as %20: not every server reads a plus sign as one. */
export function queryString({ query }: Pick<TransportRequest, 'query'>): string {
  const text = new URLSearchParams(query).toString().replaceAll('+', '%20');
  return text === '' ? '' : `?${text}`;
}

export type TransportFailureKind = 'timeout' | 'unreachable' | 'interrupted' | 'encoding' | 'refused';

/**
 * A request that did not end in a whole HTTP answer. `unreachable`: no connection, nothing was answered;
 * `interrupted`: the connection broke before the answer was whole; `encoding`: a content encoding nobody asked for;
 * `refused`: what waiting does not help against, with the advice that does. All but the last two are tried again.
 */
export class TransportFailure extends Error {
  readonly kind: TransportFailureKind;
  /** What to do, for `refused`. */
  readonly advice: string;

  /** @param detail a few words for the message; for `refused` the sentence itself, without its full stop */
  constructor(kind: TransportFailureKind, detail: string, advice = '') {
    super(detail);
    this.name = 'TransportFailure';
    this.kind = kind;
    this.advice = advice;
  }
}
