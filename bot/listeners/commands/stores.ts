import { parseStores } from '../../parser/stores.ts';
import { type AskingParts, typedQuestion } from './typedQuestion.ts';

export const stores = (parts: AskingParts) =>
  typedQuestion(parts, {
    name: '/stores',
    help: (t) => t.help.stores,
    parse: parseStores,
    unasked: () => undefined,
  });
