import { parseArgs } from 'node:util';
import { openBench } from './bench.ts';
import { benchBot, FULL_BOT, SMALL_BOT } from './bot/botBench.ts';
import { botGoals, botTable } from './bot/report.ts';
import { CONTENDERS, type Contender, chooseContenders } from './contenders.ts';
import { benchDigest, digestReport, FEW_CHANNELS, FULL_CHANNELS } from './digestBench.ts';
import { GOALS, judge } from './goals.ts';
import { benchInN8n, FULL_SIZE, SMALL_SIZE } from './n8n/bench.ts';
import { goalTable, machineLine, resultTable } from './report.ts';
import type { BodySize } from './service/bodies.ts';

const USAGE = `npm run bench -- [--runs N] [--only NAME]... [--quick] [--heap MB]
  --runs N     runs of each contender, 5 when not set
  --only NAME  this contender and what it is compared with; may be repeated:
               ${CONTENDERS.map(({ name }) => name).join(' ')}
               n8n: the nodes inside real n8n, beside its HTTP Request node (installs n8n once)
               bot: the bot's answers, with 300,000 and with 10 million rows of sales held
               digest: the bot's digest to 1,000 channels, against Slack's limits (some four minutes)
  --quick      one run on small bodies: shows that all works, says nothing about speed
  --heap MB    only whether this client reads the whole answer with that much heap (and with 32 MB at the end of
               every full bench)
`;

/** The default of maxResults, the most that one answer of daily sales holds, and the stock of a large range. */
const FULL: BodySize = { sales: 1_048_575, stock: 66_000 };
const SMALL: BodySize = { sales: 20_000, stock: 2_000 };
const HEAP_MB = 32;
/** What `--only` takes for the bench inside n8n. */
const N8N = 'n8n';
const DIGEST = 'digest';
const BOT = 'bot';

/** `npm run bench`: how fast, how large and how smooth this client reads, beside what others do with the same bytes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      heap: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(USAGE);
  const size = values.quick ? SMALL : FULL;
  const runs = wholeNumber('--runs', values.runs) ?? (values.quick ? 1 : 5);
  const heapMb = wholeNumber('--heap', values.heap);
  const inN8n = async () => {
    const n8nSize = values.quick ? SMALL_SIZE : FULL_SIZE;
    print(`\n${await benchInN8n({ runs, size: n8nSize, onStep })}`);
    if (values.quick) print('Small answers: the figures above say nothing about speed.');
  };
  const digest = async () => {
    onStep('the digest');
    print(`\n${digestReport(await benchDigest(values.quick ? FEW_CHANNELS : FULL_CHANNELS))}`);
  };
  const bot = async () => {
    const runs = await benchBot(values.quick ? SMALL_BOT : FULL_BOT, onStep);
    print(`\n${machineLine()}\n${botTable(runs)}\n\n${botGoals(runs)}`);
    if (values.quick) print('A small database: the figures above say nothing about speed.');
  };
  const alone = values.only?.find((name) => name === N8N || name === DIGEST || name === BOT);
  if (alone !== undefined) {
    if ((values.only?.length ?? 0) > 1)
      throw new Error(`--only ${alone} stands alone. Run the others by themselves.`);
    return alone === N8N ? inN8n() : alone === BOT ? bot() : digest();
  }
  const contenders = heapMb === undefined ? chooseContenders(values.only ?? []) : [batchesOfThisClient()];

  const bench = await openBench({
    contenders,
    size,
    runs,
    onStep,
  });
  try {
    if (heapMb === undefined) {
      const measured = await bench.runAll();
      print(introduction(size, runs, values.quick));
      print(`${resultTable(contenders, measured)}\n`);
      print(`${goalTable(judge(measured, GOALS))}\n`);
    }
    if (heapMb !== undefined || values.only === undefined) {
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
  if (heapMb === undefined && values.only === undefined) {
    await bot();
    await digest();
    await inN8n();
  }
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
