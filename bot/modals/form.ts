import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Calendar } from 'retail-data-client/core';
import type { Formatter } from '../language/formatter.ts';
import type { NameLookup } from '../parser/nameLookup.ts';
import type { Command } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import { field, plain } from './fields.ts';

/** What a form is drawn and read with. */
export interface FormMoment {
  readonly calendar: Calendar;
  readonly now: number;
}

/** What a form is drawn with besides. */
export interface FormLook extends FormMoment {
  readonly vocabulary: NameLookup;
  readonly figures: Formatter;
  /** Typed in a channel: the answer goes there, for the person alone. Else it comes in the form itself. */
  readonly inChannel: boolean;
}

export const FORM_NAMES: Readonly<Record<Command, string>> = {
  stock: 'form_stock',
  sales: 'form_sales',
  stores: 'form_stores',
};

const TITLES: Readonly<Record<Command, string>> = {
  stock: 'Stock',
  sales: 'Sales',
  stores: 'Stores',
};

/** Slack sends an empty one back where none was set; stand-ins for it do so only when it was. */
export const NO_METADATA = '';

const WHERE = 'where';

export function formView(command: Command, look: FormLook, fields: readonly KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: FORM_NAMES[command],
    private_metadata: NO_METADATA,
    title: plain(TITLES[command]),
    submit: plain('Show'),
    close: plain('Cancel'),
    blocks: [...fields, ...(look.inChannel ? [whereField()] : [])],
  };
}

/** Slack gives an address to answer at for the conversation that stands here. */
function whereField(): InputBlock {
  return field(
    {
      block: WHERE,
      label: 'Show the answer in',
      hint: 'Only you can see it there. Empty: it is shown in this window.',
    },
    {
      type: 'conversations_select',
      action_id: WHERE,
      default_to_current_conversation: true,
      response_url_enabled: true,
      placeholder: plain('Choose a conversation'),
      filter: { include: ['public', 'private', 'mpim', 'im'], exclude_external_shared_channels: true },
    },
  );
}

/** The question that stands in a form before anything is filled in: one of its own command, if any. */
export function prefillOf<Name extends Command>(
  command: Name,
  question: FiguresQuestion | undefined,
): Extract<FiguresQuestion, { command: Name }> | undefined {
  return isOf(command, question) ? question : undefined;
}

function isOf<Name extends Command>(
  command: Name,
  question: FiguresQuestion | undefined,
): question is Extract<FiguresQuestion, { command: Name }> {
  return question?.command === command;
}

/** Numbers with their names, for what stands in a picker already. */
export function named(
  ids: readonly string[],
  names: NameLookup['products'],
): { readonly id: string; readonly name: string }[] {
  return ids.map((id) => ({ id, name: names.nameOf(id) ?? '' }));
}
