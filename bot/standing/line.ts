import * as z from 'zod/mini';
import type { Catalog } from '../language/language.ts';
import { selectionSchema } from '../parse/selection.ts';
import type { Capability } from '../settings/accessPolicy.ts';

/** Past which side of its line a figure is beyond it. */
export type Side = 'below' | 'above';

/** What an alert has a figure of; a rule of one sum has none. */
const ITEMS = ['product', 'store', 'group'] as const;
export type Items = (typeof ITEMS)[number];

/** Reads a stored rule, with its keys in this order, so that the same alert is stored once. */
export const RULE = z.readonly(
  z.object({
    /** The name of a measure of the subject. Stored, so it never changes. */
    measure: z.string(),
    is: z.enum(['below', 'above']),
    /** In the unit of the measure; negative for a fall. */
    line: z.number(),
    by: z.optional(z.enum(ITEMS)),
    /** The days of the figure as they were typed, read anew each day: `compare last month`. */
    days: z.optional(z.string()),
    selection: selectionSchema,
  }),
);

/** What an alert is about: a question, and the line behind it. Plain JSON. */
export type Rule = Readonly<z.infer<typeof RULE>>;

/** The question of a rule. */
export type AskedOfAlert = Pick<Rule, 'by' | 'days' | 'selection'>;

/** How a line is said: "below 100", "falls by 30%", "out", "back in stock". */
export type Comparison = 'below' | 'above' | 'down' | 'up' | 'out' | 'back';

/** A figure that can have a line. A new one is an entry in the table of its subject, with its words. */
export interface Measure {
  /** How its lines are written and chosen in a form, with # for the number. */
  readonly lines: Readonly<Partial<Record<Side, string>>>;
  /** How they are said. */
  readonly said: Readonly<Partial<Record<Comparison, Side>>>;
  /** Words for its unit, by how many one of it is: `{ 7: 'week weeks' }`. */
  readonly units?: Readonly<Record<number, string>>;
  /** Whether it is meant where a number has no unit. */
  readonly isUsual?: true;
  /** The largest number of a line. */
  readonly most: Most;
  /** The number to suggest. */
  readonly example: number;
  /** Whether a figure at the line is beyond it. */
  readonly isAtLine?: true;
  /** How far back over the line a figure must be before the alert posts again. */
  margin(line: number): number;
  /** Whether figures usually are beyond the line, so that those which are there aren't worth a mark. */
  readonly isUsuallyBeyond?: true;
  /** Whether it posts when a figure is back, too. */
  readonly postsBack?: true;
  /** What the owner needs to see it, besides what the command requires. */
  readonly needs?: readonly Capability[];
  words(t: Catalog): MeasureWords;
}

/** Texts in mrkdwn; names are escaped. */
export interface MeasureWords {
  /** The choices of a form. */
  readonly form: Readonly<Partial<Record<Side, string>>>;
  /** `1101 Pale Ale below 100 units` */
  rule(subject: string, line: SaidLine): string;
  /** `88 units` */
  figure(figure: number): string;
  /** How far a figure is from the line: `12 units below the line`. */
  distance(by: number): string;
  /** A line of a posted alert: `*1101 Pale Ale* has 88 units, fewer than 100 (before: 130)`. */
  crossed(name: string, crossed: Crossed, line: SaidLine): string;
  /** `typed` is no number of a line. */
  wrong(typed: string, most: Most): string;
}

/** An item that crossed the line. */
export interface Crossed {
  readonly item: string;
  /** `back`: back over the line, for a measure that posts then. */
  readonly crossing: 'beyond' | 'back';
  readonly figure: number;
  /** The figure that it was judged by before. */
  readonly before: number;
  /** As in AlertFigures. */
  readonly openDays?: OpenDays | undefined;
}

/** An item of an alert, as it was last judged. */
export interface ItemState {
  readonly item: string;
  /** `fired`: the item went beyond the line, and hasn't been back by the margin since. `armed`: it fires when it does. */
  readonly state: 'armed' | 'fired';
  readonly figure: number;
}

/** Figures by item; a rule of one sum has the item ''. An item that isn't known is left out, which is no crossing. */
export interface AlertFigures {
  readonly day: string;
  readonly figures: ReadonlyMap<string, number>;
  /** Open days of the two periods that a change per open day compares; undefined where the sums are compared. */
  readonly openDays?: OpenDays | undefined;
}

export interface OpenDays {
  readonly now: number;
  readonly before: number;
}

export type Most = Readonly<Record<Side, number>>;

export type Line = Pick<Rule, 'is' | 'line'>;

/** A line that is put into words. */
export type SaidLine = Pick<Rule, 'is' | 'line' | 'days'>;

export function isBeyond(figure: number, { is, line }: Line, { isAtLine }: Measure): boolean {
  if (figure === line) return isAtLine === true;
  return is === 'below' ? figure < line : figure > line;
}

/** Whether a figure is back over the line by the margin: one that swings about the line posts once. */
export function isBack(figure: number, rule: Line, measure: Measure): boolean {
  const at = backAt(rule, measure);
  return !isBeyond(figure, rule, measure) && (rule.is === 'below' ? figure >= at : figure <= at);
}

export function backAt({ is, line }: Line, { margin }: Measure): number {
  return is === 'below' ? line + margin(line) : line - margin(line);
}

export function writeLine({ is, line }: Line, { lines }: Measure): string {
  return (lines[is] ?? '').replace('#', () => String(Math.abs(line)));
}

/** How often a line is moved by a part of it. */
const STEPS = Array.from({ length: 19 }, (_, at) => at + 1);
const [NEARER, FARTHER] = [0.85, 1.3];

/** Lines that fewer figures are beyond, the nearest first. */
export function calmerLines({ is, line }: Line, { most }: Measure): readonly number[] {
  const part = is === 'below' && line > 0 ? NEARER : FARTHER;
  const sizes = STEPS.map((step) => {
    const size = Math.abs(line) * part ** step;
    const digits = 10 ** Math.max(0, Math.floor(Math.log10(size || 1)) - 1);
    return Math.round(size / digits) * digits;
  });
  const known = new Set(sizes.filter((size) => size >= 1 && size <= most[is] && size !== Math.abs(line)));
  return [...known].map((size) => Math.sign(line) * size);
}
