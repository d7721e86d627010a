import type { FormContext } from '../ask/fields.ts';
import type { Form } from '../ask/form.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { Capability } from '../settings/accessPolicy.ts';

/**
 * The contract of what alerts can be about. A feature implements it; the engine sets, stores, judges and posts its alerts
 * without knowing what is in a rule. A rule is plain JSON.
 */
export interface AlertSubject<Rule = unknown> {
  /** `stock` for alerts set by `/stock alert`. Stored with each alert, so it never changes. */
  readonly command: string;
  /** What a person needs to use the command at all. */
  readonly requires: Capability;
  /**
   * Reads what stands after `/stock alert` and `me`. The fixes of an error stand in the same place.
   * `parse(write(rule))` equals `rule`. @throws ParseError
   */
  parse(words: string, reading: Reading): Rule;
  write(rule: Rule): string;
  /**
   * The rule that was stored as JSON; undefined for one that only a newer version knows. Equal rules have their keys in
   * the same order, so that the same alert is stored once.
   */
  read(stored: unknown): Rule | undefined;
  /** What the owner needs to see the figures. */
  needs(rule: Rule): readonly Capability[];
  /** The latest day whose data is complete; undefined while there is none. Calls no service. */
  wholeDay(): Promise<string | undefined>;
  /** Figures of the latest stored day; undefined while none is stored. Calls no service. */
  figures(rule: Rule): Promise<AlertFigures | undefined>;
  /** The line, in the unit of the figures. */
  line(rule: Rule): number;
  isBeyond(figure: number, rule: Rule): boolean;
  /** Whether a figure is back over the line by the margin, so that the alert can fire again. */
  isBack(figure: number, rule: Rule): boolean;
  /** The figure at which it can fire again. */
  backAt(rule: Rule): number;
  /** Whether it also posts when a figure is back. */
  ringsWhenBack(rule: Rule): boolean;
  /** The instant before which nothing about the data of `day` is posted. */
  postAt(day: string): number;
  /** A whole command that shows the figures of these items, or of all when there are none: `/stock 1101 1102`. */
  why(rule: Rule, items: readonly string[]): string;
  /** The fields for a rule, which write what `parse` reads. The engine adds where the alert is posted. */
  form(context: FormContext, rule?: Rule): AlertFields;
  words(t: Catalog): AlertSubjectWords<Rule>;
}

export type AlertFields = Pick<Form, 'fields' | 'kept'>;

/** Figures by item; a rule of one sum has the item ''. An item that isn't known is left out, which is no crossing. */
export interface AlertFigures {
  readonly day: string;
  readonly figures: ReadonlyMap<string, number>;
  /** Open days of the two periods that a change per open day compares; undefined where the sums are compared. */
  readonly openDays?: OpenDays | undefined;
}

export type OpenDays = readonly [now: number, before: number];

/** An item that crossed the line. */
export interface Crossed {
  readonly item: string;
  /** `back`: back over the line, for a rule that rings then. */
  readonly crossing: 'beyond' | 'back';
  readonly figure: number;
  /** The figure that it was judged by before. */
  readonly before: number;
  /** As in AlertFigures. */
  readonly openDays?: OpenDays | undefined;
}

/** Texts in mrkdwn, with names escaped. */
export interface AlertSubjectWords<Rule> {
  /** The rule as a phrase: `1101 Pale Ale below 100 units`. */
  rule(rule: Rule): string;
  /** The name of an item; for a sum, what is summed up. */
  item(item: string, rule: Rule): string;
  /** `88 units`. */
  figure(figure: number, rule: Rule): string;
  /** How far a figure is from the line: `12 units below the line`. */
  distance(figure: number, rule: Rule): string;
  /** A line of a posted alert: `*1101 Pale Ale* has 88 units, fewer than 100 (before: 130)`. */
  crossed(crossed: Crossed, rule: Rule): string;
  /** Stands above a posted alert, as plain text. */
  heading(day: string): string;
  /** At most 24 characters. */
  readonly formTitle: string;
  /** The button of App Home that opens the form. */
  readonly homeButton: string;
  /** Commands with what they do, a line each. */
  readonly help: string;
}

/** A rule as the engine sees it: without its type. */
export interface AlertRule {
  readonly subject: Subject;
  /** As it is stored. */
  readonly json: string;
  /** What is typed after `/stock alert`. */
  readonly typed: string;
  readonly needs: readonly Capability[];
  readonly line: number;
  readonly ringsWhenBack: boolean;
  isBeyond(figure: number): boolean;
  isBack(figure: number): boolean;
  readonly backAt: number;
  figures(): Promise<AlertFigures | undefined>;
  why(items: readonly string[]): string;
  form(context: FormContext): AlertFields;
  words(t: Catalog): RuleWords;
}

/** The texts of one rule. */
export interface RuleWords {
  readonly rule: string;
  item(item: string): string;
  figure(figure: number): string;
  distance(figure: number): string;
  crossed(crossed: Crossed): string;
}

/** A subject as the engine sees it: without the type of its rules. */
export interface Subject extends Pick<AlertSubject, 'command' | 'requires' | 'wholeDay' | 'postAt'> {
  /** @throws ParseError */
  parse(words: string, reading: Reading): AlertRule;
  /** Undefined for a rule that only a newer version knows. */
  read(json: string): AlertRule | undefined;
  form(context: FormContext): AlertFields;
  words(t: Catalog): Pick<AlertSubjectWords<unknown>, 'heading' | 'formTitle' | 'homeButton' | 'help'>;
}

/** Hides the type of a subject's rules, so that all subjects fit in one list. */
export function subjectOf<Rule>(about: AlertSubject<Rule>): Subject {
  const { command, requires } = about;
  const ruleOf = (rule: Rule): AlertRule => ({
    subject,
    json: JSON.stringify(rule),
    typed: about.write(rule),
    needs: about.needs(rule),
    line: about.line(rule),
    ringsWhenBack: about.ringsWhenBack(rule),
    isBeyond: (figure) => about.isBeyond(figure, rule),
    isBack: (figure) => about.isBack(figure, rule),
    backAt: about.backAt(rule),
    figures: () => about.figures(rule),
    why: (items) => about.why(rule, items),
    form: (context) => about.form(context, rule),
    words(t) {
      const words = about.words(t);
      return {
        rule: words.rule(rule),
        item: (item) => words.item(item, rule),
        figure: (figure) => words.figure(figure, rule),
        distance: (figure) => words.distance(figure, rule),
        crossed: (crossed) => words.crossed(crossed, rule),
      };
    },
  });
  const subject: Subject = {
    command,
    requires,
    wholeDay: () => about.wholeDay(),
    postAt: (day) => about.postAt(day),
    parse: (words, reading) => ruleOf(about.parse(words, reading)),
    read(json) {
      const rule = about.read(JSON.parse(json));
      return rule === undefined ? undefined : ruleOf(rule);
    },
    form: (context) => about.form(context),
    words: (t) => about.words(t),
  };
  return subject;
}
