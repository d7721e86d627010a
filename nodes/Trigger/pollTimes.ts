import type { IPollFunctions } from 'n8n-workflow';
import { LEEWAY_MS, MINUTE_MS } from './settled.ts';

/**
 * Whether another poll looks, or has looked, within ten minutes or the settle time: then the wait is left to it. The poll
 * before tells; before the first one after a start only 'Poll Times' can. A poll that activates has only what was noted.
 */
export function arePollsFrequent(
  context: IPollFunctions,
  polledAt: number,
  settleMs: number,
  isActivation: boolean,
  now: number,
): boolean {
  const longestMs = Math.max(10 * MINUTE_MS, settleMs);
  const agoMs = now - polledAt;
  if (agoMs >= 0 && agoMs <= longestMs + LEEWAY_MS) return true;
  if (isActivation) return false;
  const times: unknown = context.getNodeParameter('pollTimes.item', []);
  return Array.isArray(times) && times.some((time) => intervalOf(time) <= longestMs);
}

function intervalOf(time: { readonly mode?: unknown; readonly value?: unknown; readonly unit?: unknown }) {
  if (time.mode === 'everyMinute') return MINUTE_MS;
  return time.mode === 'everyX' && time.unit === 'minutes'
    ? Number(time.value) * MINUTE_MS
    : Number.POSITIVE_INFINITY;
}
