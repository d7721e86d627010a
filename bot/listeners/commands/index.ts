import type { App } from '@slack/bolt';
import { type DigestParts, registerDigest } from './digest.ts';
import { registerSales, type SalesParts } from './sales.ts';
import { registerStock } from './stock.ts';
import { registerStores } from './stores.ts';

export type CommandParts = DigestParts & SalesParts;

/** The slash commands of manifest.json. */
export function registerCommands(app: App, parts: CommandParts): void {
  registerStock(app, parts);
  registerSales(app, parts);
  registerStores(app, parts);
  registerDigest(app, parts);
}
