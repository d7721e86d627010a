import type { App } from '@slack/bolt';
import { registerActions } from './actions/index.ts';
import { registerCommands } from './commands/index.ts';
import { registerEvents } from './events/index.ts';
import type { ListenerMiddleware } from './middleware/index.ts';
import { registerOptions } from './options/index.ts';
import type { Services } from './services.ts';
import { registerViews } from './views/index.ts';

/** Everything that can be set off from Slack. */
export function registerListeners(
  app: Pick<App, 'command' | 'action' | 'view' | 'options' | 'event'>,
  middleware: ListenerMiddleware,
  services: Services,
): void {
  const { choices, publish, scheduler, runLogged } = services;
  registerCommands(app, middleware, services);
  registerActions(app, middleware, services);
  registerOptions(app, middleware, choices);
  registerEvents(app, middleware, publish, scheduler, runLogged);
  registerViews(app, middleware, services);
}
