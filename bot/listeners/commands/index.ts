import type { App } from '@slack/bolt';
import type { DigestServices } from '../digests/digestServices.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { PermissionServices } from '../permissions/permissionServices.ts';
import { access } from './access.ts';
import { digest } from './digest.ts';
import { sales } from './sales.ts';
import { stock } from './stock.ts';
import { stores } from './stores.ts';
import type { AskingParts } from './typedQuestion.ts';

/** The slash commands of manifest.json. */
export function registerCommands(
  app: Pick<App, 'command'>,
  { authorize }: ListenerMiddleware,
  asking: AskingParts,
  { replies, commands, forms }: DigestServices,
  { permissions, audit, viewsClient, log }: PermissionServices,
): void {
  app.command('/stock', authorize('view_stock'), stock(asking));
  app.command('/sales', authorize('view_sales'), sales(asking));
  app.command('/stores', authorize('member'), stores(asking));
  app.command('/digest', authorize('member'), digest(replies, commands, forms));
  app.command('/access', authorize('admin'), access(permissions, audit, viewsClient, log));
}
