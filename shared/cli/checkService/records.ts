import { valueAt } from '../../errors/valueAt.ts';

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

/** A record with the date of its last change. */
export interface Changed {
  readonly key: string;
  readonly changed: string;
}

/** One sales occurrence as far as it could be read. */
export interface SaleSeen extends Changed {
  readonly day: string;
  readonly storeId: string;
  readonly productId: string;
  readonly quantity: unknown;
  readonly volume: unknown;
}

/** The occurrences of an answer in its order. */
export function salesIn(days: readonly unknown[]): readonly SaleSeen[] {
  return days.flatMap((ofDay) => {
    const day = textAt(ofDay, 'salesDate') ?? '';
    return listAt(ofDay, 'storeSales').flatMap((ofStore) => {
      const storeId = textAt(ofStore, 'storeId') ?? '';
      return listAt(ofStore, 'sales').map((sale) => {
        const productId = textAt(sale, 'productId') ?? '';
        return {
          key: `${day} ${storeId} ${productId}`,
          day,
          storeId,
          productId,
          quantity: valueAt(sale, ['salesQuantity']),
          volume: valueAt(sale, ['salesVolume']),
          changed: textAt(sale, 'lastChanged', 'date') ?? '',
        };
      });
    });
  });
}
