import type { ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog, Worded } from '../language/language.ts';
import type { NameLookup, Reading } from '../parse/nameLookup.ts';
import type { WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import type { Capability, RequiredCapability } from '../settings/accessPolicy.ts';
import type { Message } from '../slack/message.ts';
import type { FilledView, Mistakes, ReadingContext } from './fields.ts';
import type { AnswerReader } from './reader.ts';
import type { SheetContent } from './sheet.ts';

/** What a person asked, as the engine knows it. */
export interface Question {
  readonly command: string;
  readonly kind: string;
}

/**
 * What can be asked: the contract of a command. A feature gives it; the engine types, clicks, shares and files it without
 * knowing what it's about. `parse(write(question))` is `question`, for every question.
 */
export interface Asking<Asked extends Question = Question, Answer = unknown> {
  /** Without the slash: `sales`. */
  readonly command: Asked['command'];
  /** Required to use the command at all. */
  readonly requires: RequiredCapability;
  /** @throws ParseError */
  parse(text: string, reading: Reading): Asked | WithoutWords<Asked['command']>;
  /** The whole command; undefined where none can say it. */
  write(question: Asked): string | undefined;
  /** What a person must be allowed to see to get the answer. */
  needs(question: Asked): readonly Capability[];
  /**
   * Data, no words.
   * @throws ParseError for a product or store that doesn't exist, NoAnswer while no data is stored, RetailDataError when the
   * service had to be asked
   */
  answer(question: Asked, asked: AskedBy): Promise<Answer>;
  /** Asks nothing of the service. @throws ParseError for a product or store that doesn't exist */
  requireKnown(question: Asked): Promise<void>;
  view(answer: Answer, reader: AnswerReader): Message;
  /** How many rows a file of the whole answer has. */
  rowsOf(answer: Answer): number;
  sheet(answer: Answer, reader: AnswerReader): SheetContent;
  /** What people ask next, the likeliest first. */
  followUps(question: Asked, answer: Answer): readonly FollowUp[];
  /** The names of all its follow-ups. They are part of action ids in Slack, so they never change. */
  readonly followUpNames: readonly string[];
  readonly form: AskingForm<Asked>;
  words(t: Catalog): AskingWords;
}

export interface AskedBy {
  /** Names the person: each reads from the service for one question at a time. */
  readonly asker: string;
  /** Whether the person may see what is derived from it. */
  readonly may: (capability: Capability) => boolean;
  /** Rows; as many as are read in Slack when undefined. */
  readonly most?: number | undefined;
}

/** Rows of an answer that is read in Slack; a file has them all. */
export const TOP_ROWS = 100;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

export interface FollowUp {
  readonly name: string;
  readonly title: Worded;
  readonly command: string | undefined;
  readonly needs: readonly Capability[];
}

export interface AskingWords {
  readonly help: string;
  /** At most 24 characters. */
  readonly formTitle: string;
  /** The button of App Home that opens the form. */
  readonly homeButton: string;
  /** Before the names in a question, where App Home lists it: "Stock". */
  readonly subject: string;
}

/** The form of a command. */
export interface AskingForm<Asked extends Question> {
  /** With what `question` says filled in. */
  build(context: FormContext, question?: Asked): ModalView;
  /** The form with all its fields in place of the short one that is open; `asked` is the value of the button in it. */
  buildWhole?(context: FormContext, open: FilledView, asked: string): ModalView;
  read(view: FilledView, context: ReadingContext): FormReading<Asked>;
}

/** What a form is built with. */
export interface FormContext extends ReadingContext {
  readonly names: NameLookup;
  /** What would be refused isn't offered. */
  readonly may: (capability: Capability) => boolean;
  /** Typed in a channel: the answer goes there, for the person alone. Otherwise the modal shows it. */
  readonly inChannel: boolean;
}

/**
 * What was filled in: a question, or a sentence for each block that is wrong. `command` asks it again, with a period that
 * counts from then where one was chosen: `/sales last week by:product`.
 */
export type FormReading<Asked> =
  | { readonly question: Asked; readonly command?: string | undefined }
  | { readonly mistakes: Mistakes };

/** Whether somebody may see what needs that: what would be refused isn't offered. */
export function mayAsk(actor: Pick<Actor, 'may'>, needs: readonly Capability[]): boolean {
  return needs.every((capability) => actor.may(capability).allowed);
}

/** @throws AccessRefused for a person who lacks one of them */
export function requireToAsk(actor: Pick<Actor, 'require'>, needs: readonly Capability[]): void {
  for (const capability of needs) actor.require(capability);
}

/** There is no data to answer from. */
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
  /** The whole command that asks it; undefined where none can. */
  readonly command: string | undefined;
  readonly needs: readonly Capability[];
  /** False for a product or store that doesn't exist. The service isn't asked. */
  isKnown(): Promise<boolean>;
  answer(asked: AskedBy): Promise<Answered>;
  buildForm(context: FormContext): ModalView;
}

/** An answer with the feature that it belongs to. */
export interface Answered {
  readonly rows: number;
  readonly followUps: readonly FollowUp[];
  view(reader: AnswerReader): Message;
  sheet(reader: AnswerReader): SheetContent;
}

/** A feature that can be asked, whatever its questions and answers are. */
export interface Feature extends Pick<Asking, 'command' | 'requires' | 'followUpNames' | 'words'> {
  /** @throws ParseError */
  parse(text: string, reading: Reading): Askable | 'help' | 'form';
  buildForm(context: FormContext): ModalView;
  buildWholeForm(context: FormContext, open: FilledView, asked: string): ModalView;
  readForm(view: FilledView, context: ReadingContext): FormReading<Askable>;
}

/** A feature whose own code can ask it without a command. */
export interface FeatureOf<Asked extends Question> extends Feature {
  ask(question: Asked): Askable;
}

/** Closes over the types of a feature's questions and answers, so that features of all kinds stand in one list. */
export function featureOf<Asked extends Question, Answer>(asking: Asking<Asked, Answer>): FeatureOf<Asked> {
  const { command, requires, followUpNames, form } = asking;
  const answered = (question: Asked, answer: Answer): Answered => ({
    rows: asking.rowsOf(answer),
    followUps: asking.followUps(question, answer),
    view: (reader) => asking.view(answer, reader),
    sheet: (reader) => asking.sheet(answer, reader),
  });
  const askable = (question: Asked): Askable => ({
    feature,
    command: asking.write(question),
    needs: asking.needs(question),
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
    buildForm: (context) => form.build(context, question),
  });
  const feature: FeatureOf<Asked> = {
    command,
    requires,
    followUpNames,
    words: (t) => asking.words(t),
    ask: askable,
    parse(text, reading) {
      const parsed = asking.parse(text, reading);
      return isWithoutWords(parsed) ? parsed.kind : askable(parsed);
    },
    buildForm: (context) => form.build(context),
    buildWholeForm: (context, open, asked) => form.buildWhole?.(context, open, asked) ?? form.build(context),
    readForm(view, context) {
      const read = form.read(view, context);
      return 'mistakes' in read ? read : { question: askable(read.question), command: read.command };
    },
  };
  return feature;
}

function isWithoutWords<Asked extends Question>(
  parsed: Asked | WithoutWords<Asked['command']>,
): parsed is WithoutWords<Asked['command']> {
  return parsed.kind === 'help' || parsed.kind === 'form';
}
