import type { INodeExecutionData } from 'n8n-workflow';
import type { Store } from 'retail-data-client/portable';
import { AGENT_ROWS, agentNote } from '../service/agent.ts';
import { jsonOf } from '../service/items.ts';
import { simplifiedStore } from './storeView.ts';

/** So many stores are given with their hours; a longer list is read for its names and places. */
const WITH_HOURS = 3;

/** Stores for an agent: few with every field, more of them simplified, and a last item that says what was cut. */
export function storesForAgent(
  stores: readonly Store[],
  today: string,
  limit: number | undefined,
  simplify: boolean,
): INodeExecutionData[] {
  if (stores.length === 0) return [agentNote(['No store was found.'])];
  const shown = stores.slice(0, Math.min(limit ?? AGENT_ROWS, AGENT_ROWS));
  const isLean = simplify || shown.length > WITH_HOURS;
  const items = shown.map((store) => ({ json: isLean ? simplifiedStore(store, today) : jsonOf(store) }));
  const cut = [
    ...(shown.length < stores.length
      ? [`Only the first ${shown.length} of ${stores.length} stores are given here.`]
      : []),
    ...(isLean && !simplify
      ? [`Each is shortened: ask for one 'Store ID' to get its opening hours and all other fields.`]
      : []),
  ];
  return cut.length === 0 ? items : [...items, agentNote(cut)];
}
