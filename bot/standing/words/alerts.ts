import { wordsOf } from '../../language/language.ts';
import { english } from './enAlerts.ts';
import { norwegian } from './nbAlerts.ts';

export const alertWords = wordsOf(english, norwegian);
