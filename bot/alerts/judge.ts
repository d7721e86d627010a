import type { AlertRule } from './rule.ts';

/**
 * `armed`: it fires when the product goes beyond the line. `fired`: the product was beyond the line when it was last
 * seen, or hasn't been back by the margin since.
 */
export type AlertState = 'armed' | 'fired';

/** `beyond`: the product went beyond the line. `back`: it is back in stock, which only `out` posts about. */
export type Crossing = 'beyond' | 'back';

export interface Judgement {
  /** Undefined while no figure was ever known. */
  readonly state: AlertState | undefined;
  readonly crossing: Crossing | undefined;
}

export type Line = Pick<AlertRule, 'kind' | 'line'>;

/** Whether a figure is beyond the line: fewer units or days than it says, or nothing in stock. */
export function isBeyond(figure: number, { kind, line }: Line): boolean {
  return kind === 'out' ? figure <= 0 : figure < line;
}

/**
 * Whether a figure is back over the line by the margin: 10 % of the units, or one day of cover. So a figure that swings
 * about the line doesn't fire every day.
 */
export function isBack(figure: number, { kind, line }: Line): boolean {
  if (kind === 'out') return figure > 0;
  // Whole numbers, because 1.1 times a line isn't exact.
  return kind === 'units' ? figure * 10 >= line * 11 : figure >= line + 1;
}

/**
 * Judges a product's figure of one day. `state` is undefined for a product that was never seen: its first figure says on
 * which side it is, and fires nothing. `figure` is undefined where none is known, which is no crossing.
 */
export function judge(state: AlertState | undefined, figure: number | undefined, line: Line): Judgement {
  if (figure === undefined) return { state, crossing: undefined };
  if (state === undefined) return { state: isBeyond(figure, line) ? 'fired' : 'armed', crossing: undefined };
  if (state === 'armed' && isBeyond(figure, line)) return { state: 'fired', crossing: 'beyond' };
  if (state === 'fired' && isBack(figure, line)) {
    return { state: 'armed', crossing: line.kind === 'out' ? 'back' : undefined };
  }
  return { state, crossing: undefined };
}
