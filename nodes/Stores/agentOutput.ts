import type { INodeExecutionData } from 'n8n-workflow';
import type { Store } from 'retail-data-client/portable';
import { agentItems, agentLimit } from '../service/agent.ts';
import { type StoreForm, viewOf } from './storeView.ts';

/** So many stores are given with their hours; a longer list is read for its names and places. */
const WITH_HOURS = 3;

/** Stores for an agent: raw only a few, in the other forms more, and a last item that says what was cut. */
export function storesForAgent(
  stores: readonly Store[],
  today: string,
  limit: number | undefined,
  asked: StoreForm,
): INodeExecutionData[] {
  if (stores.length === 0)
    return agentItems([], ['No store was found. Check the number, or search by a part of the name.']);
  const shown = stores.slice(0, agentLimit(limit));
  const isShortened = asked.output === 'raw' && shown.length > WITH_HOURS;
  const form: StoreForm = isShortened ? { output: 'simplified', fields: [] } : asked;
  const records = shown.map((store) => viewOf(store, form, today));
  return agentItems(records, [
    shown.length < stores.length
      ? `Only the first ${shown.length} of ${stores.length} stores are given here.`
      : undefined,
    isShortened
      ? `Each is shortened: ask for one 'Store' to get its opening hours and all other fields.`
      : undefined,
  ]);
}
