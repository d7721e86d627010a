import { wordsOf } from '../../language/language.ts';
import { english } from './en.ts';
import { norwegian } from './nb.ts';

export const alertWords = wordsOf(english, norwegian);
