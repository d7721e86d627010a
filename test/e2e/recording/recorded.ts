import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the recording that is kept. */
export const RECORDED = fileURLToPath(new URL('recorded', import.meta.url));

export function readRecorded(): ReadonlyMap<string, string> {
  const names = readdirSync(RECORDED).filter((name) => name.endsWith('.txt'));
  return new Map(names.map((name) => [name, readFileSync(join(RECORDED, name), 'utf8')]));
}
