import type { HeardText } from '../ask/asking.ts';
import { partsOf, phrasesIn, textOf, unlimited } from '../ask/sentence.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { format, phraseOf, tokenize } from '../parse/tokenizer.ts';
import { Budget } from '../text/budget.ts';
import { readingOfStores, wordsOfStores } from './parse.ts';
import { whenIn } from './when.ts';

/** Everyday phrases, by the words of `/stores`. */
const PHRASES = phrasesIn({
  meant: {
    open: 'open/opens/opening, åpen/åpent/åpne/åpner, ope/opne/opnar, har/have oppe',
    'open sunday': 'søndagsåpent/søndagsåpen/søndagsåpne/søndagsope',
    closed: 'closed/shut, stengt/stengte',
    hours:
      'hours, opening hours/times, close/closes/closing, stenger/stenge/stengjer, åpningstid*/opningstid*/stengetid*',
    '?contact':
      'adr/adress*/address*/gateadress*, phone/telephone/telefon*/tlf number/no/nr?, email*/e-mail*/mail*/epost*/e-post*, contact/kontakt*, a? number/nummer/nummeret i/we/jeg/eg/vi? can/kan? call/ring/ringe/nå? på/til/them/dem?, ring/ringe/call til/them?',
    '':
      'close/closed/closes/shut down, permanently closed, nedlagt, lagt ned, ' +
      "which/what/hvilken/hvilket/kva store/shop/butikk is/er/has/har it/det? that/som? has/har? number/no/nr/nummer, where's/where, where is/are, hvor/kvar ligger/ligg/er/finnes, which stores/shops are/do, stores/shops are? there? in, butikker i/finnes/ligger, " +
      'butikker har vi/dere, butikker er det, list all/of? stores/shops/butikker the?, how/hvor many/mange stores/shops/butikker, ' +
      'a/any/en/noen/ein store/shop/butikk in/i, finner/finn jeg/vi/eg? butikk*',
  },
  also: {
    hours:
      'at? what time, until/til when/når/what?, how late/long, when, hvilken/hva/kva tid, hvor/kor lenge, når',
    '':
      'how/hvor many/mange stores/shops/butikker did/have/har we/vi/you/i sold/sell/solgt, how/hvor many/mange stores/shops/butikker sold/sell/solgte/selger/selde/has/have/carry/carries/stock/stocks/fører/førar, where did/do/have/has, per/each/every open/opening day/days, still running/open/there, still in business, ' +
      'finner/finn jeg/vi/eg?',
  },
});

/** What a sentence asks of `/stores`, as the text of the command. */
export function hearStores(sentence: string, typed: Reading): HeardText {
  const { context } = readingOfStores(typed);
  const { names, periods } = unlimited(typed.vocabulary, context);
  const when = whenIn(tokenize(sentence), { names, periods });
  const heard = partsOf(sentence, { phrases: PHRASES, names, periods: when });
  const isOfContact = heard.some(({ kind, says }) => kind === 'phrase' && says === '?contact');
  const parts = heard.map((part) => (part.says === '?contact' ? { ...part, says: '' } : part));
  const isMeant = parts.some((part) => part.isMeant === true);
  const budget = new Budget(Number.MAX_SAFE_INTEGER);
  const { tokens, said } = wordsOfStores(textOf(parts), { names, periods, context, budget });
  const named = said.items.filter((item) => item.kind === 'name');
  const known = named.filter(({ ids, isLeftOut }) => ids.length > 0 && !isLeftOut);
  const leftOut = named
    .filter(({ ids }) => known.length > 0 && ids.length === 0)
    .flatMap((item) => item.tokens)
    .filter(({ value }) => nearestWord(value, DAYS) === undefined);
  const isAnyTime = said.items.every(({ kind }) => kind !== 'period');
  const open = said.flags.get('open') ?? [];
  // "Is Oslo open" asks for its hours, not for those of its stores that are open now.
  const gone = known.length > 0 && isAnyTime && !said.flags.has('closed') ? [...leftOut, ...open] : leftOut;
  const text = format(tokens.filter((token) => !gone.includes(token)));
  const isPlace =
    known.length > 0 &&
    isAnyTime &&
    open.length === 0 &&
    !said.flags.has('closed') &&
    known.every(
      (item) => item.name !== undefined && names.products.named(phraseOf(item.tokens), 1).length === 0,
    );
  return {
    text: text === 'open' ? 'open now' : text,
    // The address of a store is asked for, open or not.
    ...(isOfContact ? { following: `hours ${text}`.trim() } : {}),
    isMeant,
    isLikely: isPlace && leftOut.length === 0,
    // All stores are meant, while "the store" is the one before.
    isWhole: isMeant && parts.some(({ tokens: words }) => words.some(({ folded }) => MANY.has(folded))),
    ...(leftOut.length === 0 ? {} : { leftOut: phraseOf(leftOut) }),
  };
}

/** A day that is spelled wrong is refused, because the answer would be about today. */
const DAYS = [...WEEKDAYS.keys(), 'tomorrow', 'imorgen', 'tonight'];
const MANY = new Set(['stores', 'shops', 'butikker', 'butikkene', 'butikkar']);
