import type { HeardText } from '../ask/asking.ts';
import { type Part, partsOf, phrasesIn, textOf, unlimited } from '../ask/sentence.ts';
import { stockContextOf } from '../parse/dates/period.ts';
import { MAX_LOOKED_UP, type NameLookup, type Reading } from '../parse/nameLookup.ts';
import { candidates, isFunctionWord, isNumber } from '../parse/names.ts';
import { phraseOf } from '../parse/tokenizer.ts';

const TOMT = 'tom/tomt/tomme/utsolgt/utselt/slutt';
const DAYS = 'day/days/dag/dager/dagers/dagar';
const WEEKS = 'week/weeks/uke/uker/ukers/veker';
const SOON = 'within/in/over/for/innen/på/i? the/de/dei next/neste';

/** What to order: what lasts longer than a week may have to be ordered now. */
const ORDERS = 'low 14';

/** Everyday phrases, by the words of `/stock`. */
const PHRASES = phrasesIn({
  meant: {
    low:
      'low/lav/lavt/lave/låg/lågt, run/runs/running/going/gå/går low/short/dry on/of?, low on stock/cover?, running out soon, almost/nearly/soon/nesten/snart gone/out/empty, almost/nearly sold out, ' +
      `snart/nesten ${TOMT}, på vei til å bli/gå ${TOMT}, minst/least/fewest igjen/att/left av/of/in? stock?, lite igjen/att? av/på?, lav/lavt/lave beholdning*/lager*/lagernivå, begynner/begynne/byrjar å få/gå/bli/ha lite/${TOMT} igjen? av/for/på?, ` +
      `holder/held på å gå/bli ${TOMT}, i ferd med å gå/bli ${TOMT}/det, about to be it/that?, next to run/go out, close to it/that`,
    [ORDERS]:
      'should i/we order/reorder, i/we should/must/have to? order/reorder, bør/burde/må/skal jeg/eg/vi/me bestille, jeg/eg/vi/me bør/burde/må/skal bestille, må/bør bestilles/bestillast, must/should/need/needs/have/has to? be ordered/reordered, have/what to order, need/trenger/treng we/i/vi/jeg/me/eg? to/å? order/reorder/bestille/bestilla',
    '?run out': `run/runs/running out of?, going/about/likely to run out of?, be out of, går/gå/blir/bli vi/me/det? snart? ${TOMT} for/på/av? snart?`,
    out: 'been out of? stock?, sold out again/now?, out of stock? again/now?, utsolgt/utsolgte/utselt/utselde igjen/att/nå?, helt? tom/tomt/tomme for/no?, empty again?, is/are/er it/det? out/gone, slutt',
    over: 'way? too/for/altfor much/mye stock? of/av?, loads/masses/plenty/heaps of, mer/meir/more enn/than nok/enough av/of?',
    changes:
      "changed, changes, endret/endra seg?, endring/endringer/endringar/endringene, what's/hva/er nytt/new, kom/kommet/came/come/arrived det/there? anything? inn/in/new noe/anything? nytt/new?, any/anything back/new, " +
      'skjedd/skjedde/hendt/hendte/happened noe/noko/anything? med/to/with/på?',
    '?back': 'kom/kommet/came/come/arrived det/there? anything? back/tilbake noe/anything?',
    overview:
      'the? whole/full/entire/complete/hele/komplett stock/inventory/lageret/lagerlista/lagerlisten/lagerliste list?, all/everything of? the/our? in? stock, ' +
      "everything we/we've have/got, alt på lager, alt vi har",
    '?enough': 'enough/nok, holder/held, rekker/rekk, last/lasts us?',
    '?when':
      'hvor/kor lenge varer/varar/rekker/rekk/holder/held, how long will/does/do/would it/that/they/this/these? last/hold',
    '?since': 'how long has/have, since when has/is, hvor/kor lenge har',
    '?last out': `last/sist ${TOMT}/out/empty of? stock?, last/sist sold/run/ran out, siste gang ${TOMT}`,
    'last 30 days': 'restocked/refilled/replenished/etterfylt/påfylt, fylt på',
    '':
      'since when, siden/sidan når, sitting on, number/antall/antal of? stores/shops/butikker/butikkar carrying/with/having/med/that/som has/have/har/fører?, in/i how/hvor/kor many/mange stores/shops/butikker/butikkar, how/hvor many/mange stores/shops/butikker has/have/carry/carries/stock/stocks/fører/førar/selger/sells/sell/har, ' +
      'stock/stocks/inventory level/status?, lager*, på lager*, beholdning*, dekning*, in stock, left/remaining/remains, igjen/att, ' +
      "do/did we still/now? have, have/we've we? still? got, days of cover, cover, on hand, are/is there in/at/on, er det i/på, finnes/fins i/på",
  },
  also: {
    '?when': 'when, how soon/long, how/hvor/kor many/mange days/dager/dagar, når, hvor/kor lenge',
    low: 'less/fewer/under/mindre/færre than/enn',
    out: 'out',
    over: 'more/mer/meir/flere/fleire than/enn',
    days: `${SOON} # ${DAYS}, # ${DAYS} ahead/frem/fram/fremover, within/in/innen/på # ${DAYS}, # ${DAYS} of?`,
    weeks: `${SOON} # ${WEEKS}, # ${WEEKS} ahead/frem/fram/fremover, within/in/innen/på # ${WEEKS}, # ${WEEKS} of?`,
    '7 days':
      'this/next/denne/neste week/uke/uka/uken/veka, within/in/innen a/the/en/ei next? week/uke, i løpet av en/ei/den? neste? uke/uka/uken',
    '?yesterday': 'since/siden/sidan/fra/from yesterday/igår, siden/sidan/fra i går',
    '?order': 'order/orders/reorder/bestille/bestilling/bestilles',
    and: 'or/eller more/mer/meir?',
    '?longest': 'the? longest, lengst, for the longest time',
    // No verb there: "this month compared to last".
    'to last': 'to/with last',
    'than last': 'than last',
    'last 30 days': 'past/siste month/måneden/månaden, over the past month, den siste måneden',
    the: 'over the/de',
    '':
      'all/alle products/items/varer/produkter with/that/which/med/som have/har?, the/our/våre? product/products/item/items/varer/varene/produkt/produkter/produktene of? ours/våre? with/med/which/som? har?, per/by/pr each/hver? vare/varer/product/products, units/unit/bottles/bottle/cases/case/kartonger/kasser/esker/litres/litre/liters/liter/enheter/flasker/stk of/av?, ' +
      'now, right/akkurat now/nå, nå, today, i dag, at the moment, for øyeblikket, currently, another, soon, snart, available/tilgjengelig, ' +
      'how has/have it/that/they been, hvordan/korleis/kossen/åssen har det/den/de vært/vore, ' +
      "isn't/aren't, trend*/development/utvikling*/history/historikk*, moved/moves/developed/utviklet/utvikla seg?, fallen/fell/dropped/sunk/sunket/falt/økt/minket, gone/gått/gikk down/up/ned/opp, more/mer/meir",
  },
});

