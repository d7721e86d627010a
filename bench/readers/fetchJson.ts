import type { SalesDay } from 'retail-data-client/operations/dailySales';
import { countDays, NO_ROWS, type Reader, type ReaderOptions, SALES_PATH } from './reader.ts';

/** What most programs do: Node's own fetch, the whole body parsed at once, nothing checked. */
export function openReader({ baseUrl }: ReaderOptions): Reader {
  const readDays = async (query: string) => {
    const answer = await fetch(`${baseUrl}${SALES_PATH}${query}`);
    return (await answer.json()) as SalesDay[];
  };
  return {
    async warmUp() {
      await readDays(NO_ROWS);
    },
    async read() {
      return countDays(await readDays(''));
    },
  };
}
