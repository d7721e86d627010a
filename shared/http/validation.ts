import type * as z from 'zod/mini';
import { describeIssue } from '../errors/describeIssue.ts';
import { InvalidInputError, inWords, type OperationName, UnexpectedResponseError } from '../errors/errors.ts';
import { valueAt } from '../errors/valueAt.ts';
import type { Operation } from '../operations/operation.ts';

/** Checks what a caller gives against a schema whose messages complete "it must be ...". */
export function checkInput<T>(schema: z.ZodMiniType<T>, value: unknown, operation: OperationName): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue === undefined) throw result.error;
  if (issue.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? '';
    throw new InvalidInputError({
      field: name,
      value: valueAt(value, [name]),
      expected: 'left out: the operation has no such parameter',
      operation,
    });
  }
  throw new InvalidInputError({
    field: issue.path.join('.') || 'the input',
    value: valueAt(value, issue.path),
    expected: issue.message,
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
  const result = operation.answer.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = pathInWords(issue?.path ?? []);
  const found = valueAt(value, issue?.path ?? []);
  // Masked before it is shortened: a part of the key would no longer be recognised.
  const inSentence = inWords(typeof found === 'string' ? redact(found) : found);
  throw new UnexpectedResponseError(
    `${operation.title}: the answer does not have the form the interface describes: ${path === '' ? 'the answer' : path} is ${inSentence} (${describeIssue(issue)}).`,
    'Nothing of this answer was used. Tell the operator of the service, or look for a newer version of this package.',
    { operation: operation.name, status: 200, path },
  );
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
  throw new InvalidInputError({ field: toName, value: to, expected: `${from} (${fromInWords}) or later` });
}

/** `[3].storeSales[0].salesVolume` */
function pathInWords(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}
