import type { Button, InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import { channelOf } from '../access/person.ts';
import type { Catalog, Worded } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { canParse, ParseError } from '../parse/parseError.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import { context, escapeMrkdwn } from '../slack/message.ts';
import { plain } from '../slack/modal.ts';
import {
  allChosenIn,
  chosenIn,
  type FilledView,
  type FormContext,
  field,
  isTicked,
  type Mistakes,
  option,
  type Picked,
  pickField,
  select,
  textIn,
  tickBox,
  wholeNumber,
} from './fields.ts';
import { LONGEST_SHOWN } from './parseCommand.ts';
import { askWords } from './words/words.ts';

/** A field of a form: what is filled in becomes words of the command that the form writes. */
export interface FormField {
  /** Drawn as they are to be filled in first. */
  readonly blocks: readonly InputBlock[];
  /** Those that open with "More options". */
  readonly more?: readonly InputBlock[];
  /** Empty for nothing. @throws ParseError */
  write(view: FilledView): string;
  /** The block that a mistake is named below. */
  blamed(view: FilledView): string;
}

/** The fields of a command. */
export interface Form {
  readonly fields: readonly FormField[];
  /** Words of the question that no field shows. They stay. */
  readonly kept: string;
  /** Whether the question fills in a field behind "More options". */
  readonly usesMore: boolean;
}

interface Label {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A choice of one; its value is the words that it writes. Slack takes no empty value. */
const NOTHING = '-';

export function choice(
  block: string,
  words: Label,
  options: readonly { readonly words: string; readonly text: string }[],
  chosen: string | undefined,
  t: Catalog,
): FormField {
  const all = options.map((each) => option(each.words || NOTHING, each.text));
  return {
    blocks: [field({ block, ...words, required: true }, select(block, all, chosen || NOTHING, t))],
    write(view) {
      const said = chosenIn(view, block) ?? NOTHING;
      return said === NOTHING ? '' : said;
    },
    blamed: () => block,
  };
}

/** A number from 1 to `most`; `write` says it. */
export function number(
  block: string,
  words: Label,
  { most, usual }: { readonly most: number; readonly usual: number },
  first: number | undefined,
  write: (typed: string) => string,
): FormField {
  return {
    blocks: [field({ block, ...words }, wholeNumber(block, most, first, usual))],
    write: (view) => (textIn(view, block) === '' ? '' : write(textIn(view, block))),
    blamed: () => block,
  };
}

/** A choice of which some take a number: # in their words, or `usual` where it is left out. */
export interface Measured {
  readonly words: string;
  readonly text: string;
  readonly usual?: number;
}

export function measured(
  block: string,
  words: Label,
  options: readonly Measured[],
  chosen: { readonly words: string | undefined; readonly number: number | undefined },
  of: Label & { readonly most: number; readonly example: number; readonly noNumber: Worded },
  t: Catalog,
): FormField {
  const numberBlock = `${block}_number`;
  const chosenOne = choice(block, words, options, chosen.words, t);
  const drawn = wholeNumber(numberBlock, of.most, chosen.number, of.example);
  return {
    blocks: [...chosenOne.blocks, field({ block: numberBlock, label: of.label, hint: of.hint }, drawn)],
    write(view) {
      const said = chosenOne.write(view);
      const typed = textIn(view, numberBlock);
      if (!said.includes('#')) {
        if (typed !== '') throw new ParseError(of.noNumber, '');
        return said;
      }
      const { usual } = options.find((each) => each.words === said) ?? {};
      if (typed === '' && usual === undefined) {
        throw new ParseError((c) => askWords(c).form.typeNumber(of.most), '');
      }
      return said.replace('#', () => typed || String(usual));
    },
    blamed: (view) =>
      chosenOne.write(view).includes('#') || textIn(view, numberBlock) !== '' ? numberBlock : block,
  };
}

export function tick(
  block: string,
  { label, box }: { readonly label: string; readonly box: string },
  words: string,
  isFirst: boolean,
): FormField {
  return {
    blocks: [field({ block, label }, tickBox(block, box, isFirst))],
    write: (view) => (isTicked(view, block) ? words : ''),
    blamed: () => block,
  };
}

/** Products with their groups, or stores; the values are numbers, and names as they are written. */
export function pick(
  block: string,
  words: Label,
  of: 'product' | 'store',
  picked: readonly Picked[],
  t: Catalog,
): FormField {
  return {
    blocks: [pickField({ block, ...words }, of, picked, t)],
    write(view) {
      const values = allChosenIn(view, block);
      const ids = values.filter((value) => /^\d+$/.test(value));
      const names = values.filter((value) => !/^\d+$/.test(value));
      return [
        ...(ids.length === 0 ? [] : [`${of}:${ids.join(',')}`]),
        ...names.map((name) => (/^(?:group|product|store):/.test(name) ? name : `${of}:${inQuotes(name)}`)),
      ].join(' ');
    },
    blamed: () => block,
  };
}

/** Opens the remaining fields of a form; the value is the command that it was opened with, or only its name. */
export const MORE_ACTION = 'form_more';

export function moreButton(value: string, t: Catalog): Button {
  return { type: 'button', action_id: MORE_ACTION, text: plain(askWords(t).form.more), value };
}

/** The blocks of a form; `opensMore` stands in the place of those behind "More options". */
export function formBlocks(
  { fields, kept }: Pick<Form, 'fields' | 'kept'>,
  t: Catalog,
  opensMore?: Button,
): KnownBlock[] {
  const more = fields.flatMap((each) => each.more ?? []);
  const isShort = opensMore !== undefined && more.length > 0;
  return [
    ...fields.flatMap(({ blocks }): KnownBlock[] => [...blocks]),
    ...(isShort ? [{ type: 'actions', elements: [opensMore] } satisfies KnownBlock] : more),
    ...(kept === '' ? [] : [context(escapeMrkdwn(askWords(t).form.kept(kept), LONGEST_SHOWN))]),
  ];
}

/** What `read` gives for the words that a form writes behind `before`, or a sentence below the field that is wrong. */
export function readForm<Read>(
  { fields, kept }: Pick<Form, 'fields' | 'kept'>,
  view: FilledView,
  read: (words: string) => Read,
  t: Catalog,
): { readonly read: Read; readonly words: string } | { readonly mistakes: Mistakes } {
  const mistakes: Record<string, string> = {};
  const parts = fields.map((each) => {
    const block = each.blamed(view);
    try {
      return { block, words: each.write(view) };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      mistakes[block] = error.sentence(t);
      return { block, words: '' };
    }
  });
  if (Object.keys(mistakes).length > 0) return { mistakes };
  const wordsOf = (some: typeof parts) =>
    [...some.map(({ words }) => words), kept].filter((words) => words !== '').join(' ');
  const words = wordsOf(parts);
  try {
    return { read: read(words), words };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const said = parts.filter((part) => part.words !== '');
    // The last without which the rest can be read.
    const wrong =
      said.findLast((part) => canParse(() => read(wordsOf(parts.filter((each) => each !== part))))) ??
      said[0];
    const block = wrong?.block ?? parts[0]?.block ?? '';
    return { mistakes: { [block]: error.sentence(t) } };
  }
}

export function modal(
  id: string,
  titles: { readonly title: string; readonly submit: string },
  blocks: readonly KnownBlock[],
  metadata: string,
  t: Catalog,
): ModalView {
  return {
    type: 'modal',
    callback_id: id,
    private_metadata: metadata,
    title: plain(titles.title),
    submit: plain(titles.submit),
    close: plain(t.modals.cancel),
    blocks: [...blocks],
  };
}

export function formIdOf(command: string): string {
  return `form_${command}`;
}

/** The context to build a form for `actor`. Awaits nothing, because a trigger expires after three seconds. */
export function formContext(
  actor: Pick<Actor, 'may' | 'language' | 'place'>,
  { calendar, now, vocabulary }: Reading,
): FormContext {
  return {
    calendar,
    now,
    names: vocabulary,
    may: (capability) => actor.may(capability).allowed,
    language: actor.language,
    channelId: channelOf(actor.place),
  };
}
