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

/** A whole number that a double holds exactly: zod's own brings a table of formats and their bounds. */
export const int = ({ error, is = () => true }: Params<number> = {}) => {
  const whole = new core.$ZodNumber({
    type: 'number',
    ...paramsOf({
      error: error ?? 'expected int',
      is: (value: number) => Number.isSafeInteger(value) && is(value),
    }),
  });
  // JSON schema says so too.
  whole._zod.bag.format = 'safeint';
  return whole;
};

export const boolean = (params: Params<boolean> = {}) =>
  new core.$ZodBoolean({ type: 'boolean', ...paramsOf(params) });

export const array = <Entry extends Schema>(element: Entry) =>
  new core.$ZodArray({ type: 'array', element }) as core.$ZodArray<Entry>;

const Kind: core.$constructor<core.$ZodType> = core.$ZodType;

/**
 * An object, read field by field: zod's own brings a compiler of code from text, which browsers and n8n forbid. Without
 * a `catchall` other fields are refused, with one they stay.
 */
const ObjectOf = core.$constructor<core.$ZodObject>('$ZodObject', (inst, def) => {
  Kind.init(inst, def);
  inst._zod.parse = (payload, context) => {
    const input = payload.value;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      payload.issues.push({ expected: 'object', code: 'invalid_type', input, inst });
      return payload;
    }
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(def.shape)) {
      const read = field._zod.run({ value: Reflect.get(input, name), issues: [] }, context);
      if (read instanceof Promise) throw new core.$ZodAsyncError();
      for (const issue of read.issues) payload.issues.push({ ...issue, path: [name, ...(issue.path ?? [])] });
      if (read.value !== undefined || name in input) fields.push([name, read.value]);
    }
    const others = Object.entries(input).filter(([name]) => !Object.hasOwn(def.shape, name));
    if (def.catchall === undefined && others.length > 0)
      payload.issues.push({ code: 'unrecognized_keys', keys: others.map(([name]) => name), input, inst });
    payload.value = Object.fromEntries([...fields, ...others]);
    return payload;
  };
});

/** An object that may have other fields too; they stay. */
export const looseObject = <Fields extends Shape>(shape: Fields) =>
  new ObjectOf({
    type: 'object',
    shape,
    catchall: new core.$ZodUnknown({ type: 'unknown' }),
  }) as core.$ZodObject<Fields, core.$loose>;

/** An object without other fields. */
export const strictObject = <Fields extends Shape>(shape: Fields) =>
  new ObjectOf({ type: 'object', shape }) as core.$ZodObject<Fields, core.$strict>;

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
