import type { AskTyped } from '../answers/typedQuestion.ts';

export const sales = (ask: AskTyped) => ask('sales', (t) => t.help.sales);
