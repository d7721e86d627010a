import type { Following, ReadWords } from '../ask/follow.ts';
import type { Mistake } from '../ask/said.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { Meaning, Selection } from '../parse/selection.ts';
import { writeSelection } from '../parse/selection.ts';
import type { Token } from '../parse/tokenizer.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import {
  type AlertFigures,
  backAt,
  type Crossed,
  calmerLines,
  type Items,
  isBack,
  isBeyond,
  type Measure,
  RULE,
  type Rule,
  writeLine,
} from './line.ts';

/** The contract of what alerts can be about: a feature's figures that can have a line, and how its questions are read. */
export interface AlertSubject {
  /** `stock` for alerts set by `/stock … when …`. Stored with each alert, so it never changes. */
  readonly command: string;
  /** What a person needs to use the command at all. */
  readonly requires: Capability;
  readonly measures: Readonly<Record<string, Measure>>;
  /** How its command reads a question. */
  following(reading: Reading): Following;
  readonly reads: AlertSlots;
  /** The latest day whose data is complete; undefined while there is none. Calls no service. */
  wholeDay(): Promise<string | undefined>;
  /** Figures of a stored day, of the latest where undefined; undefined while it isn't stored. Calls no service. */
  figures(rule: Rule, day?: string): Promise<AlertFigures | undefined>;
  /** The instant before which nothing about the data of `day` is posted. */
  postAt(day: string): number;
  /** A whole command that shows the figures of these items, or of all when there are none: `/stock 1101 1102`. */
  why(rule: Rule, items: readonly string[]): string;
  words(t: Catalog): AlertSubjectWords;
}

/** What the question before a line can say. */
export interface AlertSlots {
  /** What can be chosen in a form. */
  readonly meanings: readonly Meaning[];
  /** What there is a figure of where nothing else is said; undefined for a sum. */
  readonly usualBy: Items | undefined;
  /** The items that rows stand for. */
  readonly rows: Readonly<Record<string, Items>>;
  /** The flag that asks for the sum. */
  readonly total?: string;
  /** Flags that say nothing more. */
  readonly idle: readonly string[];
  /** Lines that help shows, and to suggest where there is none. */
  readonly examples: readonly string[];
  /** What else is wrong. */
  mistakes?(said: ReadWords['said'], tokens: readonly Token[]): readonly Mistake[];
  /** The days of a figure as they are stored; undefined for the usual ones. @throws ParseError for days that stay the same */
  days?(typed: string, reading: Reading): string | undefined;
  /** Phrases for the usual days, and for such as an alert can't have, where they stand in a question. */
  readonly usualDays?: RegExp;
  readonly otherDays?: RegExp;
}

/** Texts in mrkdwn, with names escaped. */
export interface AlertSubjectWords {
  /** What is judged: `Sales of Gin`, `Your products`. */
  subject(rule: Rule): string;
  /** The name of an item; for a sum, what is summed up. */
  item(item: string, rule: Rule): string;
  /** Stands above a posted alert, as plain text. */
  heading(day: string): string;
  /** At most 24 characters. */
  readonly formTitle: string;
  /** The button of App Home that opens the form. */
  readonly homeButton: string;
  readonly form: {
    readonly when: string;
    readonly line: string;
    readonly lineHint?: string;
    readonly product: { readonly label: string; readonly hint?: string };
    readonly store?: { readonly label: string; readonly hint?: string };
  };
  readonly mistakes: {
    readonly noLine: string;
    /** The line is one of another command. */
    readonly elsewhere: string;
    /** An alert can't be told this. */
    otherDays(typed: string): string;
  };
}

/** A rule with its subject. */
export interface AlertRule extends ReturnType<typeof rulePartsOf> {
  /** With thresholds that are passed less often, the nearest first; none where it has no number. */
  calmer(): readonly AlertRule[];
}

export function ruleOf(subject: AlertSubject, rule: Rule, measure: Measure): AlertRule {
  return {
    ...rulePartsOf(subject, rule, measure),
    calmer: () => calmerLines(rule, measure).map((line) => ruleOf(subject, { ...rule, line }, measure)),
  };
}

function rulePartsOf(subject: AlertSubject, rule: Rule, measure: Measure) {
  return {
    subject,
    rule,
    /** As it is stored. */
    json: JSON.stringify(RULE.parse(rule)),
    /** What is typed after the command. */
    typed: writeRule(subject, rule, measure),
    needs: [subject.requires, ...(measure.needs ?? [])],
    line: rule.line,
    backAt: backAt(rule, measure),
    postsBack: measure.postsBack === true,
    isBeyond: (figure: number) => isBeyond(figure, rule, measure),
    /** Whether lists mark a figure as beyond the line. */
    isMarked: (figure: number) => measure.isUsuallyBeyond !== true && isBeyond(figure, rule, measure),
    isBack: (figure: number) => isBack(figure, rule, measure),
    figures: (day?: string) => subject.figures(rule, day),
    why: (items: readonly string[]) => subject.why(rule, items),
    words(t: Catalog) {
      const said = subject.words(t);
      const { figure, distance, ...words } = measure.words(t);
      return {
        rule: words.rule(said.subject(rule), rule),
        /** The threshold by itself. */
        line: words.rule('', rule).trim(),
        item: (item: string) => said.item(item, rule),
        figure,
        distance: (of: number) => distance(of - rule.line),
        crossed: (crossed: Crossed) => words.crossed(said.item(crossed.item, rule), crossed, rule),
      };
    },
  };
}

/** Undefined for a stored rule that only a newer version knows. */
export function readStored(subject: AlertSubject, json: string): AlertRule | undefined {
  const { data } = RULE.safeParse(JSON.parse(json));
  const measure = data && subject.measures[data.measure];
  const isKnown = data?.is !== undefined && measure?.lines[data.is] !== undefined;
  return isKnown ? ruleOf(subject, data, measure) : undefined;
}

/** `group:"Gin" without 1101 total when below 100 units` */
function writeRule({ reads }: AlertSubject, rule: Rule, measure: Measure): string {
  return [...keptWords(reads, rule, rule.selection), 'when', writeLine(rule, measure)].join(' ');
}

/** What a rule says of its question, with these names. */
export function keptWords(
  { usualBy }: AlertSlots,
  { by, days }: Pick<Rule, 'by' | 'days'>,
  selection: Selection,
): string[] {
  const rows = by === usualBy ? [] : [by === undefined ? 'total' : `by:${by}`];
  return [...(days === undefined ? [] : [days]), ...writeSelection(selection), ...rows];
}
