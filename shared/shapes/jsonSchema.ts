import * as z from 'zod/mini';

/** A JSON schema (draft 7) of an object. */
export type ObjectSchema = z.core.JSONSchema.JSONSchema;

/**
 * A zod schema of an object as JSON schema, in the plain words every reader of one knows: a type and null become a list
 * of two types, and what only repeats the type (bounds of safe integers, the pattern of a date) is left out.
 */
export function jsonSchemaOf(schema: z.core.$ZodObject): ObjectSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      foldNull(jsonSchema);
      delete jsonSchema.default;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.format === 'date') delete jsonSchema.pattern;
    },
  });
  return plain;
}

function foldNull(jsonSchema: ObjectSchema): void {
  const [given, none] = jsonSchema.anyOf ?? [];
  if (typeof given !== 'object' || typeof given.type !== 'string') return;
  if (typeof none !== 'object' || none.type !== 'null' || jsonSchema.anyOf?.length !== 2) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, given, { type: [given.type, 'null'] });
}
