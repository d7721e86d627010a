import * as z from 'zod/mini';
import { type Selection, selectionSchema, writeSelection } from '../../parse/selection.ts';

/**
 * What an alert of `/sales` is about: the units that a selection sold in the last seven days that are complete, compared
 * with the seven days before. Plain JSON, which is stored.
 */
export interface SalesAlertRule {
  /** The change in per cent, a whole number: -30 for a fall by 30 %, 50 for a rise by 50 %. */
  readonly percent: number;
  readonly selection: Selection;
}

/** Nothing falls by more. */
export const MOST_FALL = 100;
export const MOST_RISE = 1_000;

/** An alert can fire again when the change is back over the line by as many points of a percentage. */
const MARGIN = 5;

export function isBeyond(change: number, { percent }: Pick<SalesAlertRule, 'percent'>): boolean {
  return percent < 0 ? change <= percent : change >= percent;
}

export function isBack(change: number, rule: Pick<SalesAlertRule, 'percent'>): boolean {
  return rule.percent < 0 ? change >= backAt(rule) : change <= backAt(rule);
}

export function backAt({ percent }: Pick<SalesAlertRule, 'percent'>): number {
  return percent < 0 ? percent + MARGIN : percent - MARGIN;
}

/** The words after `/sales alert` that are read as the same rule. */
export function writeAlert({ percent, selection }: SalesAlertRule): string {
  return [...writeSelection(selection), writePercent(percent)].join(' ');
}

/** -30%, +50% */
export function writePercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

const ruleSchema = z.object({
  percent: z.number().check(z.refine(isPercent)),
  selection: selectionSchema,
});

/** The rule that was stored as JSON, with its keys in this order; undefined for another. */
export function readStored(stored: unknown): SalesAlertRule | undefined {
  return ruleSchema.safeParse(stored).data;
}

export function isPercent(value: number): boolean {
  return Number.isInteger(value) && value !== 0 && value >= -MOST_FALL && value <= MOST_RISE;
}
