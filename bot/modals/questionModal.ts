import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { NameLookup } from '../parser/nameLookup.ts';
import type { Command } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import { field, type Mistakes, plain, type ReadingContext } from './fields.ts';
import { writeMetadata } from './metadata.ts';

/**
 * What was filled in: a question, or a sentence for each block that is wrong. `command` asks it anew, with a period that
 * is counted from then where one was chosen: `/sales last week by:product`.
 */
export type QuestionReading<Asked extends FiguresQuestion = FiguresQuestion> =
  | { readonly question: Asked; readonly command?: string }
  | { readonly mistakes: Mistakes };

/** What a modal that asks a question is built with. */
export interface QuestionModalContext extends ReadingContext {
  readonly names: NameLookup;
  /** Whether the person may see sales: what would be refused is not offered. */
  readonly seesSales: boolean;
  /** Typed in a channel: the answer goes there, for the person alone. Else it comes in the modal itself. */
  readonly inChannel: boolean;
}

export const QUESTION_MODAL_IDS: Readonly<Record<Command, string>> = {
  stock: 'form_stock',
  sales: 'form_sales',
  stores: 'form_stores',
};

export const WHERE = 'where';

export function questionModal(
  command: Command,
  { language, inChannel }: QuestionModalContext,
  fields: readonly KnownBlock[],
): ModalView {
  const { t } = language;
  return {
    type: 'modal',
    callback_id: QUESTION_MODAL_IDS[command],
    private_metadata: writeMetadata(language),
    title: plain(t.modals.question.titles[command]),
    submit: plain(t.modals.question.show),
    close: plain(t.modals.cancel),
    blocks: [...fields, ...(inChannel ? [whereField(t)] : [])],
  };
}

/** Slack gives an address to answer at for the conversation that stands here. */
function whereField(t: Catalog): InputBlock {
  const { where, whereHint, chooseConversation } = t.modals.question;
  return field(
    { block: WHERE, label: where, hint: whereHint },
    {
      type: 'conversations_select',
      action_id: WHERE,
      default_to_current_conversation: true,
      response_url_enabled: true,
      placeholder: plain(chooseConversation),
      filter: { include: ['public', 'private', 'im'], exclude_external_shared_channels: true },
    },
  );
}

/** The question that stands in a modal before anything is filled in: one of its own command, if any. */
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
