import type { IPollFunctions } from 'n8n-workflow';
import type { Pause } from './pause.ts';

/**
 * The pause of each trigger that this process polls. n8n's scheduler builds the workflow anew for every poll and keeps
 * the notes of one that fires nothing, or throws, only with durable cursors; without this the trigger would then ask
 * with every poll. What was settled is never read from here: only when the service was asked.
 */
const pauses = new Map<string, Pause>();
const REMEMBERED_MS = 24 * 60 * 60_000;

/** The same memory, with the pause of this process where that one is later. */
export function withProcessPause<Memory extends Pause>(context: IPollFunctions, memory: Memory): Memory {
  // Someone who switches the workflow on wants to see at once whether it works.
  if (context.getActivationMode() === 'activate') return memory;
  const pause = pauses.get(keyOf(context));
  return pause !== undefined && lastCall(pause) > lastCall(memory)
    ? { ...memory, calls: pause.calls, pausedUntil: pause.pausedUntil }
    : memory;
}

export function rememberPause(context: IPollFunctions, { calls, pausedUntil }: Pause, now: number): void {
  for (const [key, pause] of pauses) {
    if (lastCall(pause) < now - REMEMBERED_MS) pauses.delete(key);
  }
  pauses.set(keyOf(context), { calls, pausedUntil });
}

/** Another event or filter is another question, which may be asked at once. */
function keyOf(context: IPollFunctions): string {
  const asked = [context.getNodeParameter('event', ''), context.getNodeParameter('filters', {})];
  return JSON.stringify([context.getWorkflow().id, context.getNode().id, ...asked]);
}

function lastCall({ calls }: Pause): number {
  return calls.at(-1) ?? 0;
}
