import { inWords, TruncatedResponseError, UnexpectedResponseError } from '../errors/errors.ts';

const ORIGIN = { operation: 'dailySales', status: 200 } as const;
const NOT_AS_DESCRIBED = 'Daily sales: the answer does not have the form the interface describes';
const NOTHING_BEHIND = 'Rows given before are valid; nothing behind them was used.';

/** A body without a single byte that is no white space. */
export function emptyAnswer(): UnexpectedResponseError {
  return new UnexpectedResponseError(
    'Daily sales: the service answered with an empty body instead of JSON.',
    'Try again; if it lasts, tell the operator of the service.',
    ORIGIN,
  );
}

/** A body that ended after so many bytes, before the bracket that closes it. */
export function cutOff(bytes: number, path: string): TruncatedResponseError {
  return new TruncatedResponseError(
    `Daily sales: the answer stops in the middle, after ${bytes} bytes (in ${path}).`,
    'Try again; a smaller page size also helps.',
    ORIGIN,
  );
}

/** Bytes that are no JSON, or that stand where the interface has something else. */
export function notTheForm(offset: number, path: string, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${NOT_AS_DESCRIBED}, at byte ${offset} (in ${path}): ${what}.`,
    `${NOTHING_BEHIND} Tell the operator of the service.`,
    { ...ORIGIN, path },
  );
}

export interface WrongValue {
  readonly parent: string;
  readonly keys: readonly PropertyKey[];
  readonly value: unknown;
  /** What the schema says of it. */
  readonly message: string;
}

/** A value that the schema refuses. */
export function wrongValue(
  offset: number,
  { parent, keys, value, message }: WrongValue,
  redact: (text: string) => string,
): UnexpectedResponseError {
  const path =
    parent + keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const found = inWords(typeof value === 'string' ? redact(value) : value);
  return new UnexpectedResponseError(
    `${NOT_AS_DESCRIBED}, at byte ${offset}: ${path} is ${found} (${message}).`,
    `${NOTHING_BEHIND} Tell the operator of the service, or look for a newer version of this package.`,
    { ...ORIGIN, path },
  );
}
