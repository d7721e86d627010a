/** Starts the bot, waits for its digest, stops it, and ends when nothing is left to do: it never calls exit. */
import { openWorld } from './world.ts';

const world = await openWorld('emulate');
const bot = await world.start();
await world.untilDigests(1);
process.stdout.write('digest posted\n');
await bot.stop();
await world.close();
process.stdout.write('stopped\n');
// What is closed may take another turn to be gone; these are at work until somebody ends them.
const AT_WORK = ['Timeout', 'Immediate', 'ProcessWrap', 'MessagePort'];
const left = process.getActiveResourcesInfo().filter((kind) => AT_WORK.includes(kind));
process.stdout.write(left.length === 0 ? 'nothing left\n' : `left: ${left.join(', ')}\n`);
