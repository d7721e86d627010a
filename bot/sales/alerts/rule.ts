import { isRecord } from 'retail-data-client/operations/fields';
import { isNameOfMany } from '../../parse/narrowing.ts';
import type { Narrowing, Selection } from '../question.ts';
import { writeSelection } from '../write.ts';

/**
 * What an alert of `/sales` is about: the units that a selection sold in the last seven days that are complete, compared
 * with the seven days before. Plain JSON, which is stored.
 */
export interface SalesAlertRule extends Selection {
  /** The change in per cent, a whole number: -30 for a fall by 30 %, 50 for a rise by 50 %. */
  readonly percent: number;
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

/** In per cent of the units of the week before; undefined where these are none, or only returns. */
export function changeOf(units: number, before: number): number | undefined {
  // One division of whole numbers, because 0.07 * 100 isn't 7.
  return before > 0 ? ((units - before) * 100) / before : undefined;
}

/** The words after `/sales alert` that are read as the same rule. */
export function writeAlert({ percent, ...selection }: SalesAlertRule): string {
  return [...writeSelection(selection), writePercent(percent)].join(' ');
}

/** -30%, +50% */
export function writePercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/** The rule that was stored as JSON, with its keys in this order; undefined for another. */
export function readStored(stored: unknown): SalesAlertRule | undefined {
  if (!isRecord(stored) || !isPercent(stored.percent)) return undefined;
  const chosen = narrowingIn(stored);
  const without = stored.without === undefined ? undefined : narrowingIn(stored.without);
  if (chosen === undefined || (stored.without !== undefined && without === undefined)) return undefined;
  return { percent: stored.percent, ...chosen, ...(without === undefined ? {} : { without }) };
}

export function isPercent(value: unknown): value is number {
  return Number.isInteger(value) && value !== 0 && Number(value) >= -MOST_FALL && Number(value) <= MOST_RISE;
}

function narrowingIn(value: unknown): Narrowing | undefined {
  if (!isRecord(value)) return undefined;
  const { productIds, storeIds, names } = value;
  if (!areTexts(productIds) || !areTexts(storeIds)) return undefined;
  if (names === undefined) return { productIds, storeIds };
  return Array.isArray(names) && names.every(isNameOfMany)
    ? { productIds, storeIds, names: names.map(({ meaning, kind, words }) => ({ meaning, kind, words })) }
    : undefined;
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
