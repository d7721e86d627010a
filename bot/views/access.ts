import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Permission, PermissionChange } from 'retail-data-client/core';
import { FIELDS } from '../access/permissionForm.ts';
import { escapeMrkdwn, plainSection, section } from '../slack/message.ts';

export const ACCESS_FORM = 'access_form';
export const ACCESS_CONFIRMATION = 'access_confirmation';

const TITLE = { type: 'plain_text', text: 'Switch a permission' } as const;

/** The form of `/access`; `formId` is opaque. */
export function accessForm(formId: string): ModalView {
  return {
    type: 'modal',
    callback_id: ACCESS_FORM,
    private_metadata: formId,
    title: TITLE,
    submit: { type: 'plain_text', text: 'Next' },
    close: { type: 'plain_text', text: 'Cancel' },
    blocks: [
      section(
        'Switches a permission that exists on or off. It cannot create one. Nothing happens before you have seen it repeated and confirmed it.',
      ),
      textInput(FIELDS.email, 'E-mail address', 'kari@example.no'),
      textInput(FIELDS.roleId, 'Role ID', 'with its leading zeros, if it has any'),
      textInput(FIELDS.mainRoleId, 'Main role ID', 'with its leading zeros, if it has any'),
      {
        type: 'input',
        block_id: FIELDS.active,
        label: { type: 'plain_text', text: 'From now on' },
        element: {
          type: 'radio_buttons',
          action_id: FIELDS.active,
          options: [option('on', 'On: may see the data'), option('off', 'Off: may not see it any more')],
        },
      },
    ],
  };
}

/** Repeats what will happen, so that it is read before it is done. */
export function accessConfirmation(changeId: string, change: PermissionChange): ModalView {
  return {
    type: 'modal',
    callback_id: ACCESS_CONFIRMATION,
    private_metadata: changeId,
    title: { type: 'plain_text', text: change.active ? 'Switch it on?' : 'Switch it off?' },
    submit: { type: 'plain_text', text: change.active ? 'Switch on' : 'Switch off' },
    close: { type: 'plain_text', text: 'Cancel' },
    blocks: [
      section(
        change.active
          ? "This *gives* a person access to the wholesaler's data, at once:"
          : "This *takes* a person's access to the wholesaler's data *away*, at once:",
      ),
      ...changeBlocks(change),
      section('It is written into the audit with your name (`/access log`).'),
    ],
  };
}

/** While the service is asked. */
export function accessUnderWay(): ModalView {
  return closing('Asking the service …');
}

/** What the service made of it, in its own words and beside what was asked for. */
export function accessDone(change: PermissionChange, permission: Permission): ModalView {
  const { accessToWholesaler, lastChangedOn, lastChangedAt, result } = permission;
  return closing(`:white_check_mark: Done. The permission is now *${change.active ? 'on' : 'off'}*.`, [
    ...changeBlocks(change),
    plainSection(`Wholesaler: ${accessToWholesaler || 'not told'}`),
    plainSection(`Changed: ${`${lastChangedOn} ${lastChangedAt}`.trim() || 'not told'}`),
    plainSection(`The service says: ${result || 'nothing'}`),
  ]);
}

/** `sentence` in mrkdwn; nothing can be sent from it. */
export function accessSentence(sentence: string): ModalView {
  return closing(sentence);
}

function closing(sentence: string, more: readonly KnownBlock[] = []): ModalView {
  return {
    type: 'modal',
    title: TITLE,
    close: { type: 'plain_text', text: 'Close' },
    blocks: [section(sentence), ...more],
  };
}

function changeBlocks({ email, roleId, mainRoleId, active }: PermissionChange): KnownBlock[] {
  return [
    plainSection(`Who: ${email}`),
    plainSection(`Role ID: ${roleId}`),
    plainSection(`Main role ID: ${mainRoleId}`),
    section(`Access: *${active ? 'on' : 'off'}*`),
  ];
}

/** One line, in mrkdwn. */
export function changeInWords({ email, roleId, mainRoleId, active }: PermissionChange): string {
  const role = `role ${escapeMrkdwn(roleId, 60)}, main role ${escapeMrkdwn(mainRoleId, 60)}`;
  return `access of ${escapeMrkdwn(email, 120)} (${role}) ${active ? 'on' : 'off'}`;
}

/** Far longer than any id or address, and within what an audit entry keeps. */
const LONGEST = 254;

function textInput(block: string, label: string, placeholder: string): InputBlock {
  return {
    type: 'input',
    block_id: block,
    label: { type: 'plain_text', text: label },
    element: {
      type: 'plain_text_input',
      action_id: block,
      max_length: LONGEST,
      placeholder: { type: 'plain_text', text: placeholder },
    },
  };
}

function option(value: string, text: string): { text: { type: 'plain_text'; text: string }; value: string } {
  return { text: { type: 'plain_text', text }, value };
}
