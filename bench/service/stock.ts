import { createRandom } from '../../tools/random.ts';
import type { Tally } from '../tally.ts';

/** The accumulated-stock answer with that many products, in pieces. Adds what it wrote to the tally. */
export function* writeStock(products: number, tally: Tally): Generator<string, void, undefined> {
  const { below, next } = createRandom(66_000);
  yield '[';
  for (let index = 0; index < products; index += 1) {
    const stock = Math.floor(next() * next() * 5000);
    const stores = Math.min(stock, below(340));
    tally.rows += 1;
    tally.quantity += stock;
    const comma = index === 0 ? '' : ',';
    yield `${comma}{"productId":"${1_000_000 + index * 7}","stock":${stock},"numberOfStoresWithStock":${stores},"updatedDate":"2026-11-20","updatedTime":"08:24:11"}`;
  }
  yield ']';
}
