import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Directory } from '../../access/directory.ts';
import type { Languages } from '../../home/languages.ts';
import type { AccessPolicy } from '../../settings/accessPolicy.ts';
import type { PendingRequests } from '../../slack/pendingRequests.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { type Authorize, createAuthorize } from './authorize.ts';
import { handleRequests, type OnHandled } from './handleRequests.ts';
import { createNotifyRefusal } from './notifyRefusal.ts';
import { createValidate, type Validate } from './validate.ts';

export interface MiddlewareOptions {
  /** With the teams filled in. */
  readonly policy: AccessPolicy;
  readonly directory: Directory;
  readonly languages: Languages;
  readonly log: Logger;
  readonly pendingRequests: PendingRequests;
  readonly viewsClient: ViewsClient;
  readonly onHandled?: OnHandled | undefined;
  readonly now?: (() => number) | undefined;
}

/** What stands before listeners. */
export interface ListenerMiddleware {
  readonly authorize: Authorize;
  readonly validate: Validate;
}

/** Puts handleRequests around all listeners; gives what stands before each. */
export function useMiddleware(app: Pick<App, 'use'>, options: MiddlewareOptions): ListenerMiddleware {
  const { policy, directory, languages, log, pendingRequests, viewsClient } = options;
  const notifyRefusal = createNotifyRefusal(viewsClient);
  app.use(
    handleRequests({
      log,
      pendingRequests,
      notifyRefusal,
      otherwise: languages.otherwise,
      onHandled: options.onHandled,
      now: options.now,
    }),
  );
  return {
    validate: createValidate(log),
    authorize: createAuthorize({
      policy,
      directory,
      languages,
      log,
    }),
  };
}
