import type { Clock } from '../../clock/clock.ts';
import { inDuration } from '../../errors/duration.ts';
import type { TerminalStream } from '../context.ts';
import { counted, inDigits, inSize } from './amounts.ts';

/** How far an export has come. */
export interface ExportState {
  /** The day that is being read. */
  readonly day: string;
  /** Days that are whole, those of earlier runs included. */
  readonly days: number;
  /** Sales, bytes and calls of this run. */
  readonly rows: number;
  readonly bytes: number;
  readonly calls: number;
}

export interface ExportProgress {
  begin(days: number, asked: number): void;
  report(state: ExportState): void;
  /** A wait, before it begins. */
  wait(reason: string): void;
  end(): void;
}

const DRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const CLEAR_LINE = '\r\u001b[2K';

/** A line that is drawn over and over on a terminal, a new line every five seconds anywhere else. */
export function createProgress(stream: TerminalStream, clock: Clock): ExportProgress {
  const isTerminal = stream.isTTY === true;
  const every = isTerminal ? DRAW_EVERY_MS : LINE_EVERY_MS;
  const startedAt = clock.now();
  let saidAt = startedAt;
  let [atStart, asked] = [0, 0];
  let latest: ExportState | undefined;

  const say = (text: string) => {
    saidAt = clock.now();
    // A line that wraps could not be cleared. Some terminals do not know their width and say 0.
    const line = text.slice(0, (stream.columns || 80) - 1);
    stream.write(isTerminal ? CLEAR_LINE + line : `${text}\n`);
  };
  const describe = ({ day, days, rows, bytes, calls }: ExportState) => {
    const read = days - atStart;
    const left = read === 0 ? 0 : ((clock.now() - startedAt) / read) * (asked - days);
    return [
      `${day}: ${inDigits(days)} of ${counted(asked, 'day', 'days')}`,
      counted(rows, 'sale', 'sales'),
      inSize(bytes),
      counted(calls, 'call', 'calls'),
      ...(left > 0 ? [`${inDuration(left)} left`] : []),
    ].join(', ');
  };
  return {
    begin(days, ofDays) {
      [atStart, asked] = [days, ofDays];
      const already =
        days === 0 ? '' : ` ${inDigits(days)} of ${counted(asked, 'day', 'days')} are there already.`;
      say(`Reading daily sales.${already}`);
    },
    report(state) {
      latest = state;
      if (clock.now() - saidAt >= every) say(describe(state));
    },
    wait: say,
    end() {
      if (!isTerminal) return;
      if (latest !== undefined) say(describe(latest));
      stream.write('\n');
    },
  };
}
