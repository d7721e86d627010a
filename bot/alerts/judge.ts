import type { AlertRule } from './subject.ts';

/**
 * `armed`: it fires when the item goes beyond the line. `fired`: the item was beyond the line when it was last seen, or
 * hasn't been back by the margin since.
 */
export type AlertState = 'armed' | 'fired';

export interface Judgement {
  /** Undefined while no figure was ever known. */
  readonly state: AlertState | undefined;
  /** `back` only for a rule that rings when a figure is back. */
  readonly crossing: 'beyond' | 'back' | undefined;
}

/**
 * Judges an item's figure of one day. `state` is undefined for an item that was never seen: its first figure says on
 * which side it is, and fires nothing. `figure` is undefined where none is known, which is no crossing.
 */
export function judge(
  state: AlertState | undefined,
  figure: number | undefined,
  rule: Pick<AlertRule, 'isBeyond' | 'isBack' | 'ringsWhenBack'>,
): Judgement {
  if (figure === undefined) return { state, crossing: undefined };
  if (state === undefined) return { state: rule.isBeyond(figure) ? 'fired' : 'armed', crossing: undefined };
  if (state === 'armed' && rule.isBeyond(figure)) return { state: 'fired', crossing: 'beyond' };
  if (state === 'fired' && rule.isBack(figure)) {
    return { state: 'armed', crossing: rule.ringsWhenBack ? 'back' : undefined };
  }
  return { state, crossing: undefined };
}
