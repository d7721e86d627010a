import type { KnownBlock, ModalView } from '@slack/types';
import type { Permission, PermissionChange } from 'retail-data-client/operations/permission';
import { readOutcome } from '../access/outcomes.ts';
import type { Catalog } from '../language/language.ts';
import { escapeMrkdwn, plainSection, section } from '../slack/message.ts';
import { servedDate } from '../text/dayRange.ts';

/** What an entry of the audit notes, as this person reads it; not escaped. */
export function outcomeInWords(noted: string, { permission: { log }, failures }: Catalog): string {
  const outcome = readOutcome(noted);
  switch (outcome.kind) {
    case 'done':
      return log.outcomes.done(outcome.active, outcome.told);
    case 'failure':
      return failures.message({
        kind: outcome.failure,
        status: outcome.status,
        message: outcome.message,
        advice: '',
      });
    case 'refused':
      return `${outcome.command}: ${log.outcomes.refused[outcome.reason]}`;
    case 'other':
      return outcome.text;
    default:
      return log.outcomes[outcome.kind];
  }
}

/** While the service is asked. */
export function accessUnderWay(t: Catalog): ModalView {
  return accessSentence(t.permission.waiting, t);
}

/** What the service made of it, in its own words and beside what was asked for. */
export function accessDone(change: PermissionChange, permission: Permission, t: Catalog): ModalView {
  const { accessToWholesaler, lastChangedOn, lastChangedAt, result } = permission;
  const { done, answer } = t.permission;
  return accessSentence(done(change.active), t, [
    ...changeBlocks(change, t),
    plainSection(answer.wholesaler(accessToWholesaler)),
    plainSection(answer.changed(servedDate(lastChangedOn), lastChangedAt)),
    plainSection(answer.result(result)),
  ]);
}

/** `sentence` in mrkdwn; nothing can be sent from it. */
export function accessSentence(
  sentence: string,
  { modals }: Catalog,
  more: readonly KnownBlock[] = [],
): ModalView {
  return {
    type: 'modal',
    title: { type: 'plain_text', text: modals.permission.title },
    close: { type: 'plain_text', text: modals.close },
    blocks: [section(sentence), ...more],
  };
}

/** What a permission is switched to, and whose it is. */
export function changeBlocks(
  { email, roleId, mainRoleId, active }: PermissionChange,
  { permission: { lines } }: Catalog,
): KnownBlock[] {
  return [
    plainSection(lines.who(email)),
    plainSection(lines.roleId(roleId)),
    plainSection(lines.mainRoleId(mainRoleId)),
    section(lines.access(active)),
  ];
}

/** One line, in mrkdwn. */
export function changeInWords(change: PermissionChange, { permission }: Catalog): string {
  return permission.change({
    email: escapeMrkdwn(change.email, 120),
    roleId: escapeMrkdwn(change.roleId, 60),
    mainRoleId: escapeMrkdwn(change.mainRoleId, 60),
    active: change.active,
  });
}
