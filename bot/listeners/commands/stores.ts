import type { AskTyped } from '../answers/typedQuestion.ts';

export const stores = (ask: AskTyped) => ask('stores', (t) => t.help.stores);
