import { parseArgs } from 'node:util';
import { fuzzCommands } from '../support/bot/parse/fuzz.ts';

/** `node test/long/fuzzCommands.ts [--texts N --seed N]`: reads texts made by chance with every command. */
const { values } = parseArgs({
  options: {
    texts: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(`node test/long/fuzzCommands.ts [--texts N] [--seed N]
  --texts N  how many, 100000 when not set
  --seed N   the texts of the run that printed this seed
`);
  process.exit(0);
}
const texts = Number(values.texts);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
if (!Number.isSafeInteger(texts) || texts < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--texts and --seed take whole numbers, such as --texts 100000 --seed 42.\n');
  process.exit(1);
}
process.stdout.write(
  `Seed ${seed}; to see the same again: node test/long/fuzzCommands.ts --texts ${texts} --seed ${seed}\n`,
);
const say = (counts: { texts: number; understood: number; refused: number }) =>
  process.stdout.write(
    `\r${counts.texts} texts read by every command: ${counts.understood} understood, ${counts.refused} refused`,
  );
say(await fuzzCommands({ seed, texts }, say));
process.stdout.write('\n');
