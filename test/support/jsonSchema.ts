/** The part of JSON schema that the nodes' output schemas are written in. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly title?: string;
}

const UNDERSTOOD = new Set(
  'type properties required additionalProperties items enum const format anyOf title'.split(' '),
);

/** What is wrong with the value, as "path: why"; nothing when it conforms. Throws at a word it does not know. */
export function departures(schema: JsonSchema, value: unknown, path = '$'): string[] {
  const unknown = Object.keys(schema).filter((word) => !UNDERSTOOD.has(word));
  if (unknown.length > 0) throw new Error(`${path}: the schema says ${unknown}, which is not checked.`);
  return [
    ...ofType(schema, value, path),
    ...ofChoice(schema, value, path),
    ...ofFields(schema, value, path),
    ...ofItems(schema, value, path),
    ...ofForms(schema, value, path),
  ];
}

function ofType({ type, format }: JsonSchema, value: unknown, path: string): string[] {
  const types = type === undefined ? [] : [type].flat();
  const given = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const fits = types.includes(given) || (Number.isInteger(value) && types.includes('integer'));
  if (types.length > 0 && !fits) return [`${path}: ${given} instead of ${types.join(' or ')}`];
  if (format === undefined || typeof value !== 'string') return [];
  if (format !== 'date') throw new Error(`${path}: the format ${format} is not checked.`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? [] : [`${path}: "${value}" is no date`];
}

function ofChoice(schema: JsonSchema, value: unknown, path: string): string[] {
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  return choices === undefined || choices.includes(value) ? [] : [`${path}: ${value} is none of ${choices}`];
}

function ofFields(schema: JsonSchema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.filter((field) => !(field in value)).map((field) => `${path}.${field}: missing`);
  const wrong = Object.entries(value).flatMap(([field, part]) => {
    const known = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (known !== undefined) return departures(known, part, `${path}.${field}`);
    if (additionalProperties === false) return [`${path}.${field}: not in the schema`];
    return additionalProperties === true ? [] : departures(additionalProperties, part, `${path}.${field}`);
  });
  return [...missing, ...wrong];
}

function ofItems({ items }: JsonSchema, value: unknown, path: string): string[] {
  if (items === undefined || !Array.isArray(value)) return [];
  return value.flatMap((part, index) => departures(items, part, `${path}[${index}]`));
}

function ofForms({ anyOf }: JsonSchema, value: unknown, path: string): string[] {
  if (anyOf === undefined) return [];
  const perForm = anyOf.map((form) => departures(form, value, path));
  return perForm.some((wrong) => wrong.length === 0) ? [] : [`${path}: none of the forms`, ...perForm.flat()];
}
