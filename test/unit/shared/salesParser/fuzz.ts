import { createRandom, type Random } from '../../../../tools/random.ts';
import { randomStyle, writeDocument } from './documents.ts';
import { cut, difference, judgeChunks, judgeWhole } from './judges.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Ends once that many rows of valid documents were compared. */
  readonly rows: number;
  /** Rows of a store at most. */
  readonly mostRows: number;
}

export interface FuzzResult {
  readonly rows: number;
  readonly valid: number;
  readonly refused: number;
}

/**
 * Compares the decoder with JSON.parse and the schema on documents made by chance, on their mutations, and on chunks from
 * one byte up.
 * @throws Error that names the seed of the single document, its chunking and the difference.
 */
export function fuzz(options: FuzzOptions): FuzzResult {
  const result = { rows: 0, valid: 0, refused: 0 };
  for (let number = 0; result.rows < options.rows; number += 1) {
    const seed = (options.seed + number * 0x9e3779b9) >>> 0;
    compareOne(createRandom(seed), seed, options.mostRows, result);
  }
  return result;
}

function compareOne(
  random: Random,
  seed: number,
  mostRows: number,
  result: { rows: number; valid: number; refused: number },
): void {
  // Only in a long document with many odd rows are rows parsed together.
  const isLong = random.chance(0.02);
  const style = isLong ? { ...randomStyle(random, 2_000), odd: 0.3 } : randomStyle(random, mostRows);
  const text = writeDocument(random, style);
  const whole = new TextEncoder().encode(random.chance(0.02) ? `\u{feff}${text}` : text);
  const body = random.chance(0.3) ? mutated(whole, random) : whole;
  const most = random.pick([1, 7, 64, 1_000, 70_000]);
  const expected = judgeWhole(body);
  const found = judgeChunks(cut(body, random, body.length > 50_000 ? Math.max(most, 64) : most));
  const wrong = difference(expected, found, body);
  if (wrong !== undefined) {
    const sample = new TextDecoder().decode(body.subarray(0, 2_000));
    throw new Error(`Seed ${seed} with chunks up to ${most} bytes: ${wrong}\n${sample}`);
  }
  if (expected.rows === undefined) result.refused += 1;
  else {
    result.valid += 1;
    result.rows += expected.rows.length;
  }
}

/** The bytes with one to three small changes. */
function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  let result = [...bytes];
  for (let times = 1 + random.below(3); times > 0 && result.length > 0; times -= 1) {
    const at = random.below(result.length);
    const kind = random.below(5);
    if (kind === 0) result[at] = random.below(256);
    else if (kind === 1) result.splice(at, 1 + random.below(3));
    else if (kind === 2) result.splice(at, 0, random.pick([44, 34, 92, 123, 125, 91, 93, 48, 32, 0, 255]));
    else if (kind === 3) result = result.slice(0, at);
    else result.splice(at, 0, ...result.slice(at, at + random.below(40)));
  }
  return Uint8Array.from(result);
}