const LISTS = new Set(['low', 'out', 'over', 'changes', 'overview']);

/** What a sentence asks of `/stock`, as the text of the command. */
export function hearStock(sentence: string, { vocabulary, calendar, now }: Reading): HeardText {
  const reading = unlimited(vocabulary, stockContextOf(calendar, now));
  const parts = partsOf(sentence, { phrases: PHRASES, ...reading });
  const isMeant = parts.some((part) => part.isMeant === true);
  const says = (mark: string) => parts.some((part) => part.kind === 'phrase' && part.says === mark);
  const namesProducts = parts.slice(0, MAX_LOOKED_UP).some((part) => isProduct(part, vocabulary));
  const isOrder = says('?order') && parts.every(({ says: word }) => word === '' || word === '?order');
  const hasDays = parts.some(({ kind }) => kind === 'when');
  const asksWhen = ['?when', '?since', '?enough', '?last out'].some(says);
  const end = says('?enough') ? endOfEnough(parts, vocabulary) : -1;
  const leftOut = end === -1 || !namesProducts ? [] : parts.slice(end).flatMap(({ tokens }) => tokens);
  const wordsOf = ({ kind, says: word, tokens, number }: Part, isOfProducts: boolean): string => {
    if (kind !== 'phrase') return word;
    /** When a product runs out is a part of its answer. */
    const isWhen = isOfProducts && asksWhen;
    switch (word) {
      case '?run out':
        return isWhen ? '' : 'low';
      case '?since':
        return !isOfProducts ? phraseOf(tokens) : says('out') ? 'last 30 days' : '';
      case '?last out':
        return !isOfProducts ? phraseOf(tokens) : hasDays ? '' : 'last 30 days';
      case '?when':
        return isOfProducts || ['low', '?run out', '?enough'].some(says) ? '' : phraseOf(tokens);
      case '?enough':
        return isOfProducts || says('?when') || tokens.some(({ folded }) => folded === 'nok')
          ? ''
          : phraseOf(tokens);
      case '?longest':
        // The list says since when.
        return says('out') ? '' : phraseOf(tokens);
      case '?order':
        return isOrder ? ORDERS : phraseOf(tokens);
      case ORDERS:
        return says('days') || says('weeks') ? 'low' : word;
      case '?yesterday':
        // Since yesterday is what stock is compared with anyway.
        return says('changes') || says('out') ? '' : phraseOf(tokens);
      case 'days':
      case 'weeks':
        return `${number} ${word}`;
      case '7 days':
        return says('low') || says('?run out') ? word : phraseOf(tokens);
      case 'low':
        return isWhen && !says('days') && !says('weeks') ? '' : word;
      case 'out':
        return isOfProducts ? '' : word;
      case '?back':
        // A product that came back was returned.
        return isOfProducts ? phraseOf(tokens) : 'changes';
      case 'changes':
        return isOfProducts && hasDays ? '' : word;
      case 'last 30 days':
        return isOfProducts || hasDays ? word : 'changes';
      default:
        return word;
    }
  };
  const heardOf = (isOfProducts: boolean) =>
    textOf(
      parts
        .slice(0, end === -1 || !isOfProducts ? parts.length : end)
        .map((part) => ({ ...part, says: wordsOf(part, isOfProducts) })),
    );
  const text = heardOf(namesProducts);
  // "When does it run out" is of the products of the question before.
  const following = asksWhen ? heardOf(true) : text;
  const left = leftOut.length === 0 ? {} : { leftOut: phraseOf(leftOut) };
  return text === '' && isMeant
    ? { text: 'overview', following: '', isMeant, isOfAll: true }
    : { text, following, isMeant: isMeant || isOrder, isOfAll: text === 'overview', ...left };
}

/** In "enough riesling to get through the week", what it is enough for: it is no part of the question. */
function endOfEnough(parts: readonly Part[], names: NameLookup): number {
  const product = parts.slice(0, MAX_LOOKED_UP).findIndex((part) => isProduct(part, names));
  return parts.findIndex(
    ({ kind, says, tokens }, at) =>
      at > product &&
      (kind === 'word' || kind === 'when') &&
      /^(?:to|til|for|until|till|over)\b/i.test(phraseOf(tokens)) &&
      says !== '',
  );
}

function isProduct({ kind, says, tokens }: Part, { products }: NameLookup): boolean {
  const [token] = tokens;
  if (token === undefined || kind === 'when' || (kind === 'phrase' && LISTS.has(says)) || kind === 'phrase')
    return false;
  if (isFunctionWord(token)) return false;
  const words = phraseOf(tokens);
  return isNumber(token)
    ? products.nameOf(words) !== undefined || tokens.length === 1
    : candidates(words, products, 1).length > 0;
}
