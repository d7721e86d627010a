/**
 * The words of zod that the operations are written in, on zod's core: `zod/mini` brings 10 KB that they do not use into
 * every bundle. An `error` completes the sentence "it must be ...".
 */
import * as core from 'zod/v4/core';

export { type output, safeParse } from 'zod/v4/core';
export type Schema<Output = unknown> = core.$ZodType<Output>;
type Shape = Readonly<Record<string, Schema>>;

interface Params<Value> {
  readonly error?: string;
  /** What a value of the type must also be. */
  readonly is?: (value: Value) => boolean;
}

function paramsOf<Value>({ error, is }: Params<Value>) {
  const said = error === undefined ? {} : { error: () => error };
  if (is === undefined) return said;
  const fn = is as (value: unknown) => boolean;
  return { ...said, checks: [new core.$ZodCustom({ type: 'custom', check: 'custom', fn, ...said })] };
}

export const string = (params: Params<string> = {}) =>
  new core.$ZodString({ type: 'string', ...paramsOf(params) });

export const number = () => new core.$ZodNumber({ type: 'number' });

export const int = (params: Params<number> = {}) =>
  new core.$ZodNumberFormat({
    type: 'number',
    check: 'number_format',
    format: 'safeint',
    ...paramsOf(params),
  });

export const boolean = (params: Params<boolean> = {}) =>
  new core.$ZodBoolean({ type: 'boolean', ...paramsOf(params) });

export const array = <Entry extends Schema>(element: Entry) =>
  new core.$ZodArray({ type: 'array', element }) as core.$ZodArray<Entry>;

/** An object that may have other fields too; they stay. */
export const looseObject = <Fields extends Shape>(shape: Fields) =>
  new core.$ZodObject({
    type: 'object',
    shape,
    catchall: new core.$ZodUnknown({ type: 'unknown' }),
  }) as core.$ZodObject<Fields, core.$loose>;

/** An object without other fields. */
export const strictObject = <Fields extends Shape>(shape: Fields) =>
  new core.$ZodObject({
    type: 'object',
    shape,
    catchall: new core.$ZodNever({ type: 'never' }),
  }) as core.$ZodObject<Fields, core.$strict>;

export const optional = <Inner extends Schema>(innerType: Inner) =>
  new core.$ZodOptional({ type: 'optional', innerType }) as core.$ZodOptional<Inner>;

export const nullable = <Inner extends Schema>(innerType: Inner) =>
  new core.$ZodNullable({ type: 'nullable', innerType }) as core.$ZodNullable<Inner>;

/** What `read` makes of a value after `prepare`. */
export const prepared = <Read extends Schema>(prepare: (value: unknown) => unknown, read: Read) =>
  new core.$ZodPipe({
    type: 'pipe',
    in: new core.$ZodTransform({ type: 'transform', transform: prepare }),
    out: read,
  }) as core.$ZodPipe<core.$ZodTransform, Read>;
