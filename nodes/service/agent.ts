import type { INodeExecutionData } from 'n8n-workflow';
import { runsAsTool } from './client.ts';
import type { ServiceContext } from './context.ts';

/** Records that an agent is given at most: it reads every one, and pays for it. */
export const AGENT_ROWS = 100;

const AGENT_TIMEOUT_MS = 60_000;
const AGENT_WAIT_MS = 5_000;

/** Limits of a call whose answer an agent waits for; none for a workflow. What a person set in the options wins. */
export function patienceOf(context: ServiceContext, timeoutMs: number | undefined) {
  return runsAsTool(context)
    ? { timeoutMs: timeoutMs ?? AGENT_TIMEOUT_MS, maxWaitMs: AGENT_WAIT_MS }
    : { timeoutMs };
}

/** The last item for an agent, in place of the hints that a person sees: what was asked, what was cut. */
export function agentNote(sentences: readonly (string | undefined)[]): INodeExecutionData {
  return { json: { note: sentences.filter((sentence) => sentence !== undefined).join(' ') } };
}
