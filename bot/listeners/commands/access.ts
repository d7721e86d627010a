import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Audit } from '../../access/audit.ts';
import { OUTCOMES } from '../../access/outcomes.ts';
import type { Catalog } from '../../language/language.ts';
import { buildPermissionModal } from '../../modals/permission.ts';
import { escapeMrkdwn, type Message } from '../../slack/message.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { type BoltCommand, type CommandArgs, commandArgs } from '../middleware/listenerArgs.ts';
import { accessLogPage } from '../permissions/accessLogPage.ts';
import type { PermissionSwitch } from '../permissions/permissionSwitch.ts';

/** `/access`: the form that switches a permission, and the log of who did. */
export function access(
  { enabled }: Pick<PermissionSwitch, 'enabled'>,
  audit: Pick<Audit, 'add' | 'newest'>,
  viewsClient: Pick<ViewsClient, 'open'>,
  log: Logger,
): (typed: BoltCommand) => Promise<void> {
  async function openForm({ command, actor, respond }: CommandArgs): Promise<void> {
    const { t } = actor.language;
    const say = (text: string) => respond({ response_type: 'ephemeral', ...sentenceMessage(text) });
    if (!enabled) {
      await audit.add({
        changeId: randomUUID(),
        stage: 'refused',
        teamId: actor.teamId,
        channelId: command.channel_id,
        userId: actor.person.userId,
        change: undefined,
        outcome: OUTCOMES.switchedOff,
      });
      await say(t.permission.switchedOff);
      return;
    }
    try {
      await viewsClient.open(command.trigger_id, buildPermissionModal(randomUUID(), actor.language));
    } catch (error) {
      log.warn({ err: error }, 'the form of /access did not open');
      await say(t.permission.formTooLate);
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
  const { permission: words } = t;
  if (word === 'log') return accessLogPage(audit, undefined, t);
  if (word === 'help') return sentenceMessage(words.help);
  return sentenceMessage(`${words.unknownWord(escapeMrkdwn(word, 60))} ${words.help}`);
}
