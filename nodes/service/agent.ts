import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Records that an agent is given at most: it reads every one, and pays for it. */
export const AGENT_ROWS = 100;

/** As many as were asked for, where an agent may be given as many. */
export function agentLimit(limit: number | undefined): number {
  return Math.min(limit ?? AGENT_ROWS, AGENT_ROWS);
}

/** Records for an agent, and a last item in place of the hints that a person sees: what was asked, what was cut. */
export function agentItems(
  records: readonly IDataObject[],
  sentences: readonly (string | undefined)[],
): INodeExecutionData[] {
  const note = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return [...records, ...(note === '' ? [] : [{ note }])].map((json) => ({ json }));
}
