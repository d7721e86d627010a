import type { KnownBlock, ModalView } from '@slack/types';
import type { Permission, PermissionChange } from 'retail-data-client/core';
import { escapeMrkdwn, plainSection, section } from '../slack/message.ts';

const TITLE = { type: 'plain_text', text: 'Switch a permission' } as const;

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

/** What a permission is switched to, and whose it is. */
export function changeBlocks({ email, roleId, mainRoleId, active }: PermissionChange): KnownBlock[] {
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
