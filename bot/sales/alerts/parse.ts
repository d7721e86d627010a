import { errorOf } from '../../ask/mistakes.ts';
import type { SlotReading } from '../../ask/readSlots.ts';
import { selectionOf } from '../../ask/said.ts';
import { dateContextOf } from '../../parse/dates/period.ts';
import type { Reading } from '../../parse/nameLookup.ts';
import { noSides, withNumbersJoined } from '../../parse/names.ts';
import { parseCommand, rememberingReading } from '../../parse/parseCommand.ts';
import { ParseError, withFixes } from '../../parse/parseError.ts';
import { EVERYTHING, type Selection, writeSelection } from '../../parse/selection.ts';
import { applyRules, phrase, type Rule, rules, says } from '../../parse/sentence.ts';
import { isOneOf, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { VERSUS_WORDS } from '../../parse/vocabulary.ts';
import { wordsOfSales } from '../parse.ts';
import type { SaidOfSales } from '../slots.ts';
import { salesWords } from '../words/words.ts';
import { isPercent, MOST_FALL, MOST_RISE, type SalesAlertRule, writePercent } from './rule.ts';

const WEEK = 'week|uke|veke';
const ON = 'on|over|by|for|mot|på';
const THAN = 'vs|versus|against|compared (?:to|with)|from|than|since|mot|sammenlignet med|fra|enn|siden';
const BEFORE =
  '(?:the )?(?:last week|previous week|week (?:before|earlier))|forrige (?:uke|veke)|(?:uk(?:a|en)|veka) før';
/** The only comparison. */
const WEEK_ON_WEEK = rules([
  `(?:${WEEK})[ -](?:${ON})[ -](?:${WEEK})|wow|w/w|(?:${THAN}) (?:${BEFORE})`,
  ' ',
]);
const OTHER_UNIT = 'day|month|quarter|year|dag|måned|månad|kvartal|år';
const OTHER_COMPARISON = phrase(
  `(?:${OTHER_UNIT})[ -](?:${ON})[ -](?:${OTHER_UNIT})|[myqd]o[myqd]|[myqd]/[myqd]`,
);
/** A number of units, as alerts on stock have. */
const UNITS = phrase(
  '(?:(?:is|are|er|goes|falls|går|faller) )?(?:below|under|over|above|(?:less|fewer|more) than|(?:mindre|færre|mer|meir|flere) enn|[<>]) ?\\d[\\d ]*(?: (?:units?|enhet(?:er)?|stk))?',
);
/** "When gin falls by 30%". */
const BEGINNING = rules(['^(?:when|if|når|hvis|dersom|om)', '']);

const DOWN =
  '(?:(?:is|are|goes|går|er) )?(?:down|ned|minus)|falls?|falling|drops?|decreases?|declines?|faller|synker|fall på|nedgang på';
const UP =
  '(?:(?:is|are|goes|går|er) )?(?:up|opp|plus|pluss)|rises?|rising|grows?|increases?|stiger|øker|aukar|vokser|vekst på|oppgang på';
const LITTLE =
  '(?:by )?(?:more than|at least)|by|with|below|under|over|above|(?:med )?(?:mer enn|meir enn|minst)|med';
const CHANGE = phrase(
  `(?:(?:(?<down>${DOWN})|(?<up>${UP})) )?(?:(?:${LITTLE}) )?(?<sign>[+-] ?)?(?<number>\\d{1,9}(?:[.,]\\d+)?)(?<cent> ?(?:%|percent|per cent|pct|prosent))?(?: (?:or more|eller mer|eller meir))?`,
);

/** Reads the words after `/sales alert`. The fixes of an error stand in the same place. @throws ParseError */
export function parseSalesAlert(words: string, { vocabulary, calendar, now }: Reading): SalesAlertRule {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return withFixes(
    () =>
      parseCommand(COMMAND, withNumbersJoined(words, vocabulary), (text) => ({
        kind: 'rule',
        rule: readRule(text, reading),
      })).rule,
    (fixes) => fixes.map((fix) => fix.slice(`/${COMMAND} `.length)),
  );
}

const COMMAND = 'sales alert';

function readRule(text: string, reading: SlotReading): SalesAlertRule {
  const { rest, typed, percent, instead } = changeIn(text);
  const selection = applyRules(applyRules(rest, WEEK_ON_WEEK), BEGINNING).trim();
  const withChange = (words: string, change = typed) =>
    [words, change].filter((each) => each !== '').join(' ');
  const other = outsideQuotes(selection).match(OTHER_COMPARISON)?.[0];
  if (other !== undefined) {
    const without: readonly Rule[] = [[OTHER_COMPARISON, ' ']];
    throw new ParseError(
      (t) => salesWords(t).alert.mistakes.otherDays(other),
      withChange(applyRules(selection, without).trim()),
    );
  }
  if (typeof percent !== 'number') {
    const isOfUnits = percent === 'noChange' && says(selection, UNITS);
    const narrowed = isOfUnits ? applyRules(selection, WITHOUT_UNITS).trim() : selection;
    const [first = '', ...others] = instead.map((each) => withChange(narrowed, writePercent(each)));
    throw new ParseError(
      (t) => {
        const { mistakes } = salesWords(t).alert;
        return isOfUnits ? mistakes.ofUnits : mistakes[percent](typed, MOST_FALL, MOST_RISE);
      },
      first,
      others,
    );
  }
  return {
    percent,
    selection: readSelection(selection, (words) => withChange(words, writePercent(percent)), reading),
  };
}

const WITHOUT_UNITS: readonly Rule[] = [[UNITS, ' ']];

/** Suggested changes. */
const [USUAL_FALL, USUAL_RISE] = [-30, 50];

interface Change {
  readonly rest: string;
  readonly typed: string;
  /** Or what is wrong with it. */
  readonly percent: number | 'noChange' | 'unsigned' | 'wrong';
  /** Changes to suggest where something is wrong. */
  readonly instead: readonly number[];
}

/** Finds the last change of a text, such as "falls by 30%", and takes it out. */
function changeIn(text: string): Change {
  const found = [...outsideQuotes(text).matchAll(CHANGE)]
    .filter(({ groups: said = {} }) => [said.down, said.up, said.sign, said.cent].some(Boolean))
    .at(-1);
  if (found === undefined) {
    return { rest: text, typed: '', percent: 'noChange', instead: [USUAL_FALL, USUAL_RISE] };
  }
  const [typed] = found;
  const { down, up, sign, number = '' } = found.groups ?? {};
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + typed.length)}`.trim();
  const [isFall, isRise] = [down !== undefined || sign?.[0] === '-', up !== undefined || sign?.[0] === '+'];
  const size = Number(number.replace(',', '.'));
  if (isFall === isRise) {
    return { rest, typed, percent: 'unsigned', instead: [-size, size].filter(isPercent) };
  }
  const percent = isFall ? -size : size;
  return isPercent(percent)
    ? { rest, typed, percent, instead: [] }
    : { rest, typed, percent: 'wrong', instead: [isFall ? USUAL_FALL : USUAL_RISE] };
}

/** The text with marks in place of what stands in quotes. */
function outsideQuotes(text: string): string {
  return text.replace(/"[^"]*"?/g, (quoted) => '"'.repeat(quoted.length));
}

/** The products and stores, as `/sales` reads them. @throws ParseError for whatever else is said */
function readSelection(text: string, withChange: (words: string) => string, reading: SlotReading): Selection {
  if (text === '') return EVERYTHING;
  const { tokens, said } = wordsOfSales(text, reading);
  const { mistakes, selection: named } = selectionOf(said.items);
  const { sides, ...selection } = named;
  const all = [...said.mistakes, ...mistakes];
  if (all.length > 0) {
    const { sentence, fixes } = errorOf(all, tokens);
    const [corrected = '', ...others] = fixes.map(withChange);
    throw new ParseError(sentence, corrected, others);
  }
  const versus = tokens.find((token) => isOneOf(VERSUS_WORDS, token));
  const alone = withChange(writeSelection(selection).join(' '));
  if (sides !== undefined && versus !== undefined) throw noSides(versus, alone);
  const more = moreThanNames(said);
  if (more.length > 0 || said.rows.length > 0 || said.implied !== undefined) {
    throw new ParseError((t) => {
      const { otherDays, grouped } = salesWords(t).alert.mistakes;
      return more.length > 0 ? otherDays(phraseOf(more)) : grouped;
    }, alone);
  }
  return selection;
}

/** Words that say more than products and stores: a period, a filter. */
function moreThanNames({ items, compare, counts, flags }: SaidOfSales): readonly Token[] {
  return [
    ...items.filter(({ kind }) => kind !== 'name').flatMap(({ tokens }) => tokens),
    ...(compare === undefined ? [] : [compare]),
    ...[...counts.values()].flatMap(({ tokens }) => tokens),
    ...[...flags.values()].flat(),
  ];
}
