import { parseArgs } from 'node:util';
import { openBench } from './bench.ts';
import { benchBot, FULL_BOT, SMALL_BOT } from './bot/botBench.ts';
import { botGoals, botTable } from './bot/report.ts';
import { benchCommands, FEW_COMMANDS, FULL_COMMANDS } from './commands.ts';
import { CONTENDERS, type Contender, chooseContenders } from './contenders.ts';
import { benchDigest, digestReport, FEW_CHANNELS, FULL_CHANNELS } from './digestBench.ts';
import { GOALS, judge } from './goals.ts';
import { benchLedger, FULL_LEDGER, SHORT_LEDGER } from './ledgerBench.ts';
import { benchInN8n, FULL_SIZE, SMALL_SIZE } from './n8n/bench.ts';
import { goalTable, machineLine, resultTable } from './report.ts';
import type { BodySize } from './service/bodies.ts';

const USAGE = `npm run bench -- [client] [slack] [digest] [ledger] [n8n] [commands] [--runs N] [--only NAME]... [--quick] [--heap MB]
  client       reading large answers, beside what others do with the same bytes
  slack        the bot's answers, with 300,000 and with 10 million rows of sales held
  digest       the bot's digest to 200 channels, against Slack's limits (some eight minutes)
  ledger       a sweep, /digest status and the metrics on five years of digests, beside a day of them
  n8n          the nodes inside real n8n, beside its HTTP Request node (installs n8n once)
  commands     the slowest texts that can be typed, beside JSON.parse of 1 MB (some four minutes)
               all six when none is named
  --runs N     runs of each contender, 5 when not set
  --only NAME  of client: this contender and what it is compared with; may be repeated:
               ${CONTENDERS.map(({ name }) => name).join(' ')}
  --quick      one run on small bodies: shows that all works, says nothing about speed
  --heap MB    of client: only whether it reads the whole answer with that much heap (with 32 MB at the end when not set)
`;

/** The default of maxResults, the most that one answer of daily sales holds, and the stock of a large range. */
const FULL: BodySize = { sales: 1_048_575, stock: 66_000 };
const SMALL: BodySize = { sales: 20_000, stock: 2_000 };
const HEAP_MB = 32;

interface Options {
  readonly runs: number;
  readonly quick: boolean;
  /** Contenders of the client's bench; all when none is named. */
  readonly only: readonly string[];
  readonly heapMb: number | undefined;
}

const BENCHES = {
  client: benchClient,
  slack: benchSlack,
  digest: benchDigests,
  ledger: benchYears,
  n8n: benchNodes,
  commands: benchTexts,
};
type BenchName = keyof typeof BENCHES;

/** `npm run bench`: how fast, how large and how smooth everything is, beside a peer or the limit in the same run. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      heap: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(USAGE);
  const { quick, only } = values;
  const heapMb = wholeNumber('--heap', values.heap);
  const ofClient = only.length > 0 || heapMb !== undefined;
  const named = positionals.length === 0 && ofClient ? ['client'] : positionals;
  if (ofClient && (named.length > 1 || named[0] !== 'client'))
    throw new Error('--only and --heap are for the bench of the client. Run the others by themselves.');
  const runs = wholeNumber('--runs', values.runs) ?? (quick ? 1 : 5);
  for (const name of benchesOf(named)) await BENCHES[name]({ runs, quick, only, heapMb });
}

function benchesOf(names: readonly string[]): BenchName[] {
  const all: BenchName[] = ['client', 'slack', 'digest', 'ledger', 'n8n', 'commands'];
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no bench "${unknown}". There are: ${all.join(', ')}.`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

async function benchClient({ runs, quick, only, heapMb }: Options): Promise<void> {
  const size = quick ? SMALL : FULL;
  const contenders = heapMb === undefined ? chooseContenders(only) : [batchesOfThisClient()];
  const bench = await openBench({ contenders, size, runs, onStep });
  try {
    if (heapMb === undefined) {
      const measured = await bench.runAll();
      print(introduction(size, runs, quick));
      print(`${resultTable(contenders, measured)}\n`);
      print(`${goalTable(judge(measured, GOALS))}\n`);
    }
    if (heapMb !== undefined || only.length === 0) {
      const wanted = heapMb ?? HEAP_MB;
      const outcome = await bench.runInHeap(batchesOfThisClient(), wanted);
      print(
        outcome.finished
          ? `With a heap of ${wanted} MB this client read all ${outcome.run.counted.rows} rows in ${outcome.run.wallMs.toFixed(0)} ms (peak ${outcome.run.peakMb.toFixed(0)} MB).`
          : `With a heap of ${wanted} MB this client ran out of memory before the last row.`,
      );
    }
  } finally {
    await bench.close();
  }
}

async function benchSlack({ quick }: Options): Promise<void> {
  const runs = await benchBot(quick ? SMALL_BOT : FULL_BOT, onStep);
  print(`\n${machineLine()}\n${botTable(runs)}\n\n${botGoals(runs)}`);
  if (quick) print('A small database: the figures above say nothing about speed.');
}

async function benchDigests({ quick }: Options): Promise<void> {
  onStep('the digest');
  print(`\n${digestReport(await benchDigest(quick ? FEW_CHANNELS : FULL_CHANNELS))}`);
}

async function benchYears({ quick }: Options): Promise<void> {
  print(`\n${await benchLedger(quick ? SHORT_LEDGER : FULL_LEDGER, onStep)}`);
  if (quick) print('A month of digests: the figures above say nothing about speed.');
}

async function benchNodes({ runs, quick }: Options): Promise<void> {
  print(`\n${await benchInN8n({ runs, size: quick ? SMALL_SIZE : FULL_SIZE, onStep })}`);
  if (quick) print('Small answers: the figures above say nothing about speed.');
}

async function benchTexts({ quick }: Options): Promise<void> {
  print(`\n${await benchCommands(quick ? FEW_COMMANDS : FULL_COMMANDS, onStep)}`);
  if (quick) print('Few products: the figures above say nothing about speed.');
}

function onStep(step: string): void {
  process.stderr.write(`${step} …\n`);
}

function introduction(size: BodySize, runs: number, quick: boolean): string {
  return [
    machineLine(),
    `Daily sales: ${size.sales} rows of 3 days and 340 stores, in one answer. Stock: ${size.stock} products.`,
    `Median (least–most) of ${runs} ${runs === 1 ? 'run' : 'runs'}, each in a fresh process over a warm connection, from the request to the last row.`,
    '× is the ratio to undici body.json() of the same body, which checks nothing. This client checks every row.',
    'The server on 127.0.0.1 gives no total with daily sales, as the service does: this client asks for the',
    'last row again and gets an empty array behind it; the others ask once. Stock comes with a total.',
    'CPU, peak and stall are of the reading process. Peak includes what Node takes to start, without the 40 MB that',
    'stripping types would add: the contenders are compiled first.',
    ...(quick ? ['Small bodies: the figures below say nothing about speed.'] : []),
    '',
  ].join('\n');
}

function batchesOfThisClient(): Contender {
  const [, contender] = chooseContenders(['batches']);
  if (contender === undefined) throw new Error('The bench has lost its contender "batches".');
  return contender;
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`${name} takes a whole number from 1 up, not "${text}".`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
