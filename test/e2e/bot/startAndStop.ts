/** Starts the bot, waits for its digest, stops it, and ends by itself once nothing is left to do. */
import { openWorld } from './world.ts';

/** A timer of a closed connection runs out by itself. The bot's own timers run until they are stopped. */
const PATIENCE_MS = 60_000;

const world = await openWorld('HTTP');
const bot = await world.start();
await world.untilDigests(1);
process.stdout.write('digest posted\n');
await bot.stop();
await world.close();
process.stdout.write('stopped\n');
process.once('beforeExit', () => process.stdout.write('nothing left\n'));
setTimeout(() => {
  process.stdout.write(`left: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit();
}, PATIENCE_MS).unref();
