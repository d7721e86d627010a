import { dayOf } from '../calendar/openDays.ts';
import { storeDetails } from './chain/storeDetails.ts';
import { hasId, isChangedSince, readQuery } from './query.ts';
import { jsonReply } from './reply.ts';
import { serializeStore } from './serialize.ts';
import type { Operation } from './service.ts';

/** GET stores/details. */
export const stores: Operation = {
  name: 'stores',
  method: 'GET',
  path: '/stores/v0/details',
  answer(service, call) {
    const { settings } = service;
    const { storeId, namePart, changedSince } = readQuery(call.query, settings, (parameters) => ({
      storeId: parameters.integer('storeId'),
      namePart: parameters.text('storeNameContains'),
      changedSince: parameters.date('changedSince'),
    }));
    const folded = (name: string) => (settings.nameSearch === 'exactCase' ? name : name.toLowerCase());
    const moment = service.moment();
    const found = service.stores
      .filter((store) => hasId(store, storeId, settings))
      .filter((store) => namePart === undefined || folded(store.name).includes(folded(namePart)))
      .map((store) => storeDetails(store, settings.seed, moment))
      .filter(({ lastChanged }) => {
        return isChangedSince(dayOf(lastChanged.date), changedSince, settings.storesChangedSince);
      });
    return jsonReply(
      200,
      found.map((store) => serializeStore(store, settings)),
    );
  },
};
