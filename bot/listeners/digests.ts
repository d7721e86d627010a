import type { Calendar } from 'retail-data-client/core';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { DrawDigest } from '../digest/content.ts';
import type { Delivery } from '../digest/delivery.ts';
import type { Ledger } from '../digest/ledger.ts';
import type { ReadDigest } from '../digest/readDigest.ts';
import type { Scheduler } from '../digest/scheduler.ts';
import type { DigestSources } from '../digest/sources.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import type { ProductNames } from '../products/productNames.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Outbound } from '../slack/messages.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { Labels } from '../views/reader.ts';
import { registerDigestActions } from './actions/digest.ts';
import type { DigestListenerParts } from './commands/digestParts.ts';
import type { QuestionListenerParts } from './commands/index.ts';
import type { Door } from './door.ts';
import { openDigestForm, registerDigestButtons, registerDigestForm } from './forms/digestForm.ts';

/** The buttons below digests and their form, declared at the door; gives what `/digest` works with. */
export function registerDigestListeners(
  door: Door,
  options: {
    readonly database: Database;
    readonly calendar: Calendar;
    readonly outbound: Pick<Outbound, 'describe'>;
    readonly productNames: ProductNames;
    readonly storeNames: Labels;
    readonly digests: {
      readonly time: DatabaseClock;
      readonly ledger: Ledger;
      readonly subscriptions: Subscriptions;
      readonly sources: DigestSources;
      readonly read: ReadDigest;
      readonly draw: DrawDigest;
      readonly delivery: Delivery;
      readonly scheduler: Scheduler;
    };
    readonly answering: QuestionListenerParts;
    readonly viewsClient: ViewsClient;
    readonly people: Directory;
    readonly policy: AccessPolicy;
    /** Called when somebody has changed a digest in a modal. */
    readonly onSubscribed?: ((actor: Actor) => Promise<void>) | undefined;
  },
): DigestListenerParts {
  const { digests, answering, viewsClient, productNames, storeNames } = options;
  const parts: DigestListenerParts = {
    clock: answering.clock,
    log: answering.log,
    ladder: answering.ladder,
    pendingRequests: answering.pendingRequests,
    vocabulary: answering.vocabulary,
    people: options.people,
    policy: options.policy,
    database: options.database,
    calendar: options.calendar,
    time: digests.time,
    ledger: digests.ledger,
    subscriptions: digests.subscriptions,
    delivery: digests.delivery,
    outbound: options.outbound,
    draw: digests.draw,
    groups: productNames,
    productLabels: productNames,
    storeLabels: storeNames,
    wake: digests.scheduler.wake,
  };
  registerDigestActions(door, {
    ...parts,
    viewsClient,
    questions: answering,
    sources: digests.sources,
    read: digests.read,
  });
  const forms = { ...parts, viewsClient, onSubscribed: options.onSubscribed };
  registerDigestForm(door, forms);
  registerDigestButtons(door, forms);
  return {
    ...parts,
    openForm: ({ command, actor }) =>
      openDigestForm({ ...parts, viewsClient }, command.trigger_id, actor, undefined),
  };
}
