import { parseStores } from '../../parser/stores.ts';
import type { Door } from '../door.ts';
import { type AskingParts, registerQuestions } from './asking.ts';

export function registerStores(door: Door, parts: AskingParts): void {
  registerQuestions(door, parts, {
    name: '/stores',
    needs: 'member',
    help: (t) => t.help.stores,
    parse: parseStores,
    unasked: () => undefined,
  });
}
