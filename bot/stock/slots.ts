import type { About } from '../ask/asking.ts';
import type { Said } from '../ask/said.ts';
import { type Asked, type Fields, lexiconOf, MONEY, type Slots, writeAsked } from '../ask/slots.ts';
import { formatDays } from '../parse/dates/period.ts';
import { unknownName } from '../parse/names.ts';
import { type Chosen, isNone, MAX_CHOSEN, type Selection, writeNames } from '../parse/selection.ts';
import { parseWords } from '../parse/words/words.ts';
import { NUMBERS, SMALLEST } from '../sales/filters.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import {
  FEWER_UNITS,
  LOW_DAYS,
  MAX_FEWER_UNITS,
  MAX_LOW_DAYS,
  PLENTY_DAYS,
  type StockQuestion,
} from './question.ts';
import { stockWords } from './words/words.ts';

export const UNITS = {
  1: 'd day days dag dagar dager dagers',
  7: 'w week weeks wk wks uke uken uker veke veker ukers vekers',
};

type Row = 'store';
export type Count = 'low' | 'over' | 'fewer' | 'top' | 'bottom';
type Flag = 'out' | 'changes' | 'all' | 'mine' | 'overview';

/** What `/stock` can be told. */
export const STOCK: Slots<Row, Count, Flag> = {
  command: 'stock',
  only: 'product',
  // Refused: stock is of the whole chain.
  rows: { store: { words: 'store stores shop shops butikk butikker butikken butikkene butikkar utsalg' } },
  counts: {
    low: {
      written: 'low #',
      words: 'low lav lavt lave låg lågt låge less mindre under below <',
      units: UNITS,
      most: MAX_LOW_DAYS,
      usual: LOW_DAYS,
      example: 'low 7',
    },
    over: {
      written: 'over #',
      words: 'over above more longer mer meir lenger lengre >',
      units: UNITS,
      most: MAX_LOW_DAYS,
      usual: PLENTY_DAYS,
      example: 'over 30',
    },
    // "Low 100 units".
    fewer: {
      words: '',
      written: 'low # units',
      units: { 1: 'unit units enhet enheter stk pcs' },
      most: MAX_FEWER_UNITS,
      usual: FEWER_UNITS,
      example: 'low 100 units',
    },
    // Refused: the 10 of "top 10" isn't a product.
    top: { ...NUMBERS.top, spoken: '' },
    bottom: { ...SMALLEST, spoken: '' },
  },
  flags: {
    out: {
      words: 'out utsolgt utsolgte utselt utselde tom tomt tomme tome sold-out soldout',
      example: 'out',
    },
    changes: {
      words: 'changes changed change endringer endringar endring endret endra',
      example: 'changes',
    },
    overview: { words: 'overview oversikt oversyn total totalt altogether together samlet samla' },
    all: { words: 'all alle alt everything', example: 'out all' },
    mine: { words: 'mine my mi min mitt egne eigne', example: 'mine' },
  },
  oneOf: { list: 'low over fewer out changes overview', scope: 'all mine' },
  fillers:
    '- of på cover dekning than enn product products produkt produkter vare varer varar ' +
    'sold today now i nå idag since siden sidan yesterday går igår please takk what which is are hva kva som er show me vis meg',
  nouns:
    'stock inventory lager lageret lagerbeholdning lagerbeholdningen lagerstatus beholdning beholdningen',
  lacking: [MONEY],
  unknown: (words, like) => {
    if (like.some(({ meaning }) => meaning === 'group')) {
      return { sentence: (t) => parseWords(t).names.notNamedInStock(words, like) };
    }
    const near = like.flatMap((each) => (each.meaning === 'group' ? [] : [each]));
    if (near.length > 0) return { sentence: (t) => parseWords(t).names.notNamed('product', words, near) };
    return unknownName('product', words);
  },
  examples: { product: '{product}', history: '{product} last 7 days', ofGroup: 'low group:{group}' },
  first: 'mine out low product changes',
  called: (t) => ({ rows: {}, counts: stockWords(t).counts }),
};

/** The form of `/stock`. */
export const STOCK_FIELDS: Fields = {
  slots: ['list', 'scope', 'product'],
  ofSales: ['low', 'over'],
  otherwise: 'mine',
  words: (t) => stockWords(t).form,
};

/** What a text says of stock. */
export type SaidOfStock = Said<Row, Count, Flag>;

/** What is listed; the other flags say whose. */
export type Verb = 'low' | 'over' | 'out' | 'changes' | 'overview';

export const STOCK_LEXICON = lexiconOf(STOCK);

/** Writes the command that `parseStock` reads as the same question; undefined for more products than a command takes. */
export function writeStock(question: StockQuestion): string | undefined {
  if (question.selection.product.ids.length > MAX_CHOSEN) return undefined;
  const days = question.kind === 'history' ? [formatDays(question.days)] : [];
  return [
    '/stock',
    ...writeAsked(STOCK, askedOf(question)),
    ...writeProducts(question.selection),
    ...days,
  ].join(' ');
}

/** What a list says of each slot besides its products: `low 14 all`. */
export function askedOf(question: StockQuestion): Asked<Count, Flag> {
  if (!('scope' in question)) return {};
  const { kind, scope, selection } = question;
  if (kind === 'overview' && isNone(selection.product)) return { [scope]: true };
  const number = 'units' in question ? question.units : 'days' in question ? question.days : true;
  return { [kind]: number, ...(scope === 'all' ? { all: true } : {}) };
}

/** Products as `/stock` takes them: numbers alone, names with their key. */
export function writeProducts({ product, without }: Selection): string[] {
  const wordsOf = ({ ids, names }: Chosen) => [...ids, ...writeNames('product', names)];
  return [...wordsOf(product), ...wordsOf(without.product).flatMap((each) => ['without', each])];
}

/** The products of a question; stock is of the whole chain. */
export function aboutStock({ selection }: StockQuestion): About {
  const { ids, names } = selection.product;
  const numbers = ids.map((id) => `product:${id}`);
  return { products: [...numbers, ...writeNames('product', names)].join(' '), stores: '' };
}

/** Lists by days of cover need sales, from which those are calculated; other answers just leave them out. */
export function needsOfStock({ kind }: StockQuestion): readonly Capability[] {
  return kind === 'low' || kind === 'over' ? ['view_stock', 'view_sales'] : ['view_stock'];
}
