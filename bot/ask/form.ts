import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { writeMetadata } from '../slack/metadata.ts';
import { plain } from '../slack/modal.ts';
import type { FormContext } from './asking.ts';
import { field } from './fields.ts';
import { askWords } from './words/words.ts';

export function formIdOf(command: string): string {
  return `form_${command}`;
}

export const WHERE = 'where';

export function questionModal(
  command: string,
  title: string,
  { language, inChannel }: FormContext,
  fields: readonly KnownBlock[],
): ModalView {
  const { t } = language;
  return {
    type: 'modal',
    callback_id: formIdOf(command),
    private_metadata: writeMetadata(language),
    title: plain(title),
    submit: plain(askWords(t).form.question.show),
    close: plain(t.modals.cancel),
    blocks: [...fields, ...(inChannel ? [whereField(t)] : [])],
  };
}

/** Lets Slack send a response URL for the chosen conversation. */
function whereField(t: Catalog): InputBlock {
  const { where, whereHint, chooseConversation } = askWords(t).form.question;
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

/** The context to build a form for `actor`. Awaits nothing, because a trigger expires after three seconds. */
export function formContext(
  actor: Actor,
  { calendar, now, vocabulary }: Reading,
  inChannel: boolean,
): FormContext {
  return {
    inChannel,
    calendar,
    now,
    names: vocabulary,
    may: (capability) => actor.may(capability).allowed,
    language: actor.language,
  };
}
