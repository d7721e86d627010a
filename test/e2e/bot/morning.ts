import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Bot } from '../../../bot/app.ts';
import { lookAtStock } from '../../../bot/demo/earlierStock.ts';
import { demoProductList } from '../../../bot/demo/productList.ts';
import type { Settings } from '../../../bot/settings/settings.ts';
import { type Sum, sumBy } from '../../support/bot/figures.ts';
import { oslo } from '../../support/bot/time.ts';
import { openWorld, type StandInName, type World } from './world.ts';

/** The bot on a Friday morning, with the stock of the day before, ninety days of sales and a product list. */
export interface Morning {
  readonly world: World;
  readonly bot: Bot;
  /** "1101 Furu Rioja 75 cl" */
  label(productId: string): string;
  /** "0143 Oslo Torggata" */
  storeLabel(storeId: string): string;
  /** Groups of the product list, and what is in one. */
  groups(): readonly string[];
  productsOfGroup(group: string): readonly string[];
  /** Stock of own products, as the sandbox has it. */
  ownStock(): readonly Stock[];
  /** Units of yesterday by product. */
  readonly unitsBefore: ReadonlyMap<string, number>;
  /** Items sold in the 28 days behind the cover, by product. */
  itemsOf28Days(): ReadonlyMap<string, Sum>;
  /** Another process on the same database, with other settings where they are given. */
  restart(fields?: Partial<Settings>): Promise<void>;
  close(): Promise<void>;
}

export interface Stock {
  readonly productId: string;
  readonly stock: number;
  readonly numberOfStoresWithStock: number;
}

export const TODAY = '2026-11-20';
export const YESTERDAY = '2026-11-19';
const HELD_FROM = '2026-08-22';

/** `settingsFor` gives settings for the person who asks. */
export async function openMorning(
  name: StandInName,
  settingsFor: (personId: string) => Partial<Settings> = () => ({}),
): Promise<Morning> {
  const world = await openWorld(name, '2026-11-19 08:45');
  const { truth } = world.sandbox;
  await lookAtStock(world.settings, world.clock, [oslo('2026-11-19 08:44'), oslo('2026-11-19 08:45')]);
  const unitsBefore = new Map(truth.stock().map(({ productId, stock }) => [productId, stock]));
  world.clock.setTo(oslo('2026-11-20 08:45'));
  let bot = await world.start(settingsFor(world.personId));
  await world.untilDigests(1);

  const listed = demoProductList(truth.products())
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';'));
  const names = new Map(listed.map(([id = '', productName = '']) => [id, productName]));
  const stores = new Map(truth.stores().map(({ storeId, storeName }) => [storeId, storeName]));
  return {
    world,
    bot,
    unitsBefore,
    label: (productId) => `${productId} ${names.get(productId) ?? ''}`.trim(),
    storeLabel: (storeId) => `${storeId} ${stores.get(storeId) ?? ''}`.trim(),
    groups: () => [...new Set(listed.flatMap(([, , group = '']) => (group === '' ? [] : [group])))],
    productsOfGroup: (wanted) => listed.flatMap(([id = '', , group]) => (group === wanted ? [id] : [])),
    ownStock() {
      const sold = truth.sales(HELD_FROM, YESTERDAY).map(({ productId }) => productId);
      const own = new Set([...sold, ...names.keys()]);
      return truth.stock().filter(({ productId }) => own.has(productId));
    },
    itemsOf28Days: () =>
      new Map(
        sumBy(
          truth.sales(createCalendar().addDays(YESTERDAY, -27), YESTERDAY),
          ({ productId }) => productId,
        ).map((sum) => [sum.key, sum]),
      ),
    async restart(fields = {}) {
      await bot.stop(2_000);
      bot = await world.start({ ...settingsFor(world.personId), ...fields });
    },
    async close() {
      await bot.stop(2_000);
      await world.close();
    },
  };
}
