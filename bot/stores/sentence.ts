import type { HeardText } from '../ask/asking.ts';
import type { NameLookup } from '../parse/nameLookup.ts';
import { applyRules, phrase, rules, says, withoutSmallWords } from '../parse/sentence.ts';
import { format, phraseOf } from '../parse/tokenizer.ts';
import { Budget } from '../text/budget.ts';
import { wordsOfStores } from './parse.ts';

/** Words of a question of stores. */
const MEANT = phrase(
  "open(?:s|ing)?|opening hours|hours|close[sd]?(?: down)?|closing|shut|address|phone(?: number)?|telephone|where(?:'s| is| are)|which (?:stores|shops) (?:are|do we have)|(?:stores|shops) (?:are )?(?:there )?in|åpen|åpent|åpne|åpner|opne|ope|open|opnar|åpningstid\\w*|opningstid\\w*|stenger|stengt|stengte|stenge|stengjer|stengetid\\w*|adresse\\w*|telefon\\w*|tlf|hvor (?:ligger|er|finnes)|kvar (?:ligg|er)|butikker (?:finnes|har (?:vi|dere)|er det|ligger)|butikker i|nedlagt|lagt ned|(?:how many|list|list all|hvor mange) (?:stores|shops|butikker)(?! (?:sold|solgte|selger|sell))|(?:a|any|en|noen|ein) (?:store|shop|butikk)(?:s|er)? (?:in|i)|finner (?:jeg|vi|eg) butikk\\w*",
);

/** All stores are meant, while "the store" is the one before. */
const MANY = phrase('stores|shops|butikker|butikkene|butikkar');

/** What the reader of the command doesn't know. */
const SAID = rules(
  // "Søndagsåpent".
  ['(\\p{L}+dag)s?(?:åpent|åpen|åpne|ope|opne)', 'åpent $1'],
  ['(?:at )?what time|how late|how long|when|hvilken tid|hva tid|kva tid|hvor lenge|kor lenge|når', 'hours'],
  [
    '(?:closed down|still (?:running|open|there|in business)|permanently closed|nedlagt|lagt ned|shut down)',
    '',
  ],
  ['(?:or|eller) (?:is|are|have|has|did|am|er|har) (?:it|they|i|we|det|den|jeg|vi|eg|me)(?: .*)?$', ''],
  ['(?:finner|finn|contact|list)(?: (?:jeg|vi|eg|of))?', ''],
  ['(?:right|akkurat) (?=now|nå|no)', ''],
);

/** What a sentence asks of `/stores`, as the text of the command. */
export function hearStores(sentence: string, names: NameLookup): HeardText {
  const isMeant = says(sentence, MEANT);
  const heard = withoutSmallWords(applyRules(sentence, SAID));
  const { tokens, said } = wordsOfStores(heard, names, new Budget(Number.MAX_SAFE_INTEGER));
  const named = said.items.filter((item) => item.kind === 'name');
  const when = said.items.filter((item) => item.kind === 'period');
  const known = named.filter(({ ids }) => ids.length > 0);
  const unknown = known.length === 0 ? [] : named.filter(({ ids }) => ids.length === 0);
  const [state] = when;
  // "Is Oslo open" asks for its hours, not for those of its stores that are open now.
  const isAnyTime =
    known.length > 0 && when.length === 1 && state?.found.state === 'open' && state.found.isNow !== true;
  const leftOut = unknown.flatMap((item) => item.tokens);
  const gone = [...leftOut, ...(isAnyTime ? state.tokens : [])];
  const text = format(tokens.filter((token) => !gone.includes(token)));
  const isPlace =
    known.length > 0 &&
    when.length === 0 &&
    known.every((item) => item.name !== undefined && !isProduct(phraseOf(item.tokens), names));
  return {
    text: text === 'open' ? 'open now' : text,
    isMeant,
    isLikely: isPlace && leftOut.length === 0,
    isWhole: isMeant && says(sentence, MANY),
    ...(leftOut.length === 0 ? {} : { leftOut: phraseOf(leftOut) }),
  };
}

function isProduct(words: string, { products }: NameLookup): boolean {
  return products.named(words, 1).length > 0;
}
