import { parseStock } from '../../parser/stock.ts';
import type { Door } from '../door.ts';
import { type AskingParts, registerQuestions } from './asking.ts';

export function registerStock(door: Door, parts: AskingParts): void {
  registerQuestions(door, parts, {
    name: '/stock',
    needs: 'view_stock',
    help: (t) => t.help.stock,
    parse: parseStock,
    unasked: () => ({ command: 'stock', kind: 'overview', scope: 'mine' }),
  });
}
