import { isDeepStrictEqual } from 'node:util';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import type { Reading } from '../../../../bot/parser/nameLookup.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import type { Question } from '../../../../bot/parser/question.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { parseStores } from '../../../../bot/parser/stores.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { createRandom } from '../../../../tools/random.ts';
import { FUZZED_PRODUCTS, FUZZED_STORES, randomText } from './texts.ts';

/** Instants at which the newest sales day is not what one would think. */
const INSTANTS = [
  '2026-11-20T11:00:00Z', // a Friday noon
  '2026-11-20T06:44:00Z', // one minute before the sales of yesterday come
  '2026-11-16T05:00:00Z', // a Monday night: last week's Sunday is not there yet
  '2026-12-01T05:00:00Z', // the night after a month: its last day is not there yet
  '2026-12-01T09:00:00Z', // the first of a month: it has no sales yet
  '2027-01-01T09:00:00Z', // the first of a year, in the last week of the year before
  '2028-02-29T09:00:00Z', // a day that most years do not have
  '2026-03-29T00:59:00Z', // before the clock goes forward
  '2026-10-25T01:30:00Z', // the hour that comes twice
].map((text) => Date.parse(text));

export const PARSERS = {
  '/stock': parseStock,
  '/sales': parseSales,
  '/stores': (text: string) => parseStores(text),
} satisfies Record<string, (text: string, reading: Reading) => Question>;

export interface FuzzCounts {
  readonly texts: number;
  readonly understood: number;
  readonly refused: number;
}

/**
 * Reads texts made by chance with every command, at instants in turn. What is understood is written as a command that
 * is read as the same; what is refused is one sentence with commands that can be read.
 * @throws Error that names the text, the instant and what is wrong
 */
export async function fuzzCommands(
  { seed, texts }: { seed: number; texts: number },
  tell: (counts: FuzzCounts) => void = () => {},
): Promise<FuzzCounts> {
  const vocabulary = {
    products: await createProductNames(FUZZED_PRODUCTS),
    stores: await buildNameIndex(FUZZED_STORES),
  };
  const calendar = createCalendar();
  const readings = INSTANTS.map((now) => ({ vocabulary, calendar, now }));
  const counts = { texts: 0, understood: 0, refused: 0 };
  while (counts.texts < texts) {
    const random = createRandom((seed + counts.texts * 0x9e3779b9) >>> 0);
    const text = randomText(random);
    const reading = readings[counts.texts % readings.length];
    if (reading === undefined) throw new Error('There are no instants.');
    counts.texts += 1;
    for (const command of Object.keys(PARSERS) as (keyof typeof PARSERS)[]) {
      const wrong = await judge(command, text, reading).then(
        (understood) => {
          counts[understood ? 'understood' : 'refused'] += 1;
          return undefined;
        },
        (error: unknown) => error,
      );
      if (wrong !== undefined) {
        throw new Error(
          `${command} with ${JSON.stringify(text).slice(0, 400)} at ${new Date(reading.now).toISOString()}: ${String(wrong).slice(0, 400)}`,
          { cause: wrong },
        );
      }
    }
    if (counts.texts % 1_000 === 0) tell(counts);
  }
  return counts;
}

/** True when the text was understood. @throws Error for a promise that is broken */
async function judge(command: keyof typeof PARSERS, text: string, reading: Reading): Promise<boolean> {
  let question: Question;
  try {
    question = await PARSERS[command](text, reading);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    await requireOffer(command, error, reading);
    return false;
  }
  require(isDeepStrictEqual(JSON.parse(JSON.stringify(question)), question), 'is not plain JSON');
  if (question.kind === 'sales' || question.kind === 'compare') {
    const { newest } = { newest: reading.calendar.latestSalesDay(reading.now) };
    require(question.days.from <= question.days.to, 'runs backwards');
    require(question.days.to <= newest, `goes to ${question.days.to}, after ${newest}`);
  }
  if (question.kind === 'history') {
    const newest = reading.calendar.latestStockDay(reading.now);
    require(question.days.from <= question.days.to, 'runs backwards');
    require(question.days.to <= newest, `goes to ${question.days.to}, after ${newest}`);
  }
  const written = formatCommand(question);
  require(isDeepStrictEqual(
    await readCommand(written, reading),
    question,
  ), `is not read as the same from ${written}`);
  return true;
}

async function requireOffer(command: string, mistake: ParseError, reading: Reading): Promise<void> {
  require(/^[^\n\r]+[.?]$/.test(mistake.message), `is no sentence: ${mistake.message}`);
  require(mistake.message.length < 800, `is a long sentence: ${mistake.message}`);
  require(mistake.corrected.startsWith(`${command} `), `is corrected to ${mistake.corrected}`);
  for (const offered of [mistake.corrected, ...mistake.others]) {
    require(offered.length < 1_000, `is offered in ${offered.length} characters`);
    const question = await readCommand(offered, reading);
    require(question.kind !== 'form', `is offered ${offered}`);
  }
}

/** Reads a whole command as it would be typed. */
async function readCommand(typed: string, reading: Reading): Promise<Question> {
  const [name = '', ...words] = typed.split(' ');
  const parse = Object.entries(PARSERS).find(([command]) => command === name)?.[1];
  if (parse === undefined) throw new Error(`${typed} is no command`);
  return parse(words.join(' '), reading);
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
