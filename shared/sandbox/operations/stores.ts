import { dayOf } from '../calendar.ts';
import { storeDetails } from '../catalogue/storeDetails.ts';
import { hasId, isChangedSince } from '../matching.ts';
import { Query } from '../parameters.ts';
import { jsonReply } from '../reply.ts';
import { storeAsServed } from '../storeAsServed.ts';
import type { Operation } from './operation.ts';

/** GET stores/details. Whether case counts in names is an option, since the interface leaves it open. */
export const stores: Operation = {
  name: 'stores',
  method: 'GET',
  path: '/stores/v0/details',
  answer(service, call) {
    const { settings } = service;
    const query = new Query(
      call.query,
      ['storeId', 'storeNameContains', 'changedSince'],
      settings.unknownParameter,
    );
    const storeId = query.integer('storeId');
    const namePart = query.text('storeNameContains');
    const changedSince = query.date('changedSince');
    const moment = service.moment();
    const isNamed = (name: string, part: string) =>
      settings.nameSearch === 'exactCase'
        ? name.includes(part)
        : name.toLowerCase().includes(part.toLowerCase());
    const details = service.stores
      .filter((store) => storeId === undefined || hasId(store, storeId, settings))
      .filter((store) => namePart === undefined || isNamed(store.name, namePart))
      .map((store) => storeDetails(store, settings.seed, moment))
      .filter(({ lastChanged }) =>
        isChangedSince(dayOf(lastChanged.date), changedSince, settings.storesChangedSince),
      );
    return jsonReply(
      200,
      details.map((store) => storeAsServed(store, settings)),
    );
  },
};
