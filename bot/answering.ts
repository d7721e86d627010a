import type { Logger } from 'pino';
import type { Calendar, Clock, RetailDataClient } from 'retail-data-client/core';
import { mayShare } from './access/decide.ts';
import type { Directory } from './access/directory.ts';
import { LookupError } from './access/lookups.ts';
import { refusalOf } from './access/refusal.ts';
import { createLiveQuestions } from './answers/liveQuestions.ts';
import type { StockReader } from './answers/stockReader.ts';
import type { Database } from './database/connection.ts';
import { stockFailure } from './health/serviceFacts.ts';
import type { AnswerActionParts } from './listeners/actions/answers.ts';
import type { MayShare } from './listeners/actions/share.ts';
import type { AskingParts } from './listeners/commands/asking.ts';
import type { ProductNames } from './products/productNames.ts';
import { createStoredQuestions } from './queries/storedQuestions.ts';
import type { SalesReader } from './sales/reader.ts';
import type { AccessPolicy } from './settings/accessPolicy.ts';
import { createFiles } from './slack/files.ts';
import { createDirectMessages } from './slack/messages.ts';
import type { PendingRequests } from './slack/pendingRequests.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import type { StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

export interface AnsweringNeeds {
  readonly settings: { readonly botToken: string; readonly slackApiUrl: string | undefined };
  /** Where questions are kept. */
  readonly notes: Database;
  /** Failures of the service before that may have had another key. */
  readonly startedAt: number;
  readonly warehouse: SalesReader & StockReader;
  readonly client: RetailDataClient;
  readonly directory: StoreDirectory;
  readonly productNames: ProductNames;
  readonly storeNames: StoreNames;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ladder: RenderingLadder;
  readonly pendingRequests: PendingRequests;
  readonly people: Directory;
  readonly policy: AccessPolicy;
  readonly signal: AbortSignal;
}

/** Everything that questions are answered with. */
export function assembleAnswering(needs: AnsweringNeeds): AskingParts & AnswerActionParts {
  const { settings, directory, warehouse, clock, calendar, productNames, storeNames } = needs;
  return {
    clock,
    log: needs.log,
    ladder: needs.ladder,
    pendingRequests: needs.pendingRequests,
    ports: {
      stock: warehouse,
      sales: warehouse,
      directory,
      stockFailure: () => stockFailure(needs.notes, needs.startedAt),
      calendar,
      now: () => clock.now(),
      live: createLiveQuestions(needs.client, needs.signal),
      storeIds: async () => directory.held()?.stores.map(({ storeId }) => storeId),
    },
    questions: createStoredQuestions(needs.notes, clock),
    productLabels: productNames,
    storeLabels: storeNames,
    vocabulary: { products: productNames, stores: storeNames },
    mayShare: shareByPolicy(needs.people, needs.policy),
    files: createFiles(settings),
    directMessages: createDirectMessages(settings, needs.ladder),
  };
}

/** Who it is and what the channel is are looked up again: both may have changed since the answer was given. */
function shareByPolicy(people: Directory, policy: AccessPolicy): MayShare {
  return async ({ person, place }, capability) => {
    try {
      const [now, here] = await Promise.all([
        people.person(person.userId),
        people.place(place.channelId, person.userId),
      ]);
      return mayShare({ person: now, place: here }, capability, policy);
    } catch (error) {
      if (error instanceof LookupError) return { allowed: false, sentence: refusalOf(error).message };
      throw error;
    }
  };
}
