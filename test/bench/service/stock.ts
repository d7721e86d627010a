import type { Tally } from '../tally.ts';
import { createRandom } from './random.ts';

/** The accumulated-stock answer with that many products, in pieces. Adds what it wrote to the tally. */
export function* writeStock(products: number, tally: Tally): Generator<string, void, undefined> {
  const random = createRandom(66_000);
  yield '[';
  for (let index = 0; index < products; index += 1) {
    const stock = Math.floor(random() * random() * 5000);
    const stores = Math.min(stock, Math.floor(random() * 340));
    tally.rows += 1;
    tally.quantity += stock;
    const comma = index === 0 ? '' : ',';
    yield `${comma}{"productId":"${1_000_000 + index * 7}","stock":${stock},"numberOfStoresWithStock":${stores},"updatedDate":"2026-11-20","updatedTime":"08:24:11"}`;
  }
  yield ']';
}
