import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Store } from 'retail-data-client/portable';
import { agentItems, agentLimit } from '../service/agent.ts';
import { jsonOf } from '../service/items.ts';
import type { StoreForm } from './form.ts';
import { selectedFields, simplifiedStore } from './storeView.ts';

/** So many stores are given with their hours; a longer list is read for its names and places. */
const WITH_HOURS = 3;

/** Stores for an agent: raw only a few, in the other forms more, and a last item that says what was cut. */
export function storesForAgent(
  stores: readonly Store[],
  today: string,
  limit: number | undefined,
  form: StoreForm,
): INodeExecutionData[] {
  if (stores.length === 0)
    return agentItems([], ['No store was found. Check the number, or search by a part of the name.']);
  const shown = stores.slice(0, agentLimit(limit));
  const isShortened = form.output === 'raw' && shown.length > WITH_HOURS;
  const viewOf = (store: Store): IDataObject => {
    if (form.output === 'selectedFields') return selectedFields(store, today, form.fields);
    return form.output === 'simplified' || isShortened ? simplifiedStore(store, today) : jsonOf(store);
  };
  return agentItems(shown.map(viewOf), [
    shown.length < stores.length
      ? `Only the first ${shown.length} of ${stores.length} stores are given here.`
      : undefined,
    isShortened
      ? `Each is shortened: ask for one 'Store' to get its opening hours and all other fields.`
      : undefined,
  ]);
}
