import { lookAtStock } from '../../../bot/demo/earlierStock.ts';
import { demoProductList } from '../../../bot/demo/products.ts';
import type { Settings } from '../../../bot/settings/settings.ts';
import { oslo } from '../../support/bot/time.ts';
import { type Mode, openWorld, type PostedMessage, type World } from './world.ts';

/** The bot on a Friday morning, with the stock of the day before, ninety days of sales and a product list. */
export interface Morning {
  readonly world: World;
  /** The one of that morning. */
  readonly digest: PostedMessage;
  /** "1101 Furu Rioja 75 cl" */
  label(productId: string): string;
  /** "0143 Oslo Torggata" */
  storeLabel(storeId: string): string;
  /** Stock of own products, as the sandbox has it. */
  ownStock(): readonly Stock[];
  /** Units of yesterday by product. */
  readonly unitsBefore: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface Stock {
  readonly productId: string;
  readonly stock: number;
}

export const YESTERDAY = '2026-11-19';
const HELD_FROM = '2026-08-22';

export async function openMorning(mode: Mode, settings: Partial<Settings> = {}): Promise<Morning> {
  const world = await openWorld(mode, '2026-11-19 08:45');
  const { truth } = world.sandbox;
  await lookAtStock(world.settings, world.clock, [oslo('2026-11-19 08:44'), oslo('2026-11-19 08:45')]);
  const unitsBefore = new Map(truth.stock().map(({ productId, stock }) => [productId, stock]));
  world.clock.setTo(oslo('2026-11-20 08:45'));
  const bot = await world.start(settings);
  const [digest] = await world.untilDigests(1);
  if (digest === undefined) throw new Error('no digest was posted');

  const names = new Map(
    demoProductList(truth.products())
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(';'))
      .map(([id = '', productName = '']) => [id, productName]),
  );
  const stores = new Map(truth.stores().map(({ storeId, storeName }) => [storeId, storeName]));
  return {
    world,
    digest,
    unitsBefore,
    label: (productId) => `${productId} ${names.get(productId) ?? ''}`.trim(),
    storeLabel: (storeId) => `${storeId} ${stores.get(storeId) ?? ''}`.trim(),
    ownStock() {
      const sold = truth.sales(HELD_FROM, YESTERDAY).map(({ productId }) => productId);
      const own = new Set([...sold, ...names.keys()]);
      return truth.stock().filter(({ productId }) => own.has(productId));
    },
    async close() {
      await bot.stop(2_000);
      await world.close();
    },
  };
}
