import { type AnswerActionParts, registerAnswerActions } from '../actions/answers.ts';
import type { Door } from '../door.ts';
import type { AskingParts } from './asking.ts';
import { type DigestListenerParts, registerDigest } from './digest.ts';
import { registerSales } from './sales.ts';
import { registerStock } from './stock.ts';
import { registerStores } from './stores.ts';

export type QuestionListenerParts = AskingParts & AnswerActionParts;

/** The slash commands of manifest.json, and the buttons below their answers. */
export function registerCommands(
  door: Door,
  parts: QuestionListenerParts,
  digest: DigestListenerParts,
): void {
  registerStock(door, parts);
  registerSales(door, parts);
  registerStores(door, parts);
  registerAnswerActions(door, parts);
  registerDigest(door, digest);
}
