import { inWords } from '../errors/errors.ts';
import { failureOf } from '../errors/failures.ts';
import { dailySalesOperation } from '../operations/dailySales.ts';

const FIELDS = { status: 200 };

/** A body without a single byte that is no white space. */
export function emptyAnswer(): Error {
  return failureOf('empty', dailySalesOperation, {}, FIELDS);
}

/** A body that ended after so many bytes, before the bracket that closes it. */
export function cutOff(bytes: number, path: string): Error {
  return failureOf('cut', dailySalesOperation, { length: `${bytes} bytes (in ${path})` }, FIELDS);
}

/** Bytes that are no JSON, or that stand where the interface has something else. */
export function notTheForm(offset: number, path: string, what: string): Error {
  const place = `, at byte ${offset} (in ${path})`;
  return failureOf('form', dailySalesOperation, { place, what }, { ...FIELDS, path });
}

/** A body in the encoding of gzip, whose header does not say so. */
export function packedAnswer(): Error {
  return failureOf('packed', dailySalesOperation, {}, FIELDS);
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
): Error {
  const path =
    parent + keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const found = inWords(typeof value === 'string' ? redact(value) : value);
  const what = `${path} is ${found} (${message})`;
  return failureOf('form', dailySalesOperation, { place: `, at byte ${offset}`, what }, { ...FIELDS, path });
}
