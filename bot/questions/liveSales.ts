import type { RetailDataClient } from 'retail-data-client/core';
import { readSalesLive } from '../sales/live.ts';
import type { HeldSums } from '../sales/queries.ts';
import type { SalesSumsQuestion } from '../sales/reader.ts';

/** Asks the service; the same question that several people ask at a time is asked once. @throws RetailDataError */
export function createLiveSales(
  client: RetailDataClient,
  signal?: AbortSignal,
): (question: SalesSumsQuestion) => Promise<HeldSums> {
  const underWay = new Map<string, Promise<HeldSums>>();
  return (question) => {
    const key = JSON.stringify(question);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const asked = readSalesLive(client, question, { signal }).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  };
}
