import { pathToFileURL } from 'node:url';
import type { GeneratedClient } from '../compile.ts';
import { countDays, type Reader, type ReaderOptions } from './reader.ts';

/** A client that @hey-api/openapi-ts generated, with the zod schemas it generated checking the answer. */
export async function openReader({ baseUrl, generated }: ReaderOptions): Promise<Reader> {
  const { readDays }: GeneratedClient = await import(pathToFileURL(generated).href);
  return {
    async warmUp() {
      await readDays(baseUrl, { productId: 1 });
    },
    async read() {
      return countDays(await readDays(baseUrl, {}));
    },
  };
}
