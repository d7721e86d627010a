import { PageDriftError } from '../errors/errors.ts';

const MOST_RESTARTS = 3;

/**
 * Reads again from the start when the data changed in between, and gives only what was not given before: no row comes
 * twice, none is missing. Keeps every row that was given, so it costs memory; a row that was given and has changed or
 * gone since cannot be taken back, and ends the read with the error.
 */
export async function* restartOnDrift<Row>(
  open: () => AsyncGenerator<readonly Row[], void, undefined>,
  keyOf: (row: Row) => string,
): AsyncGenerator<readonly Row[], void, undefined> {
  const given = new Map<string, string>();
  for (let restarts = 0; ; restarts += 1) {
    const seen = new Set<string>();
    try {
      for await (const batch of open()) {
        const fresh = batch.filter((row) => isFresh(row, keyOf(row), given, seen));
        if (fresh.length > 0) yield fresh;
      }
    } catch (error) {
      if (!(error instanceof PageDriftError) || error instanceof GivenRowChanged) throw error;
      if (restarts >= MOST_RESTARTS) throw error;
      continue;
    }
    for (const key of given.keys()) if (!seen.has(key)) throw new GivenRowChanged(key, 'is gone');
    return;
  }
}

function isFresh<Row>(row: Row, key: string, given: Map<string, string>, seen: Set<string>): boolean {
  seen.add(key);
  const text = JSON.stringify(row);
  const before = given.get(key);
  if (before === undefined) {
    given.set(key, text);
    return true;
  }
  if (before !== text) throw new GivenRowChanged(key, 'has changed');
  return false;
}

class GivenRowChanged extends PageDriftError {
  constructor(key: string, what: string) {
    super(
      `The data changed while it was read in pages: ${key} was given already, and ${what} since.`,
      'Read again from the start, and drop what this read has given.',
    );
  }
}
