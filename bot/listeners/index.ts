import type { App } from '@slack/bolt';
import type { Scheduler } from '../digest/scheduler.ts';
import type { Choices } from '../modals/choices.ts';
import type { AnswerActionParts } from './actions/answerAction.ts';
import { registerActions } from './actions/index.ts';
import { registerCommands } from './commands/index.ts';
import type { AskingParts } from './commands/typedQuestion.ts';
import type { DigestServices } from './digests/digestServices.ts';
import { registerEvents } from './events/index.ts';
import type { HomeListenerParts } from './homeParts.ts';
import type { ListenerMiddleware } from './middleware/index.ts';
import { registerOptions } from './options/index.ts';
import type { PermissionServices } from './permissions/permissionServices.ts';
import { registerViews } from './views/index.ts';

/** What the listeners do their work with. */
export interface Services {
  readonly answers: AskingParts & AnswerActionParts;
  readonly home: HomeListenerParts;
  readonly choices: Choices;
  readonly digests: DigestServices;
  readonly permissions: PermissionServices;
  readonly scheduler: Pick<Scheduler, 'channelReturned'>;
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
}

/** Everything that can be set off from Slack. */
export function registerListeners(
  app: Pick<App, 'command' | 'action' | 'view' | 'options' | 'event'>,
  middleware: ListenerMiddleware,
  { answers, home, choices, digests, permissions, scheduler, runLogged }: Services,
): void {
  registerCommands(app, middleware, answers, digests, permissions);
  registerActions(app, middleware, answers, home, digests, permissions);
  registerOptions(app, middleware, choices);
  registerEvents(app, middleware, home.publish, scheduler, runLogged);
  registerViews(app, middleware, home, digests, permissions);
}
