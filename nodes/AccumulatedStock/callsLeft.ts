import { type CallBudget, inDuration } from 'retail-data-client';

/** How many calls the key has left, and what that number does not know. `waitedMs` is what this run waited. */
export async function callsLeftInWords(budget: CallBudget, waitedMs: number): Promise<string> {
  const left = await budget.remaining();
  const calls = left === 1 ? '1 call' : `${left} calls`;
  const waited = waitedMs === 0 ? '' : ` This run waited ${inDuration(waitedMs)} for free calls.`;
  return `Accumulated stock: ${calls} left right now (20 a minute, 400 a day), as counted in this n8n process only; calls with the same key from other processes or programs are not in the count.${waited}`;
}
