import { fold } from '../text/normalize.ts';
import { WEEKDAYS } from './daywords.ts';
import { ALL_WORDS, FILLERS, HELP_WORDS, NEAR_WORDS, NOW_WORDS, OPEN_WORDS, TODAY_WORDS } from './lexicon.ts';
import { typed } from './periods.ts';
import type { Place, Question, SalesFigures, StockFigures, StoresFound } from './question.ts';
import { inQuotes } from './tokens.ts';

/** The command as it could be typed; it is read as the same question, as long as its days have sales. */
export function writeCommand(question: Question): string {
  if (question.kind === 'form') return `/${question.command}`;
  if (question.kind === 'help') return `/${question.command} help`;
  switch (question.command) {
    case 'stock':
      return `/stock ${writeStock(question)}`;
    case 'sales':
      return `/sales ${writeSales(question)}`;
    case 'stores':
      return `/stores ${writeStores(question)}`;
  }
}

function writeStock(question: StockFigures): string {
  if (question.kind === 'products') return question.productIds.join(' ');
  const scope = question.scope === 'all' ? ' all' : '';
  switch (question.kind) {
    case 'overview':
      return question.scope;
    case 'low':
      return `low ${question.days}${scope}`;
    case 'out':
    case 'changes':
      return `${question.kind}${scope}`;
  }
}

function writeSales(question: SalesFigures): string {
  const { productIds, storeIds, by, days } = question;
  return [
    question.kind === 'compare' ? `compare ${typed(days)} with ${typed(question.against)}` : typed(days),
    ...(productIds.length === 0 ? [] : [`product:${productIds.join(',')}`]),
    ...(storeIds.length === 0 ? [] : [`store:${storeIds.join(',')}`]),
    `by:${by}`,
  ].join(' ');
}

function writeStores(question: StoresFound): string {
  if (question.kind === 'number') return question.storeId;
  const { words, openNow, near } = question;
  return [
    ...(openNow ? ['open now'] : []),
    ...(near === undefined ? [] : [`near ${writePlace(near)}`]),
    ...(words === '' ? [] : [isPlainSearch(words) ? words : inQuotes(words)]),
  ].join(' ');
}

function writePlace({ latitude, longitude }: Place): string {
  return `${latitude},${longitude}`;
}

/** Letters only, none of which is read as something else. */
function isPlainSearch(words: string): boolean {
  const [first = '', ...others] = words.split(' ').map(fold);
  return (
    /^\p{L}+(?: \p{L}+)*$/u.test(words) &&
    !FILLERS.has(first) &&
    ![first, ...others].some((word) => SPECIAL.has(word))
  );
}

const SPECIAL = new Set([
  ...[HELP_WORDS, OPEN_WORDS, NOW_WORDS, NEAR_WORDS, ALL_WORDS, TODAY_WORDS].flatMap((words) => [...words]),
  ...WEEKDAYS.keys(),
  ...['dag', 'tomorrow', 'morgen', 'morgon', 'imorgen', 'imorgon'],
]);
