import { until } from '../until.ts';
import type { ProofWorld } from './proofWorld.ts';

/** Lets the minute pass between the two looks that make the stock of a day whole, once the first one was asked for. */
export async function letStockComeToRest({ service, clock, setTime }: ProofWorld): Promise<void> {
  await until('a first look at the stock', async () => service.stockCalls.length > 0 || undefined);
  await setTime(clock.now() + 65_000, 1);
}
