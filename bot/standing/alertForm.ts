import type { ViewOutput } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { button } from '../ask/buttons.ts';
import { type FilledView, type FormContext, type Mistakes, pickedOf } from '../ask/fields.ts';
import { type Form, formBlocks, measured, modal, pick, readForm } from '../ask/form.ts';
import { postedFields, readPosted } from '../ask/posted.ts';
import { askWords } from '../ask/words/words.ts';
import type { LanguageCode } from '../language/formatter.ts';
import type { Language } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { namesOf } from '../parse/names.ts';
import { EVERYTHING } from '../parse/selection.ts';
import { section } from '../slack/message.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { plain } from '../slack/modal.ts';
import { ALERT_LOOK } from './alertButtons.ts';
import type { Alert } from './alertStore.ts';
import type { AskedOfAlert, Rule, Side } from './line.ts';
import { readRule } from './readAlert.ts';
import { type AlertRule, type AlertSubject, keptWords } from './subject.ts';
import { alertWords } from './words/alerts.ts';

export function alertFormId(command: string): string {
  return `form_alert_${command}`;
}

const SIDES: readonly Side[] = ['below', 'above'];
const LOOKED = 'alert_looked';

/** What is asked, and its line where there is one. */
type AskedForAlert = AskedOfAlert & Partial<Rule>;

/** What a form opens with. */
export interface AlertFormWanted {
  /** The channel that it can be posted in. */
  readonly channelId?: string | undefined;
  /** Whether the form is opened there. */
  readonly isHere: boolean;
  readonly isForMe: boolean;
  readonly asked?: AskedForAlert | undefined;
  /** The alert that is changed. */
  readonly alert?: Alert | undefined;
}

export function buildAlertModal(
  subject: AlertSubject,
  context: FormContext,
  { channelId = '', isHere, isForMe, alert, asked = alert?.rule.rule }: AlertFormWanted,
): ModalView {
  const { t, code } = context.language;
  const { fields, kept } = formOf(subject, context, asked);
  const posted = {
    isInChannel: channelId !== '',
    isHere,
    isForMe,
    language: alert?.language ?? code,
  };
  return modal(
    alertFormId(subject.command),
    { title: subject.words(t).formTitle, submit: askWords(t).posted.save },
    [
      ...formBlocks({ fields, kept }, t),
      ...postedFields(posted, t),
      { type: 'actions', elements: [button(ALERT_LOOK, alertWords(t).lookBack.ask, subject.command)] },
    ],
    writeMetadata(context.language, `${channelId} ${alert?.id ?? ''} ${kept}`),
    t,
  );
}

/** The form as it is filled in, with what its alert would have posted. */
export function withLookBack(view: ViewOutput, text: string): ModalView {
  const { title, submit, close, callback_id: id, private_metadata: metadata } = view;
  // Slack gives back the blocks that it was given.
  const given = view.blocks as readonly KnownBlock[];
  return {
    type: 'modal',
    callback_id: id,
    private_metadata: metadata,
    title: plain(title.text),
    ...(submit === null ? {} : { submit: plain(submit.text) }),
    ...(close === null ? {} : { close: plain(close.text) }),
    blocks: [
      ...given.filter(({ block_id: block }) => block !== LOOKED),
      { ...section(text), block_id: LOOKED },
    ],
  };
}

/** The fields for a rule, which write what is read as one: its line, and what is chosen. */
function formOf(
  subject: AlertSubject,
  { language: { t }, names, may }: FormContext,
  asked?: AskedForAlert,
): Pick<Form, 'fields' | 'kept'> {
  const { measures, reads } = subject;
  const words = subject.words(t).form;
  const lines = Object.entries(measures)
    .filter(([, { needs = [] }]) => needs.every(may))
    .flatMap(([name, { lines: written, most, words: wordsOf }]) =>
      SIDES.flatMap((is) => {
        const [line, text] = [written[is], wordsOf(t).form[is]];
        return line === undefined || text === undefined
          ? []
          : [{ name, is, words: line, text, most: most[is] }];
      }),
    );
  const chosen = lines.find(({ name, is }) => name === asked?.measure && is === asked.is) ?? lines[0];
  const { selection = EVERYTHING } = asked ?? {};
  const { without } = selection;
  return {
    fields: [
      measured(
        'alert_when',
        { label: words.when },
        lines,
        { words: chosen?.words, number: Math.abs(asked?.line ?? 0) || undefined },
        {
          label: words.line,
          hint: words.lineHint,
          most: Math.max(...lines.map(({ most }) => most)),
          example: 100,
          noNumber: (c) => alertWords(c).mistakes.clearNumber,
        },
        t,
      ),
      ...reads.meanings.map((meaning) =>
        pick(
          `alert_${meaning}s`,
          words[meaning] ?? { label: '' },
          meaning,
          pickedOf(meaning, selection[meaning], namesOf(meaning, names), t),
          t,
        ),
      ),
    ],
    kept: asked === undefined ? '' : keptWords(reads, asked, { ...EVERYTHING, without }).join(' '),
  };
}

/** The alert that a filled form sets. */
export function readAlertModal(
  subject: AlertSubject,
  view: FilledView,
  reading: Reading,
  language: Language,
): { readonly rule: AlertRule } | { readonly mistakes: Mistakes } {
  const { vocabulary: names, calendar, now } = reading;
  const { fields } = formOf(subject, { names, calendar, now, language, may: () => true });
  const [, , ...kept] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const read = readForm(
    { fields, kept: kept.join(' ') },
    view,
    (words) => readRule(subject, words, reading),
    language.t,
  );
  return 'mistakes' in read ? read : { rule: read.read };
}

/** Where a filled form posts the alert, and which alert it changes. Its values are not trusted. */
export function readAlertPlace(
  view: FilledView,
  language: Language,
): {
  /** Undefined for the person. */
  readonly channelId: string | undefined;
  readonly alertId: number | undefined;
  readonly language: LanguageCode;
} {
  const [channelId = '', id = ''] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const posted = readPosted(view, language);
  return {
    channelId: /^[CG][A-Z0-9]+$/.test(channelId) && !posted.isForMe ? channelId : undefined,
    alertId: /^\d{1,9}$/.test(id) ? Number(id) : undefined,
    language: posted.language,
  };
}
