import type { ModalView } from '@slack/types';
import type { FilledForm } from '../ask/asking.ts';
import { chosenIn, type FormContext, field, type Mistakes, option, select } from '../ask/fields.ts';
import { formBlocks, modal, readForm } from '../ask/form.ts';
import type { Language } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import type { Alert } from './queries.ts';
import type { AlertRule, Subject } from './subject.ts';
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
  const { fields, kept } = (alert?.rule ?? subject).form(context);
  return modal(
    alertFormId(subject.command),
    { title: subject.words(t).formTitle, submit: words.save },
    [
      ...formBlocks({ fields, kept }, t),
      ...(channelId === ''
        ? []
        : [
            field(
              { block: WHERE, label: words.where, hint: words.whereHint, required: true },
              select(WHERE, where, isForMe ? 'me' : 'here', t),
            ),
          ]),
    ],
    writeMetadata(context.language, `${channelId} ${alert?.id ?? ''} ${kept}`),
    t,
  );
}

/** The alert that a filled form sets. */
export function readAlertModal(
  subject: Subject,
  view: FilledForm,
  reading: Reading,
  language: Language,
): { readonly rule: AlertRule } | { readonly mistakes: Mistakes } {
  const { vocabulary: names, calendar, now } = reading;
  const { fields } = subject.form({ names, calendar, now, language, may: () => true });
  const [, , ...kept] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const read = readForm(
    { fields, kept: kept.join(' ') },
    view,
    (words) => subject.parse(words, reading),
    language.t,
  );
  return 'mistakes' in read ? read : { rule: read.read };
}

/** Where a filled form posts the alert, and which alert it changes. Its values are not trusted. */
export function readAlertPlace(view: FilledForm): {
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
