import { z } from 'zod';
import { dayOf } from '../calendar/openDays.ts';
import { storeDetails } from './chain/storeDetails.ts';
import { date, integer, isChangedSince, readQuery } from './query.ts';
import { jsonReply } from './reply.ts';
import type { Operation } from './service.ts';

/** GET stores/details. */
export const stores: Operation = {
  name: 'stores',
  method: 'GET',
  path: '/stores/v0/details',
  answer(service, call) {
    const asked = readQuery(call.query, {
      storeId: integer,
      storeNameContains: z.string().optional(),
      changedSince: date,
    });
    const part = asked.storeNameContains?.toLowerCase() ?? '';
    const moment = service.moment();
    const found = service.stores
      .filter(({ number }) => asked.storeId === undefined || number === asked.storeId)
      .filter(({ name }) => name.toLowerCase().includes(part))
      .map((store) => storeDetails(store, service.settings.seed, moment))
      .filter(({ lastChanged }) => isChangedSince(dayOf(lastChanged.date), asked.changedSince));
    return jsonReply(200, found);
  },
};
