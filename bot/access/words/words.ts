import { wordsOf } from '../../language/language.ts';
import { english } from './en.ts';
import { norwegian } from './nb.ts';

export const accessWords = wordsOf(english, norwegian);
