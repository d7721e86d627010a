import { wordsOf } from '../../language/language.ts';
import { english } from './en.ts';
import { norwegian } from './nb.ts';

export const productsWords = wordsOf(english, norwegian);
