import { type DateContext, dateContextOf, formatDays } from '../parse/dates/period.ts';
import { readPeriod } from '../parse/dates/scan.ts';
import { namesOf } from '../parse/names.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import { MEANINGS } from '../parse/selection.ts';
import { format, type Token } from '../parse/tokenizer.ts';
import type { DayRange } from '../text/dayRange.ts';
import {
  chosenIn,
  datepicker,
  type FormContext,
  field,
  isFilledIn,
  option,
  pickedOf,
  select,
  textIn,
} from './fields.ts';
import { type Following, type Part, partsOf, type ReadWords } from './follow.ts';
import { choice, type Form, type FormField, measured, number, pick, tick } from './form.ts';
import { asNamed, meaningBeside, type NameItem } from './said.ts';
import {
  type CountSlot,
  countWords,
  type Fields,
  type FieldText,
  type FieldWords,
  flagWords,
  namesIn,
} from './slots.ts';

/** What a form is made of: the slots of its command, and the words of a question to fill in first. */
interface Filled {
  readonly following: Following;
  readonly fields: Fields;
  /** The words behind the command; undefined for a form with nothing in it. */
  readonly asked: string | undefined;
  /** The command in its only form, to tell whether two texts ask the same. */
  readonly written: (words: string) => string | undefined;
}

/** The form of a command, from its slots. */
export function slotForm(filled: Filled, context: FormContext): Form {
  const { following, fields, asked } = filled;
  const { more = [] } = fields;
  const was = asked === undefined ? undefined : following.read(asked);
  const parts = was === undefined ? [] : partsOf(was, following);
  const sides = was && meaningBeside(was.said.items);
  const [row] = parts.filter(({ slots }) => slots[0] === 'rows');
  const fieldOf = (part: Part) => {
    const [slot = ''] = part.slots;
    if (slot === 'rows') return part === row ? slot : undefined;
    if (slot === sides || part.tokens.some(isTooLong)) return undefined;
    if (slot === 'compare' || slot === 'other') return 'period';
    const { oneOf = {} } = following.slots;
    return oneOf[slot]?.split(' ').find((name) => fields.slots.includes(name)) ?? slot;
  };
  const isShown = (part: Part) => fields.slots.includes(fieldOf(part) ?? '');
  return {
    fields: fields.slots.map((slot) => {
      const drawn = slotField(slot, filled, was, context);
      return more.includes(slot) ? { ...drawn, blocks: [], more: drawn.blocks } : drawn;
    }),
    kept: format([...new Set(parts.filter((part) => !isShown(part)).flatMap(({ tokens }) => tokens))]),
    usesMore: parts.some(
      (part) => more.includes(fieldOf(part) ?? '') || /^(?:compare|other)$/.test(part.slots[0] ?? ''),
    ),
  };
}

/** Whether a name doesn't fit in an option; numbers have one each. */
function isTooLong({ text }: Token): boolean {
  return text.length > 150 && !/^\w+:[\d,]+$/.test(text);
}

function slotField(
  slot: string,
  filled: Filled,
  was: ReadWords | undefined,
  context: FormContext,
): FormField {
  const { t } = context.language;
  const { following, fields } = filled;
  const { counts, flags, rows, called, oneOf = {} } = following.slots;
  const words = fields.words(t);
  const { label = '', hint, box = '', options = {} } = words[slot] ?? {};
  if (slot === 'period') return periodField(filled, was, words, context);
  const meaning = MEANINGS.find((each) => each === slot);
  if (meaning !== undefined) {
    const isMeant = (item: { readonly kind: string }): item is NameItem =>
      item.kind === 'name' && (item as NameItem).meaning === meaning && !(item as NameItem).isLeftOut;
    const items = was === undefined ? [] : was.said.items;
    const named = meaningBeside(items) === meaning ? [] : items.filter(isMeant);
    return pick(
      slot,
      { label, hint },
      meaning,
      pickedOf(meaning, asNamed(named), namesOf(meaning, context.names), t),
      t,
    );
  }
  if (slot === 'rows') {
    const names: Readonly<Partial<Record<string, { readonly title?: string }>>> = called(t).rows;
    const all = [
      ...Object.entries(options).map(([without, text]) => ({ words: without, text })),
      ...namesIn(rows).map((name) => ({ words: `by:${name}`, text: names[name]?.title ?? name })),
    ];
    const [first] = was?.said.rows ?? [];
    return choice(
      slot,
      { label, hint },
      all,
      first === undefined ? (all[0]?.words ?? '') : `by:${first.name}`,
      t,
    );
  }
  const { [slot]: count } = counts;
  if (count !== undefined) {
    const first = was?.said.counts.get(slot)?.number;
    return number(slot, { label, hint }, count, first, (typed) => countWords(slot, count, typed));
  }
  if (flags[slot] !== undefined) {
    return tick(slot, { label, box }, flagWords(slot, flags[slot]), was?.said.flags.has(slot) === true);
  }
  return listField(slot, oneOf[slot]?.split(' ') ?? [], filled, was, context);
}

