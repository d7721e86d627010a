import { randomUUID } from 'node:crypto';
import { type Catalog, languageFor } from '../../language/language.ts';
import { localeOf } from '../../language/locale.ts';
import { buildPermissionModal } from '../../modals/permission.ts';
import { escapeMrkdwn, type Message } from '../../slack/message.ts';
import { ACCESS_LOG, accessLog, ENTRIES_A_PAGE } from '../../views/accessLog.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { CommandArgs, Door } from '../door.ts';
import { type AccessParts, SWITCHED_OFF } from './parts.ts';

const HELP =
  '`/access` opens a form that switches a permission of the service on or off, after you have confirmed it. `/access log` shows who did what, the newest first. Both are for the admins of this app alone.';

export function registerAccessCommand(door: Door, parts: AccessParts): void {
  door.command('/access', 'admin', async (args) => {
    const { t } = languageFor(localeOf(args.actor.person.locale));
    const word = args.command.text.trim().toLowerCase();
    if (word === '') await openForm(parts, args);
    else await args.respond({ response_type: 'ephemeral', ...(await answerTo(word, parts, t)) });
  });
  door.action(ACCESS_LOG, 'admin', async ({ actor, action, respond }) => {
    const { t } = languageFor(localeOf(actor.person.locale));
    const value = 'value' in action && typeof action.value === 'string' ? action.value : '';
    const before = /^\d{1,15}$/.test(value) ? Number(value) : undefined;
    await respond?.({ replace_original: true, ...(await pageOf(parts, before, t)) });
  });
}

async function answerTo(word: string, parts: AccessParts, t: Catalog): Promise<Message> {
  if (word === 'log') return pageOf(parts, undefined, t);
  if (word === 'help') return sentenceMessage(HELP);
  return sentenceMessage(`"${escapeMrkdwn(word, 60)}" is nothing that \`/access\` knows. ${HELP}`);
}

async function pageOf({ audit }: AccessParts, before: number | undefined, t: Catalog): Promise<Message> {
  const entries = await audit.newest(ENTRIES_A_PAGE + 1, before);
  return accessLog(
    {
      entries: entries.slice(0, ENTRIES_A_PAGE),
      isNewest: before === undefined,
      hasOlder: entries.length > ENTRIES_A_PAGE,
    },
    t,
  );
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
    await viewsClient.open(
      command.trigger_id,
      buildPermissionModal(randomUUID(), languageFor(localeOf(actor.person.locale)).t),
    );
  } catch (error) {
    log.warn({ err: error }, 'the form of /access did not open');
    await say('Slack did not open the form in time. Nothing was changed; type `/access` again.');
  }
}
