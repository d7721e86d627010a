import type { Picker } from '../../modals/choices.ts';
import { type BoltSearch, searchArgs } from '../middleware/listenerArgs.ts';

/** What a select finds for what was typed in it: it is acknowledged with that, so it comes from memory. */
export function pick(picker: Picker): (search: BoltSearch) => Promise<void> {
  return async (search) => {
    const { typed, actor } = searchArgs(search);
    await search.ack({ options: await picker(typed, actor.language.t) });
  };
}