/** A choice among counts and flags, and the number of those that are counts. The first is what is asked anyway. */
function listField(
  slot: string,
  members: readonly string[],
  { following: { slots }, fields }: Filled,
  was: ReadWords | undefined,
  { language: { t }, may }: FormContext,
): FormField {
  const { counts, flags } = slots;
  const countNamed = (name: string): CountSlot | undefined => counts[name];
  const { label = '', hint, options = {} } = fields.words(t)[slot] ?? {};
  const of = fields.words(t)[`${slot}_number`];
  const names = namesIn(options).filter(
    (name) => may('view_sales') || fields.ofSales?.includes(name) !== true,
  );
  const wordsOf = (name: string, at: number) => {
    const count = countNamed(name);
    if (count !== undefined) return countWords(name, count, '#');
    return at === 0 ? '' : flagWords(name, flags[name]);
  };
  const all = names.map((name, at) => {
    const usual = countNamed(name)?.usual;
    return {
      words: wordsOf(name, at),
      text: options[name] ?? name,
      ...(usual === undefined ? {} : { usual }),
    };
  });
  const said = members.filter((name) => was?.said.counts.has(name) || was?.said.flags.has(name));
  const chosen = said.findLast((name) => countNamed(name) !== undefined) ?? said[0];
  const first = was?.said.counts.get(chosen ?? '')?.number;
  const words = chosen === undefined ? '' : wordsOf(chosen, names.indexOf(chosen));
  if (of === undefined) return choice(slot, { label, hint }, all, words, t);
  return measured(
    slot,
    { label, hint },
    all,
    // Empty for the usual number, so that another choice has its own.
    { words, number: first === countNamed(chosen ?? '')?.usual ? undefined : first },
    {
      ...of,
      most: Math.max(...members.map((name) => countNamed(name)?.most ?? 1)),
      example: 14,
      noNumber: (c) => fields.words(c)[`${slot}_number`]?.wrong ?? '',
    },
    t,
  );
}

/** The latest day with figures. */
const NEWEST = 'newest';
/** What a period is compared with; any other choice is days. */
const [NOTHING, BEFORE, YEAR_BEFORE] = ['nothing', 'before', 'year_before'];

/** A period of the list, or two days, and what it is compared with. */
function periodField(
  { fields, asked, written }: Filled,
  was: ReadWords | undefined,
  words: FieldWords,
  context: FormContext,
): FormField {
  const { t } = context.language;
  const dates = dateContextOf(context.calendar, context.now);
  const newest = formatDays({ from: dates.newest, to: dates.newest });
  const [main, other] = (was?.said.items ?? []).filter((item) => item.kind === 'period');
  const { period, from, to, compare } = words;
  const typed = main && format(main.tokens);
  const daysAsked = typed === undefined ? undefined : daysOrNone(typed, dates);
  const isListed = typed !== undefined && fields.periods?.includes(typed) === true;
  const periods = [
    ...(daysAsked === undefined || isListed ? [] : [option(typed ?? '', period?.asked?.(daysAsked) ?? '')]),
    ...[NEWEST, ...(fields.periods ?? [])].flatMap((phrase) => {
      const days = phrase === NEWEST ? { from: dates.newest, to: dates.newest } : daysOrNone(phrase, dates);
      return days === undefined ? [] : [option(phrase, period?.periods?.[phrase]?.(days) ?? phrase)];
    }),
  ];
  const comparing = (how: string, of: string) => {
    if (how === NOTHING) return of;
    if (how === BEFORE) return `compare ${of}`.trim();
    return `compare ${of || newest} with ${how === YEAR_BEFORE ? 'last year' : how}`;
  };
  const isCompared = was?.said.compare !== undefined || other !== undefined;
  const against = isCompared && asked !== undefined && typed !== undefined ? format(other?.tokens ?? []) : '';
  const how = !isCompared
    ? NOTHING
    : ([BEFORE, YEAR_BEFORE].find(
        (each) => written(comparing(each, typed ?? '')) === written(comparing(against, typed ?? '')),
      ) ?? against);
  const daysAgainst = daysOrNone(against, dates);
  const comparisons = [
    ...[NOTHING, BEFORE, YEAR_BEFORE].map((each) => option(each, compare?.options?.[each] ?? each)),
    ...(daysAgainst !== undefined && how === against
      ? [option(against, compare?.asked?.(daysAgainst) ?? '')]
      : []),
  ];
  const day = (block: string, of: FieldText | undefined) =>
    field({ block, label: of?.label ?? '', hint: of?.hint }, datepicker(block, of?.box ?? ''));
  return {
    blocks: [
      field({ block: 'period', label: period?.label ?? '' }, select('period', periods, typed ?? NEWEST, t)),
    ],
    more: [
      day('from', from),
      day('to', to),
      field(
        { block: 'compare', label: compare?.label ?? '', required: true },
        select('compare', comparisons, how, t),
      ),
    ],
    write(view) {
      const [first, last] = [textIn(view, 'from'), textIn(view, 'to')];
      if (first === '' && last !== '') throw new ParseError((c) => fields.words(c).from?.wrong ?? '', '');
      const chosen = chosenIn(view, 'period') ?? NEWEST;
      const end = last !== '' ? last : first > newest ? first : newest;
      const said = first !== '' ? formatDays({ from: first, to: end }) : chosen === NEWEST ? '' : chosen;
      return comparing(chosenIn(view, 'compare') ?? NOTHING, said);
    },
    blamed(view) {
      const filled = ['to', 'from'].find((block) => textIn(view, block) !== '');
      if (filled !== undefined) return textIn(view, 'from') === '' ? 'from' : filled;
      const isBeside = isFilledIn(view, 'compare') && (chosenIn(view, 'compare') ?? NOTHING) !== NOTHING;
      return isBeside ? 'compare' : 'period';
    },
  };
}

/** Undefined for a period without figures, such as this week on a Monday. */
function daysOrNone(phrase: string, dates: DateContext): DayRange | undefined {
  return ifParsed(() => readPeriod(phrase, dates));
}
