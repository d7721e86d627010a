import { parseArgs } from 'node:util';
import { openDatabase } from '../../../bot/warehouse/database.ts';
import { accessListeners } from './listeners.ts';
import { fuzzPayloads } from './payloads.ts';

/** The long run of the fuzz of payloads: `--payloads N --seed N`. */
const { values } = parseArgs({
  options: { payloads: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const payloads = Number(values.payloads);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
if (!Number.isSafeInteger(payloads) || payloads < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--payloads and --seed take whole numbers, such as --payloads 100000 --seed 42.\n');
  process.exit(1);
}
process.stdout.write(`Seed ${seed}; to see the same again: --payloads ${payloads} --seed ${seed}\n`);
const database = await openDatabase(':memory:');
const result = await fuzzPayloads({
  seed,
  payloads,
  declare: accessListeners(database),
  words: ['log'],
  say: (done) => process.stdout.write(`\r${done} payloads`),
});
await database.destroy();
process.stdout.write(
  `\r${result.payloads} payloads: ${result.answered} answered, ${result.turnedAway} turned away\n`,
);
