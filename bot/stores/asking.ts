import type { Clock } from 'retail-data-client/clock/clock';
import { type Asking, TOP_ROWS } from '../ask/asking.ts';
import { drawReport } from '../figures/report.ts';
import { answerStores, type StoresAnswer, type StoresParts } from './answer.ts';
import { followingStores, parseStores } from './parse.ts';
import { hearStores } from './phrases.ts';
import type { StoresQuestion } from './question.ts';
import { storesReport } from './report.ts';
import { aboutStores, STORES, writeStores } from './slots.ts';
import type { SaidWhen } from './when.ts';
import { storesWords } from './words/words.ts';

/** Requires no capability, since the directory isn't a supplier's data. */
export function askStores(
  parts: StoresParts,
  clock: Pick<Clock, 'now'>,
): Asking<StoresQuestion, StoresAnswer, SaidWhen> {
  return {
    command: 'stores',
    requires: 'member',
    parse: parseStores,
    hear: hearStores,
    slots: STORES,
    following: followingStores,
    about: aboutStores,
    takesAnyWords: true,
    write: writeStores,
    needs: () => [],
    answer: (question, { most = TOP_ROWS }) => answerStores(parts, clock.now(), question, most),
    async requireKnown(question) {
      if (parts.directory.stored() !== undefined) await answerStores(parts, clock.now(), question, 1);
    },
    view: (answer, reader) => drawReport(storesReport(answer, reader), reader),
    rowsOf: ({ storeCount }) => storeCount,
    sheet: (answer, reader) => storesReport(answer, reader).file(),
    followUps: () => [],
    followUpNames: [],
    words: storesWords,
  };
}
