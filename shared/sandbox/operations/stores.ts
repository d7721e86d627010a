import { dayOf } from '../calendar.ts';
import { storeDetails } from '../catalogue/storeDetails.ts';
import { Query } from '../parameters.ts';
import { jsonReply } from '../reply.ts';
import type { Operation } from './operation.ts';

/** GET stores/details. Names are compared without regard to case, which the interface leaves open. */
export const stores: Operation = {
  name: 'stores',
  method: 'GET',
  path: '/stores/v0/details',
  answer(service, call) {
    const query = new Query(call.query, ['storeId', 'storeNameContains', 'changedSince']);
    const storeId = query.integer('storeId');
    const namePart = query.text('storeNameContains')?.toLowerCase();
    const changedSince = query.date('changedSince');
    const moment = service.moment();
    const details = service.stores
      .filter((store) => storeId === undefined || store.number === storeId)
      .filter((store) => namePart === undefined || store.name.toLowerCase().includes(namePart))
      .map((store) => storeDetails(store, service.settings.seed, moment))
      .filter(({ lastChanged }) => changedSince === undefined || dayOf(lastChanged.date) >= changedSince);
    return jsonReply(200, details);
  },
};
