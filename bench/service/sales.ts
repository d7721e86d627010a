import { createRandom, type Random } from '../../tools/random.ts';
import type { Tally } from '../tally.ts';
import { LAYOUTS, type Layout, type Sale } from './layouts.ts';

const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'];
const STORES = 340;
/** Contents of a bottle, a can or a box, in millilitres. */
const CONTENTS = [187, 330, 375, 500, 700, 750, 1000, 1500, 3000];

export interface LastPage {
  page: string;
}

/**
 * The daily-sales answer with that many rows, as text in one piece per store: three days of 340 stores, ascending ids,
 * the same figures in every layout. Adds what it wrote to the tally, and leaves the page of the last row alone.
 */
export function* writeSales(
  rows: number,
  layoutName: keyof typeof LAYOUTS,
  tally: Tally,
  last: LastPage,
): Generator<string, void, undefined> {
  const layout = LAYOUTS[layoutName]();
  const random = createRandom(20_261_120);
  const sections = DAYS.length * STORES;
  const most = Math.ceil(rows / sections);
  const fuller = rows - (most - 1) * sections;
  yield layout.begin;
  let section = 0;
  for (const [dayIndex, day] of DAYS.entries()) {
    yield (dayIndex === 0 ? '' : layout.betweenDays) + layout.beginDay(day);
    for (let store = 0; store < STORES; store += 1, section += 1) {
      const sales = salesOfStore(section < fuller ? most : most - 1, day, random);
      yield (store === 0 ? '' : layout.betweenStores) + storeText(layout, store, sales);
      add(sales, tally);
      const lastSale = sales.at(-1);
      if (lastSale === undefined) continue;
      const pageOfStore = layout.beginDay(day) + storeText(layout, store, [lastSale]) + layout.endDay;
      last.page = layout.begin + pageOfStore + layout.end;
    }
    yield layout.endDay;
  }
  yield layout.end;
}

function storeText(layout: Layout, store: number, sales: readonly Sale[]): string {
  const storeId = String(101 + store).padStart(4, '0');
  return (
    layout.beginStore(storeId) +
    sales.map((sale) => layout.row(sale)).join(layout.betweenRows) +
    layout.endStore
  );
}

function salesOfStore(count: number, day: string, random: Random): Sale[] {
  const sales: Sale[] = [];
  let product = 1_000_000;
  for (let row = 0; row < count; row += 1) {
    product += 1 + random.below(40);
    const bottles = 1 + Math.floor(random.next() * random.next() * 60);
    // A return now and then: more came back than was sold.
    const quantity = random.chance(0.003) ? -bottles : bottles;
    const millilitres = quantity * (CONTENTS[random.below(CONTENTS.length)] ?? 750);
    sales.push({
      productId: String(product),
      volume: (millilitres / 1000).toFixed(3),
      millilitres,
      quantity,
      date: day,
      time: timeOfDay(random),
    });
  }
  return sales;
}

function timeOfDay(random: Random): string {
  const seconds = 8 * 3600 + random.below(14 * 3600);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function add(sales: readonly Sale[], tally: Tally): void {
  for (const sale of sales) {
    tally.rows += 1;
    tally.quantity += sale.quantity;
    tally.millilitres += sale.millilitres;
  }
}
