import { type Params, SingleBar } from 'cli-progress';
import type { Clock } from '../clock/clock.ts';
import { inDuration } from '../errors/duration.ts';
import { counted, inDigits, inSize } from './amounts.ts';
import type { DaysRead } from './daysRead.ts';

/** How far an export has come. */
export interface ExportState {
  /** Sales in the file, those of earlier runs included. */
  readonly rows: number;
  /** Size of the file. */
  readonly bytes: number;
  /** Calls answered in this run. */
  readonly pages: number;
  /** Sales of the whole query, when the service says so. */
  readonly total: number | undefined;
  /** Calls still needed, when the total tells. */
  readonly callsNeeded: number | undefined;
  /** The same in days: sales come ordered by date. */
  readonly days: DaysRead;
}

export interface ExportProgress {
  begin(state: ExportState): void;
  report(state: ExportState): void;
  /** A wait, before it begins. */
  wait(reason: string): void;
  end(): void;
}

export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;

/** A bar that is drawn over and over on a terminal, a line every five seconds anywhere else. */
export function createProgress(stream: ProgressStream, clock: Clock): ExportProgress {
  return stream.isTTY === true ? barOn(stream) : linesOn(stream, clock);
}

interface BarPayload {
  readonly state: ExportState;
  readonly note: string;
}

function barOn(stream: ProgressStream): ExportProgress {
  const bar = new SingleBar({
    stream,
    hideCursor: true,
    linewrap: true,
    format: (_options, params, payload: BarPayload) => barLine(params, payload),
  });
  return {
    begin(state) {
      const { whole, done } = filling(state);
      bar.start(whole, done, { state, note: '' } satisfies BarPayload);
    },
    report(state) {
      const { whole, done } = filling(state);
      bar.setTotal(whole);
      bar.update(done, { state, note: '' } satisfies BarPayload);
    },
    wait(reason) {
      bar.update({ note: reason });
    },
    end: () => bar.stop(),
  };
}

/** How much of the bar is full: in sales when the service says how many there are, else in days. */
function filling({ rows, total, days }: ExportState): { whole: number; done: number } {
  return total === undefined ? { whole: days.asked, done: days.over } : { whole: total, done: rows };
}

function barLine({ progress, eta }: Params, { state, note }: BarPayload): string {
  const filled = Math.round(progress * BAR_WIDTH);
  const bar = `[${'='.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(progress * 100)}%`;
  const left = Number.isFinite(eta) && eta > 0 ? `, ${inDuration(eta * 1000)} left` : '';
  return `${bar} ${inWords(state)}${left}${note === '' ? '' : ` ${note}`}`;
}

function linesOn(stream: ProgressStream, clock: Clock): ExportProgress {
  let saidAt = clock.now();
  const say = (line: string) => {
    saidAt = clock.now();
    stream.write(`${line}\n`);
  };
  return {
    begin(state) {
      say(state.rows === 0 ? 'Reading daily sales.' : `Going on behind ${inWords(state)}.`);
    },
    report(state) {
      if (clock.now() - saidAt >= LINE_EVERY_MS) say(`${inWords(state)}.`);
    },
    wait: say,
    end() {},
  };
}

/** "12,288 of 29,000 sales, 1.1 MB, 3 calls, 2 more needed"; without a total "12,288 sales, 1.1 MB, 3 calls, 4 of 31 days" */
function inWords({ rows, bytes, pages, total, callsNeeded, days }: ExportState): string {
  const sales =
    total === undefined ? counted(rows, 'sale', 'sales') : `${inDigits(rows)} of ${inDigits(total)} sales`;
  const parts = [sales, inSize(bytes)];
  if (pages > 0) parts.push(counted(pages, 'call', 'calls'));
  if (callsNeeded !== undefined && callsNeeded > 0) parts.push(`${inDigits(callsNeeded)} more needed`);
  if (total === undefined) parts.push(`${inDigits(days.over)} of ${counted(days.asked, 'day', 'days')}`);
  return parts.join(', ');
}
