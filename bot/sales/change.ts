import { dateContextOf, formatDays } from '../parse/dates/period.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { rememberingReading } from '../parse/parseCommand.ts';
import { MEANINGS, type Meaning, NONE } from '../parse/selection.ts';
import { applyRules, phrase, rules, says } from '../parse/sentence.ts';
import { parseSales, wordsOfSales } from './parse.ts';
import type { SalesQuestion } from './question.ts';
import { saidOfSales } from './sentence.ts';
import { writeSales } from './slots.ts';

/** A period that has a meaning only beside another. */
const RELATIVE = phrase(
  '(?:the |that )?(?:day|week|month|quarter|year|period|one) before(?: that)?|(?:dagen|uken|uka|veka|måneden|månaden|kvartalet|året|perioden) før',
);

const SAME_LAST_YEAR = rules([
  '(?:the )?same (?:week|period|days?|month|time)(?: of)?(?: the)? last year|(?:den )?samme (?:uka?|uken|perioden?|dagen|måneden?|tiden?) i fjor',
  'the year before',
]);

const MONTH_BEFORE = phrase('(?:the )?month before(?: that)?|(?:måneden|månaden) før');

/** The month before a week or day is the calendar month before it. */
function monthBefore(text: string, { days }: SalesQuestion): string {
  if (!says(text, MONTH_BEFORE) || /(?:^| )(?:vs|compare|mot) /.test(text)) return text;
  const [year = 0, month = 0] = days.from.split('-').map(Number);
  const before = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
  return applyRules(text, [[MONTH_BEFORE, before]]);
}

/** Words that take a selection back. */
const ALL: Readonly<Record<Meaning, RegExp>> = {
  product: phrase(
    '(?:all|every|alle|samtlige) (?:the |our )?(?:products?|varer|varene|produkter|produktene)',
  ),
  store: phrase('(?:all|every|alle|samtlige) (?:the |our )?(?:stores?|shops|butikker|butikkene|butikkar)'),
};

/**
 * The question with what a text says in the place of what was asked: period, products, stores, grouping and filters,
 * each where the text has one. Undefined when the text says nothing. @throws ParseError
 */
export function changeSales(
  question: SalesQuestion,
  sentence: string,
  reading: Reading,
): SalesQuestion | undefined {
  const text = monthBefore(saidOfSales(applyRules(sentence, SAME_LAST_YEAR)), question);
  if (text === '') return undefined;
  const asked = (typed: string): SalesQuestion | undefined => {
    const read = parseSales(typed, reading);
    return read.kind === 'help' || read.kind === 'form' ? undefined : read;
  };
  const isRelative = says(text, RELATIVE);
  // Only beside another period is "the week before" one.
  const { said } = wordsOfSales(
    isRelative && !/^(?:vs|compare) /.test(text) ? `vs ${text}` : text,
    rememberingReading(reading.vocabulary, dateContextOf(reading.calendar, reading.now)),
  );
  const named = new Set([
    ...said.items.flatMap((item) => (item.kind === 'name' ? [item.meaning] : [])),
    ...MEANINGS.filter((meaning) => says(sentence, ALL[meaning])),
  ]);
  const periods = said.items.filter(({ kind }) => kind === 'period').length;
  const isComparison = /(?:^| )(?:vs|compare|against|versus|mot|sammenlign) /.test(text);
  const keepsDays = periods === 0 || (periods === 1 && (isRelative || isComparison));
  const was = keepsDays ? formatDays(question.days) : question.kind === 'compare' ? 'compare' : '';
  const isKept = periods === 0 && !isComparison;
  const kept = writeSales(withoutNamed(question, named), isKept ? undefined : was);
  const isRegrouped = said.rows.length > 0 || said.implied !== undefined || isUseless(question, named);
  const before = kept.replace(/^\/sales ?/, '').replace(isRegrouped ? / ?by:\S+/g : /(?!)/, '');
  const cut = said.counts.size === 0 ? /(?!)/ : / ?(?:top|bottom):\d+/g;
  const changed = asked(`${before.replace(cut, '')}${isRelative && !isComparison ? ' vs' : ''} ${text}`);
  if (changed === undefined) return undefined;
  if (!isRelative || isComparison || changed.kind !== 'compare') return changed;
  return asked(writeSales(changed, formatDays(changed.against)).replace(/^\/sales /, ''));
}

function withoutNamed(question: SalesQuestion, named: ReadonlySet<Meaning>): SalesQuestion {
  const { sides, ...selection } = question.selection;
  return {
    ...question,
    selection: {
      ...selection,
      ...(sides === undefined || named.has(sides.of) ? {} : { sides }),
      product: named.has('product') ? NONE : selection.product,
      store: named.has('store') ? NONE : selection.store,
    },
  };
}

/** Whether the grouping is of what is now named: one store, store by store. */
function isUseless({ by }: SalesQuestion, named: ReadonlySet<Meaning>): boolean {
  return MEANINGS.some((meaning) => meaning === by && named.has(meaning));
}
