import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxOptions } from 'retail-data-client/sandbox';
import type { HeldMessage } from '../../bot/demo/slack/workspace.ts';

/** The supplier of whom the databases are that stand ready for tests. */
export const FILLED_SANDBOX: SandboxOptions = { seed: 1 };

/** So many days of sales are stored, so that questions about two months before are not read from the service. */
export const FILLED_HISTORY_DAYS = 85;

/** Moments of which a database stands ready: see TestBotOptions. */
export type FilledMoment = 'evening' | 'morning';

export interface Filled {
  readonly now: number;
  /** The SQLite file. */
  readonly database: string;
  readonly messages: readonly HeldMessage[];
}

export function readFilled(folder: string, moment: FilledMoment): Filled {
  return JSON.parse(readFileSync(join(folder, `${moment}.json`), 'utf8'));
}

export function writeFilled(folder: string, moment: FilledMoment, filled: Filled): void {
  writeFileSync(join(folder, `${moment}.json`), JSON.stringify(filled));
}
