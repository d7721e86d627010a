import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz [-- --rows N --seed N]`: the long comparison of the decoder with JSON.parse and the schema. */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '3000000' }, seed: { type: 'string' } },
});
const rows = Number(values.rows);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
if (!Number.isSafeInteger(rows) || rows < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--rows and --seed take whole numbers, such as --rows 1000000 --seed 42.\n');
  process.exit(1);
}
process.stdout.write(`Seed ${seed}; to see the same again: npm run fuzz -- --rows ${rows} --seed ${seed}\n`);
const say = (result: { rows: number; valid: number; refused: number }) =>
  process.stdout.write(
    `\r${result.rows} rows equal in ${result.valid} valid documents, ${result.refused} refused by both`,
  );
say(fuzz({ seed, rows, mostRows: 120 }, say));
process.stdout.write('\n');
