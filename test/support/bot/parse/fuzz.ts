import { isDeepStrictEqual } from 'node:util';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import type { DigestReading } from '../../../../bot/standing/parse.ts';
import { createRandom } from '../../../../tools/random.ts';
import { type Asked, NARROWED, readCommand, writeCommand } from './commands.ts';
import { FUZZED_PRODUCTS, FUZZED_STORES, randomText } from './texts.ts';

/** Instants at which the newest sales day is not what one would think. */
const INSTANTS = [
  '2026-11-20T11:00:00Z', // a Friday noon
  '2026-11-20T06:44:00Z', // one minute before yesterday's sales arrive
  '2026-11-16T05:00:00Z', // a Monday night: last week's Sunday has not arrived
  '2026-12-01T05:00:00Z', // the night after a month: its last day has not arrived
  '2026-12-01T09:00:00Z', // the first of a month: it has no sales yet
  '2027-01-01T09:00:00Z', // the first of a year, in the last week of the year before
  '2028-02-29T09:00:00Z', // a day that most years do not have
  '2026-03-29T00:59:00Z', // before the clock goes forward
  '2026-10-25T01:30:00Z', // the hour that comes twice
].map((text) => Date.parse(text));

export const COMMANDS = ['/stock', '/sales', '/stores', '/digest'] as const;

export interface FuzzCounts {
  readonly texts: number;
  readonly understood: number;
  readonly refused: number;
}

/** Names to read with, at an instant. */
export async function fuzzedReading(now: number): Promise<DigestReading> {
  const groups = await createProductNames(FUZZED_PRODUCTS);
  const vocabulary = { products: groups, stores: await buildNameIndex(FUZZED_STORES) };
  return { vocabulary, called: [], commands: NARROWED, calendar: createCalendar(), now };
}

/**
 * Reads texts made by chance with every command, at instants in turn. What is understood is written as a command that
 * is read as the same; what is refused is one sentence with commands that can be read.
 * @throws Error that names the text, the instant and what is wrong
 */
export async function fuzzCommands({ seed, texts }: { seed: number; texts: number }): Promise<FuzzCounts> {
  const known = await fuzzedReading(0);
  const counts = { texts: 0, understood: 0, refused: 0 };
  while (counts.texts < texts) {
    const random = createRandom((seed + counts.texts * 0x9e3779b9) >>> 0);
    const text = randomText(random);
    const reading = { ...known, now: INSTANTS[counts.texts % INSTANTS.length] ?? 0 };
    counts.texts += 1;
    for (const command of COMMANDS) {
      try {
        counts[judge(command, text, reading)] += 1;
      } catch (error) {
        const at = new Date(reading.now).toISOString();
        const typed = JSON.stringify(text).slice(0, 400);
        throw new Error(`${command} with ${typed} at ${at}: ${String(error).slice(0, 400)}`, {
          cause: error,
        });
      }
    }
  }
  return counts;
}

/** @throws Error for a promise that is broken */
function judge(command: string, text: string, reading: DigestReading): 'understood' | 'refused' {
  let asked: Asked;
  try {
    asked = readCommand(`${command} ${text}`, reading);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    requireOffers({ command, text }, error, reading);
    return 'refused';
  }
  requirePossible(asked, reading);
  const written = writeCommand(asked);
  require(isDeepStrictEqual(readCommand(written, reading), asked), `is not read as the same from ${written}`);
  return 'understood';
}

function requirePossible(asked: Asked, { calendar, now }: DigestReading): void {
  // A channel or content that is not said is undefined, which JSON leaves out.
  const kept = asked.command === 'digest' ? asked : JSON.parse(JSON.stringify(asked));
  require(isDeepStrictEqual(kept, asked), 'is not plain JSON');
  if ('days' in asked && typeof asked.days === 'object') {
    const newest = asked.kind === 'history' ? calendar.latestStockDay(now) : calendar.latestSalesDay(now);
    require(asked.days.from <= asked.days.to, 'runs backwards');
    require(asked.days.to <= newest, `goes to ${asked.days.to}, after ${newest}`);
  }
  if (asked.kind === 'sales' && asked.selection.sides !== undefined) {
    const { of, each } = asked.selection.sides;
    const { ids, names } = asked.selection[of];
    const isThere = each.every(
      (side) =>
        side.ids.every((id) => ids.includes(id)) &&
        side.names.every((name) => names.some((other) => isDeepStrictEqual(other, name))),
    );
    require(each.length > 1 && isThere, 'has sides that are not in its lists');
  }
}

function requireOffers(
  { command, text }: { command: string; text: string },
  mistake: ParseError,
  reading: DigestReading,
): void {
  require(/^[^\n\r]+[.?]$/.test(mistake.message), `is no sentence: ${mistake.message}`);
  require(mistake.message.length < 800, `is a long sentence: ${mistake.message}`);
  const offers = [mistake.corrected, ...mistake.others];
  for (const offered of mistake.understood === '' ? offers : [...offers, mistake.understood]) {
    const longest = Math.max(1_000, text.length + 100);
    require(offered.length < longest, `is offered in ${offered.length} characters`);
    // Only the stock of a store is asked for elsewhere, and figures of the stock among sales.
    const isOwn = offered.startsWith(`${command} `);
    require(isOwn || /^\/s(?:tock|ales) (?!help$)/.test(offered), `is offered ${offered}`);
    require(readCommand(offered, reading).kind !== 'form', `is offered ${offered}, which is a form`);
  }
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
