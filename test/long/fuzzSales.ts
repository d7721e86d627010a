import { parseArgs } from 'node:util';
import { type FuzzResult, fuzz } from '../support/shared/salesParser/fuzz.ts';

/** `node test/long/fuzzSales.ts`: the long comparison of the decoder with JSON.parse and the schema. */
const USAGE = `node test/long/fuzzSales.ts [--rows N] [--seed N]
  --rows  compared rows of valid documents to end after; 3000000 when not given
  --seed  the seed that an earlier run printed, to see the same again
`;

process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  const asked = wishes(args);
  if (asked === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (asked === undefined) {
    process.stderr.write(`--rows and --seed take whole numbers, such as --rows 1000000 --seed 42.\n${USAGE}`);
    return 1;
  }
  const { rows, seed } = asked;
  process.stdout.write(
    `Seed ${seed}; to see the same again: node test/long/fuzzSales.ts --rows ${rows} --seed ${seed}\n`,
  );
  say(fuzz({ seed, rows, mostRows: 120 }, say));
  process.stdout.write('\n');
  return 0;
}

/** What the flags ask for; nothing when one of them is not understood. */
function wishes(args: readonly string[]): { rows: number; seed: number } | 'help' | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '3000000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
      help: { type: 'boolean', default: false },
    },
    strict: false,
  });
  if (values.help === true) return 'help';
  const known = Object.keys(values).every((name) => ['rows', 'seed', 'help'].includes(name));
  const [rows, seed] = [wholeNumber(values.rows), wholeNumber(values.seed)];
  if (!known || positionals.length > 0 || rows === undefined || rows < 1 || seed === undefined)
    return undefined;
  return { rows, seed };
}

function wholeNumber(text: string | boolean | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function say({ rows, valid, refused }: FuzzResult): void {
  process.stdout.write(`\r${rows} rows equal in ${valid} valid documents, ${refused} refused by both`);
}
