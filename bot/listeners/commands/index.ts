import type { App } from '@slack/bolt';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { Services } from '../services.ts';
import { digest } from './digest.ts';
import { sales } from './sales.ts';
import { stock } from './stock.ts';
import { stores } from './stores.ts';

/** The slash commands of manifest.json. */
export function registerCommands(
  app: Pick<App, 'command'>,
  { authorize }: ListenerMiddleware,
  services: Services,
): void {
  const { ask, replies, digestCommands, digestForms } = services;
  app.command('/stock', authorize('view_stock'), stock(ask));
  app.command('/sales', authorize('view_sales'), sales(ask));
  app.command('/stores', authorize('member'), stores(ask));
  app.command('/digest', authorize('member'), digest(replies, digestCommands, digestForms));
}
