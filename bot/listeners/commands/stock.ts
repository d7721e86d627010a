import { parseStock } from '../../parser/stock.ts';
import { type AskingParts, typedQuestion } from './typedQuestion.ts';

export const stock = (parts: AskingParts) =>
  typedQuestion(parts, {
    name: '/stock',
    help: (t) => t.help.stock,
    parse: parseStock,
    unasked: () => ({ command: 'stock', kind: 'overview', scope: 'mine' }),
  });
