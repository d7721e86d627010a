import type { INodeExecutionData } from 'n8n-workflow';

/** Records that an agent is given at most: it reads every one, and pays for it. */
export const AGENT_ROWS = 100;

/** The last item for an agent, in place of the hints that a person sees: what was asked, what was cut. */
export function agentNote(sentences: readonly (string | undefined)[]): INodeExecutionData {
  return { json: { note: sentences.filter((sentence) => sentence !== undefined).join(' ') } };
}
