import type { App, Middleware, SlackViewMiddlewareArgs } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Directory } from '../access/directory.ts';
import type { Languages } from '../access/languages.ts';
import { authorizeRequest } from '../requests/authorize.ts';
import type { AnyArgs } from '../requests/slackRequest.ts';
import { type Check, validateForm } from '../requests/validate.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { RequiredCapability } from '../settings/capability.ts';
import type { PendingRequests } from '../slack/pendingRequests.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { handleRequest, type OnHandled } from './handleRequests.ts';

/** What stands before listeners: `app.command('/stock', authorize('view_stock'), listener)`. */
export interface ListenerMiddleware {
  readonly authorize: (capability: RequiredCapability) => (args: AnyArgs) => Promise<void>;
  readonly validate: (check: Check) => Middleware<SlackViewMiddlewareArgs>;
}

/** Puts handleRequest around all listeners; gives what stands before each. */
export function useMiddleware(
  app: Pick<App, 'use'>,
  {
    policy,
    people,
    languages,
    log,
    pendingRequests,
    viewsClient,
    onHandled,
  }: {
    /** With the teams filled in. */
    readonly policy: AccessPolicy;
    readonly people: Directory;
    readonly languages: Languages;
    readonly log: Logger;
    readonly pendingRequests: PendingRequests;
    readonly viewsClient: ViewsClient;
    readonly onHandled: OnHandled;
  },
): ListenerMiddleware {
  const { otherwise } = languages;
  app.use((args) => handleRequest(args, { log, pendingRequests, viewsClient, onHandled, otherwise }));
  return {
    validate: (check) => (args) => validateForm(args, check, log),
    authorize: (capability) => (args) =>
      authorizeRequest(args, capability, { policy, people, languages, log }),
  };
}
