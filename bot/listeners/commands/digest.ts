import type { SlashCommand } from '@slack/bolt';
import type { Door } from '../../access/door.ts';
import type { DigestParts } from '../../digest/digestParts.ts';
import { postByHand } from '../../digest/digests.ts';
import { activeSubscriptions, setSubscribed } from '../../digest/subscriptions.ts';
import { DIGEST_HELP, parseDigest } from '../../grammar/digest.ts';
import { fixOf } from '../../slack/errorClasses.ts';
import { counted } from '../../views/figures.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { latestSnapshot } from '../../warehouse/stockSnapshots.ts';
import { type AnsweringParts, registerCommand } from './answering.ts';

export interface DigestListenerParts extends AnsweringParts {
  readonly digests: DigestParts;
  /** HH:mm at which a channel that is subscribed gets its digest. */
  readonly digestTime: string;
}

export function registerDigest(door: Door, parts: DigestListenerParts): void {
  registerCommand(door, '/digest', 'member', parts, async ({ command, visitor }) => {
    const question = parseDigest(command.text);
    if (question.kind === 'help') return () => sentenceMessage(DIGEST_HELP);
    visitor.require(question.kind === 'status' ? 'view_stock' : 'manage_digests');
    const sentence = await answerOf(parts, command, question.kind);
    return () => sentenceMessage(sentence);
  });
}

function answerOf(
  parts: DigestListenerParts,
  command: SlashCommand,
  verb: 'now' | 'subscribe' | 'unsubscribe' | 'status',
): Promise<string> {
  switch (verb) {
    case 'now':
      return postNow(parts, command);
    case 'status':
      return statusOf(parts, command);
    case 'subscribe':
    case 'unsubscribe':
      return subscribe(parts, command, verb === 'subscribe');
  }
}

async function subscribe(
  { digests, digestTime }: DigestListenerParts,
  command: SlashCommand,
  active: boolean,
): Promise<string> {
  const channel = { teamId: command.team_id, channelId: command.channel_id, owner: command.user_id };
  await setSubscribed(digests.database, channel, active, digestTime, await digests.time.now());
  if (!active) return 'The daily digest no longer comes in this channel, after a restart of the bot neither.';
  return `The stock digest comes in this channel every day at ${digestTime} (${digests.calendar.timeZone}), once the stock of the day is there. The app has to be in the channel (\`/invite\`).`;
}

/** A digest by hand has a key of its own, so today's daily one comes all the same. */
async function postNow({ digests }: DigestListenerParts, command: SlashCommand): Promise<string> {
  const snapshot = await latestSnapshot(digests.database);
  if (snapshot === undefined)
    return 'No stock has been read from the service yet, so there is nothing to post.';
  const sent = await postByHand(digests, {
    teamId: command.team_id,
    channelId: command.channel_id,
    askedBy: command.user_id,
  });
  switch (sent.kind) {
    case 'done':
      return `Posted the digest of ${snapshot.businessDate} in this channel.`;
    case 'rateLimited':
      return 'Slack asks for a pause in this channel; the digest follows within a minute or two.';
    case 'rejected':
      return `The digest could not be posted. ${fixOf(sent.code)}`;
    case 'disabled':
      return 'Slack does not accept the app any more. Have it installed in this workspace again.';
    case 'unclear':
      return 'Slack did not say whether the digest arrived. It is looked for in the channel, and sent again only if it is not there.';
    case 'taken':
    case 'skipped':
      return 'The digest is on its way to this channel.';
  }
}

async function statusOf({ digests: parts }: DigestListenerParts, command: SlashCommand): Promise<string> {
  const subscription = (await activeSubscriptions(parts.database, parts.defaults)).find(
    (candidate) => candidate.teamId === command.team_id && candidate.channelId === command.channel_id,
  );
  const runs = await parts.ledger.recent(command.team_id, command.channel_id, 5);
  const snapshot = await latestSnapshot(parts.database);
  return [
    subscription === undefined
      ? 'This channel gets no daily digest; `/digest subscribe` changes that.'
      : `The stock digest comes here every day at ${subscription.digestTime} (${subscription.timeZone}), once the stock of the day is there.`,
    snapshot === undefined
      ? 'No stock has been read yet.'
      : `Newest stock: ${snapshot.businessDate}, ${counted(snapshot.products, 'product')}.`,
    ...runs.map(
      (run) =>
        `${run.businessDate} ${run.kind === 'stock' ? 'daily' : 'by hand'}: ${run.state}${run.reason === null ? '' : ` (${run.reason})`}`,
    ),
  ].join('\n');
}
