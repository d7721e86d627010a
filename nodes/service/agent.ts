import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { CallOptions } from 'retail-data-client/portable';
import { runsAsTool } from './client.ts';
import { seconds } from './inputs.ts';

/** Records that an agent is given at most: it reads every one, and pays for it. */
export const AGENT_ROWS = 100;

const AGENT_TIMEOUT_MS = 60_000;
const AGENT_WAIT_MS = 5_000;

/** How the calls of an item are made. An agent waits for the answer; what a person set in the options wins. */
export function callOptionsOf(context: IExecuteFunctions, itemIndex: number): CallOptions {
  const { timeout } = context.getNodeParameter('options', itemIndex, {});
  const timeoutMs = seconds('timeout', timeout, 0.1);
  const signal = context.getExecutionCancelSignal();
  return runsAsTool(context)
    ? { timeoutMs: timeoutMs ?? AGENT_TIMEOUT_MS, maxWaitMs: AGENT_WAIT_MS, signal }
    : { timeoutMs, signal };
}

/** The last item for an agent, in place of the hints that a person sees: what was asked, what was cut. */
export function agentNote(sentences: readonly (string | undefined)[]): INodeExecutionData {
  return { json: { note: sentences.filter((sentence) => sentence !== undefined).join(' ') } };
}
