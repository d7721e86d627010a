import { describeIssue, pathInWords } from '../errors/describeIssue.ts';
import { InvalidInputError, inWords, type OperationName } from '../errors/errors.ts';
import { failureOf } from '../errors/failures.ts';
import { valueAt } from '../errors/valueAt.ts';
import type { Operation } from '../operations/operation.ts';
import { type Schema, safeParse } from '../operations/schema.ts';

/** Checks what a caller gives against a schema whose messages complete "it must be ...". */
export function checkInput<T>(schema: Schema<T>, value: unknown, operation: OperationName): T {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue === undefined) throw result.error;
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = unknown === undefined ? issue.path : [unknown];
  throw new InvalidInputError({
    field: path.join('.') || 'the input',
    value: valueAt(value, path),
    expected: unknown === undefined ? issue.message : 'left out: the operation has no such parameter',
    operation,
  });
}

/** Checks what the service gives; the error names the place in the answer and what stands there. */
export function checkAnswer<Query, Body, Answer>(
  operation: Operation<Query, Body, Answer>,
  value: unknown,
  redact: (text: string) => string,
): Answer {
  if (operation.isAnswer?.(value)) return value;
  const result = safeParse(operation.answer, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = pathInWords(issue?.path ?? []).replace(/^\./, '');
  const found = valueAt(value, issue?.path ?? []);
  const record = recordInWords(value, issue?.path ?? [], redact);
  const what = `${path === '' ? 'the answer' : path} is ${inWords(found, redact)} (${describeIssue(issue)})${record}`;
  throw failureOf('form', operation, { what }, { status: 200, path });
}

/** Checks headers before they are sent. The message shows no value: it may be a secret. @throws InvalidInputError */
export function checkHeaders(headers: Readonly<Record<string, unknown>>, operation: OperationName): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      const expected = 'a name for a header: letters, digits and hyphens';
      throw new InvalidInputError({ field: 'headers', value: name, expected, operation });
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      const expected = 'one line of Latin letters, digits and signs';
      throw new InvalidInputError({ field: `headers["${name}"]`, value: '(hidden)', expected, operation });
    }
  }
}

/**
 * Checks that a range does not end before it begins; an open end is in order.
 * @param fromInWords how the message names the beginning, where people know it by another name
 * @throws InvalidInputError
 */
export function checkRange<T extends string | number>(
  fromName: string,
  from: T | undefined,
  toName: string,
  to: T | undefined,
  fromInWords: string = fromName,
): void {
  if (from === undefined || to === undefined || from <= to) return;
  const order = typeof from === 'number' ? 'higher' : 'later';
  throw new InvalidInputError({ field: toName, value: to, expected: `${from} (${fromInWords}) or ${order}` });
}

/** ", in store 143", where the place in the answer is of a record that says which it is. */
function recordInWords(
  value: unknown,
  path: readonly PropertyKey[],
  redact: (text: string) => string,
): string {
  const record = valueAt(value, path.slice(0, 1));
  if (path.length < 2 || typeof record !== 'object' || record === null) return '';
  if ('storeId' in record && typeof record.storeId === 'string')
    return `, in store ${redact(record.storeId)}`;
  if ('productId' in record && typeof record.productId === 'string')
    return `, in product ${redact(record.productId)}`;
  return '';
}
