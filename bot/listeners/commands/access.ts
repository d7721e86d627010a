import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Audit } from '../../access/audit.ts';
import type { Catalog } from '../../language/language.ts';
import { buildPermissionModal } from '../../modals/permission.ts';
import { escapeMrkdwn, type Message } from '../../slack/message.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { type BoltCommand, type CommandArgs, commandArgs } from '../middleware/listenerArgs.ts';
import { accessLogPage } from '../permissions/accessLogPage.ts';
import { type PermissionSwitch, SWITCHED_OFF } from '../permissions/permissionSwitch.ts';

const HELP =
  '`/access` opens a form that switches a permission of the service on or off, after you have confirmed it. `/access log` shows who did what, the newest first. Both are for the admins of this app alone.';

/** `/access`: the form that switches a permission, and the log of who did. */
export function access(
  { enabled }: Pick<PermissionSwitch, 'enabled'>,
  audit: Pick<Audit, 'add' | 'newest'>,
  viewsClient: Pick<ViewsClient, 'open'>,
  log: Logger,
): (typed: BoltCommand) => Promise<void> {
  async function openForm({ command, actor, respond }: CommandArgs): Promise<void> {
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

  return async (typed) => {
    const args = commandArgs(typed);
    const { t } = args.actor.language;
    const word = args.command.text.trim().toLowerCase();
    if (word === '') await openForm(args);
    else await args.respond({ response_type: 'ephemeral', ...(await answerTo(word, audit, t)) });
  };
}

async function answerTo(word: string, audit: Pick<Audit, 'newest'>, t: Catalog): Promise<Message> {
  if (word === 'log') return accessLogPage(audit, undefined, t);
  if (word === 'help') return sentenceMessage(HELP);
  return sentenceMessage(`"${escapeMrkdwn(word, 60)}" is nothing that \`/access\` knows. ${HELP}`);
}
