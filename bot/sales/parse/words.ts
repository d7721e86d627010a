import type { Token } from '../../parse/tokenizer.ts';
import { FUNCTION_WORDS, KEYS, type Key, lexicon, wordList } from '../../parse/vocabulary.ts';
import { FLAG_NAMES, FLAGS, type FlagName, NUMBER_NAMES, NUMBERS, type NumberName } from '../filters.ts';
import { GROUPINGS, GROUPS, type Group } from '../groupings.ts';

/** The words of `/sales`; parse/vocabulary.ts has those that several commands share. */

export const NUMBER_KEYS = lexicon<NumberName>(NUMBER_NAMES.map((name) => [name, NUMBERS[name].words]));

export const FLAG_WORDS = lexicon<FlagName>(FLAG_NAMES.map((name) => [name, FLAGS[name].words]));

export const SALES_KEYS: ReadonlyMap<string, Key | NumberName> = new Map([...KEYS, ...NUMBER_KEYS]);

/**
 * Words for either end of a ranking, used without a colon: "best selling", "minst solgt". No other filter has such words,
 * which stand before a grouping, after a number or alone.
 */
export const ENDS = lexicon<'top' | 'bottom'>([
  [
    'top',
    `${NUMBERS.top.words} best beste most mest best-selling bestselling bestseller bestsellers bestselger bestselgere bestselgende bestselgerne ` +
      'largest biggest highest størst største høyest høyeste',
  ],
  ['bottom', `${NUMBERS.bottom.words} least minst`],
]);

export const GROUP_WORDS = lexicon<Group>(GROUPS.map((group) => [group, GROUPINGS[group].words]));

export const GROUP_ADVERBS = lexicon<Group>(
  GROUPS.filter((group) => GROUPINGS[group].adverbs !== '').map((group) => [group, GROUPINGS[group].adverbs]),
);

export const COMPARE_WORDS = wordList(
  'compare compared sammenlign sammenlikn samanlikn samanlign sammenligne',
);

/** Separate two periods or sides, as VERSUS_WORDS do, only together with a word of COMPARE_WORDS. */
export const BESIDE_WORDS = wordList('with med and og to & +');

/** Open ends of a period and the lower end of a ranking: dropping one would ask another question. */
export const TURNING_WORDS = wordList(
  'before after until before till til før innen inntil bottom worst lowest least dårligst dårligste minst lavest lågast verst',
);

/** The service has no data about money or forecasts. */
export const MONEY_WORDS = wordList(
  'kr kroner krone nok money price prices revenue turnover value omsetning omsetningen omsetnad pris priser verdi beløp',
);

export const FORECAST_WORDS = wordList('forecast forecasts prognosis predict prediction prognose prognosen');

/** Ask for stock, which `/stock` answers. */
export const STOCK_WORDS = wordList(
  'out utsolgt utsolgte utselt utselde tom tomt tomme tome sold-out soldout ' +
    'low lav lavt lave låg lågt låge less mindre under below ' +
    'changes changed change endringer endringar endring endret endra',
);

/** Add nothing: all sales are the supplier's own, and answers always have the sum. */
const SALES_FILLERS = wordList(
  '- all alle alt everything total totalt sum mine my our min mi mitt sales salg salget sal salet sell sells selling sold selger selge solgte solgt selde group grouped gruppert fordelt show vis',
);

/** Whether a token adds nothing to a question. */
export function isFiller(token: Token): boolean {
  return SALES_FILLERS.has(token.folded) || FUNCTION_WORDS.has(token.value.toLowerCase());
}
