import type { Logger } from 'pino';
import type { Calendar, Clock } from 'retail-data-client/core';
import type { Door, Visitor } from './access/door.ts';
import type { Database } from './database/connection.ts';
import { createDigestKit, type DigestKit } from './digest/contents.ts';
import { createDigestSources, type DigestSources } from './digest/sources.ts';
import type { Digests } from './digest/startDigests.ts';
import type { StockDigestReader } from './digest/stockDigest.ts';
import { createThreadFiles } from './digest/threadFiles.ts';
import { registerDigestActions } from './listeners/actions/digest.ts';
import type { DigestListenerParts } from './listeners/commands/digestParts.ts';
import type { PlaceParts } from './listeners/commands/digestPlace.ts';
import type { QuestionListenerParts } from './listeners/commands/index.ts';
import { openDigestForm, registerDigestButtons, registerDigestForm } from './listeners/forms/digestForm.ts';
import type { ProductNames } from './products/productNames.ts';
import type { SalesReader } from './sales/reader.ts';
import type { Files } from './slack/files.ts';
import type { ViewsClient } from './slack/viewsClient.ts';
import type { StoreNames } from './stores/storeNames.ts';

export interface DigestingNeeds {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly warehouse: SalesReader & StockDigestReader;
  readonly productNames: ProductNames;
  readonly storeNames: StoreNames;
}

export interface Digesting extends DigestKit {
  readonly sources: DigestSources;
}

/** What digests are made of. */
export function assembleDigesting(needs: DigestingNeeds): Digesting {
  const sources = createDigestSources(needs.database, needs.clock);
  const kit = createDigestKit({ ...needs, products: needs.productNames, stores: needs.storeNames, sources });
  return { ...kit, sources };
}

export interface DigestDoorNeeds extends DigestingNeeds, PlaceParts {
  readonly digests: Digests;
  readonly digesting: Digesting;
  readonly questions: QuestionListenerParts;
  readonly viewsClient: ViewsClient;
  readonly files: Pick<Files, 'replyTo'>;
  readonly signal: AbortSignal;
  /** Called when somebody has changed a digest in a window. */
  readonly onSubscribed?: ((visitor: Visitor) => Promise<void>) | undefined;
}

/** The buttons below digests and their form, declared at the door; gives what `/digest` works with. */
export function registerDigesting(
  door: Door,
  needs: DigestDoorNeeds,
): DigestListenerParts & { readonly sendThreadFiles: () => Promise<void> } {
  const { digests, digesting, questions, viewsClient, productNames, storeNames } = needs;
  const parts: DigestListenerParts = {
    clock: needs.clock,
    log: needs.log,
    ladder: questions.ladder,
    pendingRequests: questions.pendingRequests,
    vocabulary: questions.vocabulary,
    people: needs.people,
    policy: needs.policy,
    digests: digests.parts,
    draw: digesting.draw,
    groups: productNames,
    productLabels: productNames,
    storeLabels: storeNames,
    wake: () => digests.wake(),
  };
  registerDigestActions(door, {
    ...parts,
    viewsClient,
    questions,
    sources: digesting.sources,
    read: digesting.read,
  });
  const forms = { ...parts, viewsClient, onSubscribed: needs.onSubscribed };
  registerDigestForm(door, forms);
  registerDigestButtons(door, forms);
  return {
    ...parts,
    openForm: ({ command, visitor }) =>
      openDigestForm({ ...parts, viewsClient }, command.trigger_id, visitor, undefined),
    sendThreadFiles: createThreadFiles({
      ...needs,
      products: productNames,
      stores: storeNames,
    }),
  };
}
