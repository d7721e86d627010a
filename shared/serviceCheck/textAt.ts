import { valueAt } from '../errors/valueAt.ts';

/** The text at a path of keys; undefined for anything else that stands there. */
export function textAt(record: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(record, path);
  return typeof value === 'string' ? value : undefined;
}

/** The elements of an array at a path; none when there is no array. */
export function listAt(record: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(record, path);
  return Array.isArray(value) ? value : [];
}

/** All texts at a path, empty ones left out. */
export function textsAt(records: readonly unknown[], ...path: readonly string[]): readonly string[] {
  return records.flatMap((record) => {
    const text = textAt(record, ...path);
    return text === undefined || text.trim() === '' ? [] : [text];
  });
}
