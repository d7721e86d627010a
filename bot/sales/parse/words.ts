import type { Token } from '../../parse/tokenizer.ts';
import { FUNCTION_WORDS, lexicon, wordList, wordsFor } from '../../parse/vocabulary.ts';
import { GROUPINGS, GROUPS, type Group } from '../groupings.ts';

/** The words of `/sales`; see parse/vocabulary.ts for those of several commands. */

/** More words for either end of a ranking, which stand before no colon: "best selling", "minst solgt". */
export const ENDS = lexicon<'top' | 'bottom'>([
  [
    'top',
    `${wordsFor('top')} best beste most mest best-selling bestselling bestseller bestsellers bestselger bestselgere bestselgende bestselgerne ` +
      'largest biggest highest størst største høyest høyeste',
  ],
  ['bottom', `${wordsFor('bottom')} least minst`],
]);

export const GROUP_WORDS = lexicon<Group>(GROUPS.map((group) => [group, GROUPINGS[group].words]));

export const GROUP_ADVERBS = lexicon<Group>(
  GROUPS.filter((group) => GROUPINGS[group].adverbs !== '').map((group) => [group, GROUPINGS[group].adverbs]),
);

export const COMPARE_WORDS = wordList(
  'compare compared sammenlign sammenlikn samanlikn samanlign sammenligne',
);

/** Those that part two periods, or two stores, where nobody said "compare" as well. */
export const VERSUS_WORDS = wordList('against versus vs mot');

/** Those that part them where somebody did. */
export const BESIDE_WORDS = wordList('with med and og to & +');

/** An open end of a period, or an order from the least up: without such a word the question would be another one. */
export const TURNING_WORDS = wordList(
  'before after until before till til før innen inntil bottom worst lowest least dårligst dårligste minst lavest lågast verst',
);

/** What the service has no figures of. */
export const MONEY_WORDS = wordList(
  'kr kroner krone nok money price prices revenue turnover value omsetning omsetningen omsetnad pris priser verdi beløp',
);

export const FORECAST_WORDS = wordList('forecast forecasts prognosis predict prediction prognose prognosen');

export const RETURN_WORDS = wordList('returns return returned retur returer returar returnert');

/** Each row also as its part of the total. */
export const SHARE_WORDS = wordList(
  'share shares percent percentage percentages pct % andel andelen andeler prosent prosentandel prosentvis',
);

/** Words that say nothing more about sales: all of them are one's own, and the sum is always there. */
const SALES_FILLERS = wordList(
  'all alle alt everything total totalt sum mine my our min mi mitt sales salg salget sal salet sell sells selling sold selger selge solgte solgt selde group grouped gruppert fordelt show vis',
);

/** Words that say nothing more about sales. */
export function isFiller(token: Token): boolean {
  return SALES_FILLERS.has(token.folded) || FUNCTION_WORDS.has(token.value.toLowerCase());
}
