import { createCalendar } from 'retail-data-client/calendar/calendar';
import { createProductNames } from '../bot/products/productNames.ts';
import { followingSales, parseSales } from '../bot/sales/parse.ts';
import { parseDigest } from '../bot/standing/parse.ts';
import { followingStock, parseStock } from '../bot/stock/parse.ts';
import { parseStores } from '../bot/stores/parse.ts';
import { createStoreNames } from '../bot/stores/storeNames.ts';
import { createRandom } from '../tools/random.ts';
import {
  BENCHED_COMMANDS,
  type BenchedCommand,
  benchProducts,
  benchStores,
  fragment,
  handMade,
  mutated,
  PRODUCT_COUNT,
  startOf,
} from './commandTexts.ts';
import { aligned, machineLine } from './report.ts';

export interface CommandsSize {
  /** Real seconds for which slow texts of each command and length are searched. */
  readonly searchSeconds: number;
  readonly runs: number;
  readonly products: number;
}

export const FULL_COMMANDS: CommandsSize = { searchSeconds: 10, runs: 7, products: PRODUCT_COUNT };
export const FEW_COMMANDS: CommandsSize = { searchSeconds: 0.5, runs: 1, products: 2_000 };

/** The longest texts: what Slack lets people type, and what fits where there is less room. */
const LENGTHS = [2_000, 900];
const JSON_BYTES = 1_000_000;
const JSON_RUNS = 21;
const MAX_RATIO = 3;
/** A text that takes so long is far from the goal: it is measured once. */
const LONG_MS = 500;
/** Worst texts of each command and length that are measured again and shown. */
const SHOWN = 5;
const NOW = Date.parse('2026-11-20T11:00:00Z');

interface SlowText {
  readonly command: BenchedCommand;
  readonly title: string;
  readonly text: string;
  readonly ms: number;
}

/** Reads the slowest texts there are with every command, beside JSON.parse of a megabyte in the same run. */
export async function benchCommands(size: CommandsSize, onStep: (step: string) => void): Promise<string> {
  onStep(`names of ${size.products} products`);
  const products = await createProductNames(benchProducts(size.products));
  const stores = await createStoreNames();
  await stores.take(benchStores());
  const reading = {
    vocabulary: { products, stores },
    calendar: createCalendar(),
    now: NOW,
    groups: products,
    called: [],
    commands: [
      { command: 'stock', following: followingStock, parse: parseStock },
      { command: 'sales', following: followingSales, parse: parseSales },
    ],
  };
  const parsers: Record<BenchedCommand, (text: string) => unknown> = {
    stock: (text) => parseStock(text, reading),
    sales: (text) => parseSales(text, reading),
    stores: (text) => parseStores(text, reading),
    digest: (text) => parseDigest(text, reading),
  };
  const time = async (command: BenchedCommand, text: string): Promise<number> => {
    const begun = performance.now();
    try {
      await parsers[command](text);
    } catch (error) {
      // A text that is refused has been read as well.
      if (!(error instanceof Error) || error.name !== 'ParseError') throw error;
    }
    return performance.now() - begun;
  };
  const worst: SlowText[] = [];
  for (const command of BENCHED_COMMANDS) {
    for (const length of LENGTHS) {
      onStep(`/${command} with ${length} characters`);
      const found: SlowText[] = [];
      const texts = handMade(command, length);
      for (const [title, text] of texts) {
        const first = await time(command, text);
        const ms = first > LONG_MS ? first : Math.min(first, await time(command, text));
        found.push({ command, title, text, ms });
      }
      found.push(...(await search(command, length, found, size.searchSeconds, time)));
      worst.push(...slowest(found).slice(0, SHOWN));
    }
  }
  onStep('the worst, and JSON.parse, in turn');
  const json = salesJson();
  const references: number[] = [];
  const measured: SlowText[] = [];
  for (const slow of worst) {
    // In turn: what else the machine does slows both.
    for (let run = 0; run < JSON_RUNS; run += 1) {
      const begun = performance.now();
      JSON.parse(json);
      references.push(performance.now() - begun);
    }
    const times: number[] = [];
    const runs = slow.ms > LONG_MS ? 1 : size.runs;
    for (let run = 0; run < runs; run += 1) times.push(await time(slow.command, slow.text));
    measured.push({ ...slow, ms: median(times) });
  }
  return report(slowest(measured), median(references), size);
}

/** Climbs from the slowest texts and from texts of chance: what is slower than its parent is kept. */
async function search(
  command: BenchedCommand,
  length: number,
  known: readonly SlowText[],
  seconds: number,
  time: (command: BenchedCommand, text: string) => Promise<number>,
): Promise<SlowText[]> {
  const random = createRandom(length);
  let best: SlowText[] = slowest(known).slice(0, SHOWN);
  const found: SlowText[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const isNew = random.chance(0.2);
    const parent = best[random.below(best.length)];
    const text = isNew
      ? mutated(random, startOf(command) + fragment(random), length)
      : mutated(random, parent?.text ?? '', length);
    const ms = await time(command, text);
    if (ms <= (best.at(-1)?.ms ?? 0)) continue;
    // Once more: a pause of the machine is no slow text.
    const slow = { command, title: 'found by search', text, ms: Math.min(ms, await time(command, text)) };
    found.push(slow);
    best = slowest([...best, slow]).slice(0, SHOWN);
  }
  return found;
}

function slowest<Measured extends { readonly ms: number }>(texts: readonly Measured[]): Measured[] {
  return texts.toSorted((one, other) => other.ms - one.ms);
}

/** A megabyte of sales, as rows. */
function salesJson(): string {
  const rows: string[] = [];
  for (let at = 0, bytes = 0; bytes < JSON_BYTES; at += 1) {
    const row = JSON.stringify({
      salesDate: '2026-11-19',
      storeId: String(100 + (at % 400)),
      productId: String(1_000_000 + at * 13),
      salesVolume: at / 1_000,
      salesQuantity: at % 50,
      lastChangedDate: '2026-11-20',
      lastChangedTime: '07:41:12',
    });
    rows.push(row);
    bytes += row.length + 1;
  }
  return `[${rows.join(',')}]`;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function report(measured: readonly SlowText[], jsonMs: number, size: CommandsSize): string {
  const most = (measured[0]?.ms ?? 0) / jsonMs;
  const slowestOf = (command: BenchedCommand) => measured.find((slow) => slow.command === command)?.text;
  return [
    machineLine(),
    `Commands over the names of ${size.products} products, 1,000 groups and 400 stores. × is the ratio to JSON.parse of`,
    `1 MB of sales, in turn with them: ${jsonMs.toFixed(1)} ms. Medians of ${size.runs}; a text above ${LONG_MS} ms is read once.`,
    '',
    aligned([
      ['command', 'characters', 'ms', '×', 'text'],
      ...measured.map(({ command, title, text, ms }) => [
        `/${command}`,
        String(text.length),
        ms.toFixed(1),
        (ms / jsonMs).toFixed(2),
        `${title}: ${text.slice(0, 60)}`,
      ]),
    ]),
    '',
    ...BENCHED_COMMANDS.map((command) => `Slowest of /${command}: ${slowestOf(command)}`),
    '',
    `slowest text, against JSON.parse of 1 MB: ${most.toFixed(2)}, limit ${MAX_RATIO}: ${most <= MAX_RATIO ? 'met' : 'not met'}`,
  ].join('\n');
}
