import type { AskTyped } from '../answers/typedQuestion.ts';

export const stock = (ask: AskTyped) => ask('stock', (t) => t.help.stock);
