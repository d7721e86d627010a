import { createHash } from 'node:crypto';
import type { InputBlock, ModalView } from '@slack/types';
import { type PermissionChange, permissionOperation } from 'retail-data-client/operations/permission';
import type { Language } from '../language/language.ts';
import { section } from '../slack/message.ts';
import { changeBlocks } from '../views/access.ts';
import {
  chosenIn,
  type FilledView,
  type Mistakes,
  option,
  plain,
  type ReadingContext,
  textIn,
} from './fields.ts';
import { writeMetadata } from './metadata.ts';

export const PERMISSION_MODAL = 'access_form';
export const PERMISSION_CONFIRMATION = 'access_confirmation';

/** The blocks of the modal; each holds one element of the same name. */
export const PERMISSION_FIELDS = {
  email: 'email',
  roleId: 'role_id',
  mainRoleId: 'main_role_id',
  active: 'active',
} as const;

/** The modal of `/access`; `formId` is opaque. */
export function buildPermissionModal(formId: string, language: Language): ModalView {
  const { t } = language;
  const words = t.modals.permission;
  const { email, roleId, mainRoleId, active } = PERMISSION_FIELDS;
  return {
    type: 'modal',
    callback_id: PERMISSION_MODAL,
    private_metadata: writeMetadata(language, formId),
    title: plain(words.title),
    submit: plain(words.next),
    close: plain(t.modals.cancel),
    blocks: [
      section(words.explanation),
      textInput(email, words.email, words.emailExample),
      textInput(roleId, words.roleId, words.idHint),
      textInput(mainRoleId, words.mainRoleId, words.idHint),
      {
        type: 'input',
        block_id: active,
        label: plain(words.active),
        element: {
          type: 'radio_buttons',
          action_id: active,
          options: [option(ON, words.on), option(OFF, words.off)],
        },
      },
    ],
  };
}

const ON = 'on';
const OFF = 'off';
/** Far longer than any id or address, and within what an audit entry keeps. */
const LONGEST = 254;

function textInput(block: string, label: string, placeholder: string): InputBlock {
  return {
    type: 'input',
    block_id: block,
    label: plain(label),
    element: {
      type: 'plain_text_input',
      action_id: block,
      max_length: LONGEST,
      placeholder: plain(placeholder),
    },
  };
}

export type PermissionReading = { readonly change: PermissionChange } | { readonly mistakes: Mistakes };

/** What was filled in, judged by the same schema that the client sends it with. */
export function readPermissionModal(
  view: FilledView,
  { language: { t } }: Pick<ReadingContext, 'language'>,
): PermissionReading {
  const active = chosenIn(view, PERMISSION_FIELDS.active);
  const read = permissionOperation.body.safeParse({
    email: textIn(view, PERMISSION_FIELDS.email),
    roleId: textIn(view, PERMISSION_FIELDS.roleId),
    mainRoleId: textIn(view, PERMISSION_FIELDS.mainRoleId),
    active: active === ON ? true : active === OFF ? false : undefined,
  });
  if (read.success) return { change: read.data };
  const mistakes: Record<string, string> = {};
  for (const { path, message } of read.error.issues) {
    const [field] = path;
    const block = isField(field) ? PERMISSION_FIELDS[field] : PERMISSION_FIELDS.email;
    mistakes[block] = t.modals.permission.mustBe(isField(field) ? field : undefined, message);
  }
  return { mistakes };
}

function isField(field: unknown): field is keyof typeof PERMISSION_FIELDS {
  return typeof field === 'string' && Object.hasOwn(PERMISSION_FIELDS, field);
}

/**
 * The name of a change: the same modal sent in twice is one change, and one with other values is another, so that what was
 * confirmed is always what was shown.
 */
export function changeIdOf(formId: string, { email, roleId, mainRoleId, active }: PermissionChange): string {
  const parts = [formId, email, roleId, mainRoleId, active];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Repeats what will happen, so that it is read before it is done. */
export function buildConfirmationModal(
  changeId: string,
  change: PermissionChange,
  language: Language,
): ModalView {
  const { t } = language;
  const words = t.modals.permission;
  return {
    type: 'modal',
    callback_id: PERMISSION_CONFIRMATION,
    private_metadata: writeMetadata(language, changeId),
    title: plain(change.active ? words.confirmOn : words.confirmOff),
    submit: plain(change.active ? words.switchOn : words.switchOff),
    close: plain(t.modals.cancel),
    blocks: [
      section(change.active ? words.gives : words.takes),
      ...changeBlocks(change, t),
      section(words.audited),
    ],
  };
}
