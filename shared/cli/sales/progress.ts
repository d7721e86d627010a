import type { Clock } from '../../clock/clock.ts';
import type { TerminalStream } from '../context.ts';

export interface ExportProgress {
  /** How many sales of the day have come so far. */
  report(day: string, sales: number): void;
  /** A line that stays. */
  say(text: string): void;
  /** Leaves the terminal at the start of a line. */
  end(): void;
}

const DRAW_EVERY_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';
const GROUPED = new Intl.NumberFormat('en');

/** "1 sale", "12,288 sales" */
export function counted(count: number, one: string): string {
  return `${GROUPED.format(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** The day that is being read is shown on a terminal only; elsewhere each day gets its line when it is done. */
export function createProgress(stream: TerminalStream, clock: Clock): ExportProgress {
  const isTerminal = stream.isTTY === true;
  const clear = isTerminal ? CLEAR_LINE : '';
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    report(day, sales) {
      if (!isTerminal || clock.now() < drawnAt + DRAW_EVERY_MS) return;
      drawnAt = clock.now();
      stream.write(`${CLEAR_LINE}${day}: ${counted(sales, 'sale')} so far`);
    },
    say: (text) => void stream.write(`${clear}${text}\n`),
    end: () => void stream.write(clear),
  };
}
