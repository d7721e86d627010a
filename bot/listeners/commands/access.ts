import { randomUUID } from 'node:crypto';
import type { Catalog } from '../../language/language.ts';
import { buildPermissionModal } from '../../modals/permission.ts';
import { escapeMrkdwn, type Message } from '../../slack/message.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { type BoltCommand, type CommandArgs, commandArgs } from '../middleware/listenerArgs.ts';
import { accessLogPage } from '../permissions/accessLogPage.ts';
import { type AccessParts, SWITCHED_OFF } from '../permissions/parts.ts';

const HELP =
  '`/access` opens a form that switches a permission of the service on or off, after you have confirmed it. `/access log` shows who did what, the newest first. Both are for the admins of this app alone.';

/** `/access`: the form that switches a permission, and the log of who did. */
export function access(parts: AccessParts): (typed: BoltCommand) => Promise<void> {
  return async (typed) => {
    const args = commandArgs(typed);
    const { t } = args.actor.language;
    const word = args.command.text.trim().toLowerCase();
    if (word === '') await openForm(parts, args);
    else await args.respond({ response_type: 'ephemeral', ...(await answerTo(word, parts, t)) });
  };
}

async function answerTo(word: string, parts: AccessParts, t: Catalog): Promise<Message> {
  if (word === 'log') return accessLogPage(parts.audit, undefined, t);
  if (word === 'help') return sentenceMessage(HELP);
  return sentenceMessage(`"${escapeMrkdwn(word, 60)}" is nothing that \`/access\` knows. ${HELP}`);
}

async function openForm(
  { audit, enabled, viewsClient, log }: AccessParts,
  { command, actor, respond }: CommandArgs,
): Promise<void> {
  const say = (text: string) => respond({ response_type: 'ephemeral', ...sentenceMessage(text) });
  if (!enabled) {
    await audit.add({
      changeId: randomUUID(),
      stage: 'refused',
      teamId: actor.teamId,
      channelId: command.channel_id,
      userId: actor.person.userId,
      change: undefined,
      outcome: 'ACCESS_COMMAND is off',
    });
    await say(SWITCHED_OFF);
    return;
  }
  try {
    await viewsClient.open(command.trigger_id, buildPermissionModal(randomUUID(), actor.language.t));
  } catch (error) {
    log.warn({ err: error }, 'the form of /access did not open');
    await say('Slack did not open the form in time. Nothing was changed; type `/access` again.');
  }
}
