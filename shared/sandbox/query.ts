import { z } from 'zod';
import { type Day, dayOf } from '../calendar/openDays.ts';
import { badRequest } from './reply.ts';

// Parameters of the interface; a message completes "must be …".

export const integer = z
  .string()
  .regex(/^\d+$/, { error: 'a non-negative integer' })
  .transform(Number)
  .refine(Number.isSafeInteger, { error: 'a non-negative integer' })
  .optional();

/** The same without 0. */
export const count = integer.refine((value) => value !== 0, { error: '1 or more' });

export const date = z.iso.date({ error: 'a date in the form yyyy-MM-dd' }).transform(dayOf).optional();

export const flag = z
  .enum(['true', 'false'], { error: 'true or false' })
  .transform((text) => text === 'true')
  .optional();

/**
 * Reads the query of a call. Throws a 400 Refusal that names a parameter that is of the wrong kind, given twice or not
 * described; values are never repeated in a message.
 */
export function readQuery<Shape extends z.ZodRawShape>(query: URLSearchParams, shape: Shape) {
  const names = [...query.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw badRequest(`Query parameter "${repeated}" is given more than once.`);
  const asked = z.strictObject(shape).safeParse(Object.fromEntries(query));
  if (asked.success) return asked.data;
  const [issue] = asked.error.issues;
  if (issue?.code === 'unrecognized_keys') throw badRequest(`Unknown query parameter "${issue.keys[0]}".`);
  throw badRequest(`"${issue?.path.join()}" must be ${issue?.message}.`);
}

/** Throws a 400 Refusal when both ends are given and the first is after the second. */
export function requireOrder(
  fromName: string,
  from: number | undefined,
  toName: string,
  to: number | undefined,
): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw badRequest(`"${fromName}" must not be after "${toName}".`);
}

export function isChangedSince(day: Day, since: Day | undefined): boolean {
  return since === undefined || day >= since;
}
