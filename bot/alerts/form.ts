import type { ModalView } from '@slack/types';
import {
  chosenIn,
  type FilledView,
  type FormContext,
  field,
  type Mistakes,
  option,
  pickedOf,
  select,
} from '../ask/fields.ts';
import { type Form, formBlocks, measured, modal, pick, readForm } from '../ask/form.ts';
import type { Language } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { namesOf } from '../parse/names.ts';
import { EVERYTHING } from '../parse/selection.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import type { Side } from './line.ts';
import type { Alert } from './queries.ts';
import { readRule } from './read.ts';
import { type AlertRule, type AlertSubject, keptWords } from './subject.ts';
import { alertWords } from './words/words.ts';

export function alertFormId(command: string): string {
  return `form_alert_${command}`;
}

const WHERE = 'alert_where';
const SIDES: readonly Side[] = ['below', 'above'];

/**
 * The form of an alert. `channelId` is the channel that it can be posted in, `isHere` says whether the form is opened
 * there; `isForMe` is the choice it opens with.
 */
export function buildAlertModal(
  subject: AlertSubject,
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
  const { fields, kept } = formOf(subject, context, alert?.rule);
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

/** The fields for a rule, which write what is read as one: its line, and what is chosen. */
function formOf(
  subject: AlertSubject,
  { language: { t }, names, may }: FormContext,
  alert?: AlertRule,
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
  const chosen =
    lines.find(({ name, is }) => name === alert?.rule.measure && is === alert.rule.is) ?? lines[0];
  const { selection = EVERYTHING } = alert?.rule ?? {};
  const { without } = selection;
  return {
    fields: [
      measured(
        'alert_when',
        { label: words.when },
        lines,
        { words: chosen?.words, number: alert === undefined ? undefined : Math.abs(alert.line) || undefined },
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
    kept: alert === undefined ? '' : keptWords(reads, alert.rule, { ...EVERYTHING, without }).join(' '),
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
export function readAlertPlace(view: FilledView): {
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
