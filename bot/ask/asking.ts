import type { ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { SheetContent } from '../figures/sheet.ts';
import type { TypedWords } from '../language/en/common.ts';
import type { Catalog, Worded } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import type { Capability, RequiredCapability } from '../settings/accessPolicy.ts';
import type { Message } from '../slack/message.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { FilledView, FormContext, Mistakes } from './fields.ts';
import { type Following, follow, insteadIn } from './follow.ts';
import { formBlocks, formIdOf, modal, moreButton, readForm } from './form.ts';
import type { WithoutWords } from './parseCommand.ts';
import type { AnswerReader, Reader } from './reader.ts';
import { slotForm } from './slotForm.ts';
import type { Fields, Slots } from './slots.ts';
import { askWords } from './words/words.ts';

/** A person's question, as far as the engine knows it. */
export interface Question {
  readonly command: string;
  readonly kind: string;
}

/**
 * The contract of a command that asks. A feature implements it; the engine parses, answers, shares and exports its
 * questions without knowing what is in them. `parse(write(question))` equals `question` for every question.
 */
export interface Asking<Asked extends Question = Question, Answer = unknown, When = unknown> {
  /** Without the slash: `sales`. */
  readonly command: Asked['command'];
  /** What a person needs to use the command at all. */
  readonly requires: RequiredCapability;
  /** @throws ParseError */
  parse(text: string, reading: Reading): Asked | WithoutWords<Asked['command']>;
  /** The whole command; undefined when no command can express the question. */
  write(question: Asked): string | undefined;
  /** Whether its parser takes any words, as a search does: then a sentence has to point to the command. */
  readonly takesAnyWords?: true;
  /** Reads a sentence of everyday words, in English or Norwegian, as the text of the command. */
  hear(sentence: string, reading: Reading): HeardText;
  readonly slots: Slots<string, string, string>;
  /** How it reads what follows one of its questions. */
  following(reading: Reading): Following<When>;
  /** The days whose figures answer a question, its own period first; undefined where all its data is of now. */
  daysOf?(question: Asked): readonly DayRange[];
  /** The question of other days in the place of its own period. */
  ofDays?(question: Asked, days: DayRange): Asked;
  /** The question for the rows of one that shows an overview; undefined where it shows its own. */
  rowsFor?(question: Asked): Asked;
  /** The products and stores of a question as words of a command, for a question of another command about them. */
  about(question: Asked): About;
  /** What a person needs to see the answer. */
  needs(question: Asked): readonly Capability[];
  /**
   * Data without words.
   * @throws ParseError for a product or store that doesn't exist, NoAnswer while no data is stored, RetailDataError
   * when a call to the service fails
   */
  answer(question: Asked, asked: AskedBy): Promise<Answer>;
  /** Calls no service. @throws ParseError for a product or store that doesn't exist */
  requireKnown(question: Asked): Promise<void>;
  view(answer: Answer, reader: AnswerReader): Message;
  /** How many rows `sheet` gives. */
  rowsOf(answer: Answer): number;
  /** Stands for all figures of an answer: the same where none has changed. Those of its sheet where undefined. */
  figuresOf?(answer: Answer): unknown;
  /** Whether the data of all its days is stored; true where undefined. */
  isWhole?(answer: Answer): boolean;
  /** Says so where the figures of an answer went another way than `claimed`: "It didn't fall: +0.2%." */
  denies?(answer: Answer, claimed: Claim, reader: Reader): string | undefined;
  /** Lines that explain its figures. Without `seesSales`, none of those that are derived from sales. */
  why?(answer: Answer, reader: Reader, seesSales: boolean): readonly string[] | undefined;
  sheet(answer: Answer, reader: AnswerReader): SheetContent;
  /** Offered as buttons, the likeliest first. */
  followUps(question: Asked, answer: Answer): readonly FollowUp[];
  /** The names of all follow-ups. They are part of action ids in Slack, so they never change. */
  readonly followUpNames: readonly string[];
  /** Undefined for a command without a form. */
  readonly fields?: Fields;
  words(t: Catalog): AskingWords;
}

/** `product:1101`, `store:"oslo"`; empty for all. */
export interface About {
  readonly products: string;
  readonly stores: string;
}

/** A sentence as a command's text. */
export interface HeardText {
  readonly text: string;
  /** What it says after a question before, where that is less. */
  readonly following?: string;
  /** Whether a word of the sentence points to the command. */
  readonly isMeant: boolean;
  /** Whether the text only says "all", so that it gives way to products and stores of the question before. */
  readonly isOfAll?: boolean;
  /** Whether it is likely where no word points to any: a period to sales, a place to stores. */
  readonly isLikely?: boolean;
  /** Whether it asks a whole question, so that nothing of a question before is meant. */
  readonly isWhole?: boolean;
  /** Words that the text leaves out, which the answer says. */
  readonly leftOut?: string;
  /** Undefined where it doesn't ask why. */
  readonly why?: AskedWhy;
}

/** Which way figures are said to have gone. */
export type Claim = 'rise' | 'fall';

/** What a sentence that asks why says besides. */
export interface AskedWhy {
  /** Whether it names nothing, so that it is about the answer before. */
  readonly isOfAbove: boolean;
  readonly hasPeriod: boolean;
  readonly claimed: Claim | undefined;
}

export interface AskedBy {
  /** Identifies the person: a person's calls to the service run one question at a time. */
  readonly asker: string;
  /** Whether the person may see data that needs `capability`. */
  readonly may: (capability: Capability) => boolean;
  /** The maximum of rows; TOP_ROWS when undefined. */
  readonly most?: number | undefined;
  /** It is answered as on the morning on which that day's data was the latest; as now where undefined. */
  readonly day?: string | undefined;
}

/** The maximum of rows in an answer in Slack. A file has ALL_ROWS. */
export const TOP_ROWS = 100;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

export interface FollowUp {
  readonly name: string;
  readonly title: Worded;
  readonly command: string | undefined;
  readonly needs: readonly Capability[];
  /** Whether a digest offers it too. */
  readonly isOfDigests?: true;
}

export interface AskingWords {
  /** The words of the command that no other command has. */
  readonly typed: TypedWords;
  /** What each example of help asks, and a `note` below them. */
  readonly help: Readonly<Record<string, string>>;
  /** At most 24 characters. */
  readonly formTitle: string;
  /** The button of App Home that opens the form; undefined for a command without one. */
  readonly homeButton?: string;
  /** A question in everyday words: "how much gin did we sell last week". */
  readonly example: string;
  /** Precedes the names in a question where App Home lists it: "Stock". */
  readonly subject: string;
  /** Says which units its figures have, after "in litres only". */
  readonly inUnits?: string;
  /** Says which days a question "why" is about that names none. */
  readonly usualWhy?: string;
}

/** The form of a command. */
export interface FeatureForm {
  /** Fills in what the command `asked` asks. `isWhole`: with what stands behind "More options". */
  build(context: FormContext, asked?: string, isWhole?: boolean): ModalView;
  /** What was filled in: as a command that is typed so, and in the words of the person's language. */
  read(
    view: FilledView,
    context: FormContext,
  ):
    | { readonly question: Askable; readonly typed: string; readonly command: string }
    | { readonly mistakes: Mistakes };
}

/** Whether the person has all of `needs`. */
export function mayAsk(actor: Pick<Actor, 'may'>, needs: readonly Capability[]): boolean {
  return needs.every((capability) => actor.may(capability).allowed);
}

/** @throws AccessRefused for a person who lacks one of `needs` */
export function requireToAsk(actor: Pick<Actor, 'require'>, needs: readonly Capability[]): void {
  for (const capability of needs) actor.require(capability);
}

/** No data is stored to answer from. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly sentence: Worded;

  constructor(sentence: Worded) {
    super('no data is stored to answer from');
    this.sentence = sentence;
  }
}

/** A question with the feature that it belongs to. */
export interface Askable {
  readonly feature: Feature;
  /** The whole command; undefined when no command can express the question. */
  readonly command: string | undefined;
  readonly needs: readonly Capability[];
  readonly about: About;
  /** As `Asking.daysOf`; empty where all its data is of now. */
  readonly days: readonly DayRange[];
  /** As `Asking.ofDays`; the same question where all its data is of now. */
  ofDays(days: DayRange): Askable;
  /** As `Asking.rowsFor`; the same question where it shows its own rows. */
  rowsFor(): Askable;
  /** False for a product or store that doesn't exist. Calls no service. */
  isKnown(): Promise<boolean>;
  answer(asked: AskedBy): Promise<Answered>;
  /**
   * The question with what the text says in the place of what it asked: "in Oslo only", "the week before". Undefined
   * where the text says nothing. `earlier` is the command asked before it, for "the difference". @throws ParseError
   */
  change(text: string, reading: Reading, earlier?: string): Askable | undefined;
}

/** An answer with the feature that it belongs to. */
export interface Answered {
  readonly rows: number;
  readonly isWhole: boolean;
  readonly followUps: readonly FollowUp[];
  /** As `Asking.figuresOf`. */
  figures(): unknown;
  view(reader: AnswerReader): Message;
  sheet(reader: AnswerReader): SheetContent;
  /** As `Asking.denies`. */
  denies(claimed: Claim, reader: Reader): string | undefined;
  /** As `Asking.why`; undefined where nothing explains it. */
  why(reader: Reader, seesSales: boolean): readonly string[] | undefined;
}

/** A feature as the engine sees it: without the types of its questions and answers. */
export interface Feature
  extends Pick<
    Asking,
    'command' | 'requires' | 'slots' | 'following' | 'followUpNames' | 'words' | 'hear' | 'takesAnyWords'
  > {
  /** @throws ParseError */
  parse(text: string, reading: Reading): Askable | 'help' | 'form';
  /** Whether the text says a period. */
  saysPeriod(text: string, reading: Reading): boolean;
  /** Undefined for a command without a form. */
  readonly form: FeatureForm | undefined;
}

/** A feature as its own code sees it: it can ask without a command. */
export interface FeatureOf<Asked extends Question> extends Feature {
  ask(question: Asked): Askable;
}

/** Hides the types of a feature's questions and answers, so that all features fit in one list. */
export function featureOf<Asked extends Question, Answer, When>(
  asking: Asking<Asked, Answer, When>,
): FeatureOf<Asked> {
  const { command, requires, slots, followUpNames } = asking;
  const answered = (question: Asked, answer: Answer): Answered => ({
    rows: asking.rowsOf(answer),
    isWhole: asking.isWhole?.(answer) ?? true,
    figures: () => asking.figuresOf?.(answer),
    denies: (claimed, reader) => asking.denies?.(answer, claimed, reader),
    why: (reader, seesSales) => asking.why?.(answer, reader, seesSales),
    followUps: asking.followUps(question, answer),
    view: (reader) => asking.view(answer, reader),
    sheet: (reader) => asking.sheet(answer, reader),
  });
  const askable = (question: Asked): Askable => ({
    feature,
    command: asking.write(question),
    needs: asking.needs(question),
    about: asking.about(question),
    days: asking.daysOf?.(question) ?? [],
    ofDays: (days) => askable(asking.ofDays?.(question, days) ?? question),
    rowsFor: () => askable(asking.rowsFor?.(question) ?? question),
    async isKnown() {
      try {
        await asking.requireKnown(question);
        return true;
      } catch (error) {
        if (error instanceof ParseError) return false;
        throw error;
      }
    },
    answer: async (asked) => answered(question, await asking.answer(question, asked)),
    change(text, reading, earlier) {
      const wordsBehind = (typed: string | undefined) => typed?.replace(/^\/\w+ ?/, '');
      const before = wordsBehind(asking.write(question));
      const [typed, gone] = insteadIn(text);
      const heard = asking.hear(typed, reading);
      const said = heard.following ?? heard.text;
      const words =
        before &&
        follow({ before, typed, said, gone, earlier: wordsBehind(earlier) }, asking.following(reading));
      const read = words && asking.parse(words, reading);
      return !read || isWithoutWords(read) ? undefined : askable(read);
    },
  });
  const feature: FeatureOf<Asked> = {
    command,
    requires,
    slots,
    followUpNames,
    words: (t) => asking.words(t),
    hear: (sentence, reading) => asking.hear(sentence, reading),
    following: (reading) => asking.following(reading),
    ...(asking.takesAnyWords === true ? { takesAnyWords: true } : {}),
    ask: askable,
    parse(text, reading) {
      const parsed = asking.parse(text, reading);
      return isWithoutWords(parsed) ? parsed.kind : askable(parsed);
    },
    saysPeriod: (text, reading) =>
      asking
        .following(reading)
        .read(text)
        .said.items.some(({ kind }) => kind === 'period'),
    form: asking.fields && formOf(asking, asking.fields, askable),
  };
  return feature;
}

/** The form of a command that has one. */
function formOf<Asked extends Question, Answer, When>(
  asking: Asking<Asked, Answer, When>,
  fields: Fields,
  askable: (question: Asked) => Askable,
): FeatureForm {
  const { command } = asking;
  const wordsBehind = (typed: string | undefined) => typed?.replace(/^\/\w+ ?/, '');
  const parse = (words: string, reading: Reading): Asked => {
    const read = asking.parse(words === '' ? (fields.otherwise ?? '') : words, reading);
    if (isWithoutWords(read)) throw new ParseError((t) => askWords(t).unknown, `/${command} help`);
    return read;
  };
  const slotsIn = (context: FormContext, asked: string | undefined) => {
    const reading = readingOf(context);
    const written = (words: string) => ifParsed(() => asking.write(parse(words, reading)));
    return slotForm({ following: asking.following(reading), fields, asked, written }, context);
  };
  return {
    build(context, asked, isWhole = false) {
      const { t } = context.language;
      const { typed, formTitle } = asking.words(t);
      const form = slotsIn(context, wordsBehind(asked));
      const say = (words: string) =>
        words && t.common.command(`/${command} ${words}`, typed).replace(/^\/\w+ /, '');
      // Slack allows no empty button value.
      const more = moreButton(asked ?? command, t);
      return modal(
        formIdOf(command),
        { title: formTitle, submit: askWords(t).form.show },
        formBlocks({ ...form, kept: say(form.kept) }, t, isWhole || form.usesMore ? undefined : more),
        writeMetadata(context.language, form.kept, context.channelId),
        t,
      );
    },
    read(view, context) {
      const { t } = context.language;
      // What may not be asked is refused when it is answered.
      const { fields: all } = slotsIn({ ...context, may: () => true }, undefined);
      const kept = readMetadata(view.private_metadata ?? '').value;
      const read = readForm({ fields: all, kept }, view, (words) => parse(words, readingOf(context)), t);
      if ('mistakes' in read) return read;
      const typed = `/${command} ${read.words === '' ? (fields.otherwise ?? '') : read.words}`;
      return {
        question: askable(read.read),
        typed,
        command: t.common.command(typed, asking.words(t).typed),
      };
    },
  };
}

function readingOf({ names, calendar, now }: FormContext): Reading {
  return { vocabulary: names, calendar, now };
}

function isWithoutWords<Asked extends Question>(
  parsed: Asked | WithoutWords<Asked['command']>,
): parsed is WithoutWords<Asked['command']> {
  return parsed.kind === 'help' || parsed.kind === 'form';
}
