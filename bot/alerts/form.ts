import type { ModalView } from '@slack/types';
import type { FormContext } from '../ask/asking.ts';
import { chosenIn, type FilledView, field, option, select } from '../ask/fields.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { plain } from '../slack/modal.ts';
import type { Alert } from './queries.ts';
import type { Subject } from './subject.ts';
import { alertWords } from './words/words.ts';

export function alertFormId(command: string): string {
  return `form_alert_${command}`;
}

const WHERE = 'alert_where';

/**
 * The form of an alert. `channelId` is the channel that it can be posted in, `isHere` says whether the form is opened
 * there; `isForMe` is the choice it opens with.
 */
export function buildAlertModal(
  subject: Subject,
  context: FormContext,
  {
    channelId = '',
    isHere,
    isForMe,
    alert,
  }: {
    readonly channelId?: string | undefined;
    readonly isHere: boolean;
    readonly isForMe: boolean;
    readonly alert?: Alert | undefined;
  },
): ModalView {
  const { t } = context.language;
  const words = alertWords(t).form;
  const where = [option('here', isHere ? words.here : words.there), option('me', words.me)];
  return {
    type: 'modal',
    callback_id: alertFormId(subject.command),
    private_metadata: writeMetadata(context.language, `${channelId} ${alert?.id ?? ''}`),
    title: plain(subject.words(t).formTitle),
    submit: plain(words.save),
    close: plain(t.modals.cancel),
    blocks: [
      ...(alert?.rule.buildFields(context) ?? subject.buildFields(context)),
      ...(channelId === ''
        ? []
        : [
            field(
              { block: WHERE, label: words.where, hint: words.whereHint, required: true },
              select(WHERE, where, isForMe ? 'me' : 'here', t),
            ),
          ]),
    ],
  };
}

/** Where a filled form posts the alert, and which alert it changes. Its values are not trusted. */
export function readAlertPlace(view: FilledView & { readonly private_metadata?: string }): {
  /** Undefined for the person. */
  readonly channelId: string | undefined;
  readonly alertId: number | undefined;
} {
  const [channelId = '', id = ''] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const isInChannel = /^[CG][A-Z0-9]+$/.test(channelId) && chosenIn(view, WHERE) !== 'me';
  return {
    channelId: isInChannel ? channelId : undefined,
    alertId: /^\d{1,9}$/.test(id) ? Number(id) : undefined,
  };
}
