import createClient from 'openapi-fetch';
import type { SalesDay } from 'retail-data-client/operations/dailySales';
import { countDays, type Reader, type ReaderOptions, SALES_PATH } from './reader.ts';

/** The types that openapi-typescript would make of the OpenAPI file, as far as they are used. */
interface Paths {
  [SALES_PATH]: {
    get: {
      parameters: { query?: { productId?: number } };
      responses: { 200: { content: { 'application/json': SalesDay[] } } };
    };
  };
}

/** A typed fetch: the types are believed, nothing is checked. */
export function openReader({ baseUrl }: ReaderOptions): Reader {
  const client = createClient<Paths>({ baseUrl });
  const readDays = async (query: { productId?: number }) => {
    const { data, response } = await client.GET(SALES_PATH, { params: { query } });
    if (data === undefined) throw new Error(`${response.url} was answered with ${response.status}.`);
    return data;
  };
  return {
    async warmUp() {
      await readDays({ productId: 1 });
    },
    async read() {
      return countDays(await readDays({}));
    },
  };
}
