import { parseStores, STORES_HELP } from '../../parser/stores.ts';
import type { Door } from '../door.ts';
import { type AskingParts, registerQuestions } from './asking.ts';

export function registerStores(door: Door, parts: AskingParts): void {
  registerQuestions(door, parts, {
    name: '/stores',
    needs: 'member',
    help: STORES_HELP,
    parse: parseStores,
    unasked: () => undefined,
  });
}
