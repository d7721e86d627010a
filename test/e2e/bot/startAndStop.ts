/** Starts the bot, waits for its digest, stops it, and ends when nothing is left to do: it never calls exit. */
import { setTimeout as delay } from 'node:timers/promises';
import { openWorld, STAND_INS } from './world.ts';

const [standIn = 'emulate'] = STAND_INS;
const world = await openWorld(standIn);
const bot = await world.start();
await world.untilDigests(1);
process.stdout.write('digest posted\n');
await bot.stop();
await world.close();
process.stdout.write('stopped\n');
const stopped = performance.now();
process.on('exit', () => {
  // Connections that are kept alive for a while are no reason to stay.
  process.stdout.write(performance.now() - stopped < 2_000 ? 'nothing left\n' : 'something held on\n');
});
await delay(0);
