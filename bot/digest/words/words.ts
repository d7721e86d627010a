import { wordsOf } from '../../language/language.ts';
import { english } from './en.ts';
import { norwegian } from './nb.ts';

export const digestWords = wordsOf(english, norwegian);
