import { randomUUID } from 'node:crypto';
import type { App, SlashCommand } from '@slack/bolt';
import { manualKind } from '../../digest/ledger.ts';
import { activeSubscriptions, setSubscribed } from '../../digest/subscriptions.ts';
import { type SweeperParts, sendDigest } from '../../digest/sweeper.ts';
import { DIGEST_HELP, parseDigest } from '../../grammar/digest.ts';
import { counted } from '../../views/figures.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { latestSnapshot } from '../../warehouse/stockSnapshots.ts';
import { type AnsweringParts, registerCommand } from './answering.ts';

export interface DigestParts extends AnsweringParts, SweeperParts {
  /** HH:mm at which a channel that is subscribed gets its digest. */
  readonly digestTime: string;
}

export function registerDigest(app: App, parts: DigestParts): void {
  registerCommand(app, '/digest', parts, async (command) => {
    const question = parseDigest(command.text);
    if (question.kind === 'help') return () => sentenceMessage(DIGEST_HELP);
    const sentence = await answerOf(parts, command, question.kind);
    return () => sentenceMessage(sentence);
  });
}

function answerOf(
  parts: DigestParts,
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

async function subscribe(parts: DigestParts, command: SlashCommand, active: boolean): Promise<string> {
  const channel = { teamId: command.team_id, channelId: command.channel_id };
  await setSubscribed(parts.database, channel, active, parts.digestTime, parts.clock.now());
  if (!active) return 'The daily digest no longer comes in this channel, after a restart of the bot neither.';
  return `The stock digest comes in this channel every day at ${parts.digestTime} (${parts.calendar.timeZone}), once the stock of the day is there. The app has to be in the channel (\`/invite\`).`;
}

/** A digest by hand has a key of its own, so today's daily one comes all the same. */
async function postNow(parts: DigestParts, command: SlashCommand): Promise<string> {
  const { ledger, clock, calendar, database } = parts;
  const snapshot = await latestSnapshot(database);
  if (snapshot === undefined)
    return 'No stock has been read from the service yet, so there is nothing to post.';
  const now = clock.now();
  const key = {
    teamId: command.team_id,
    channelId: command.channel_id,
    kind: manualKind(randomUUID()),
    businessDate: calendar.dayOf(now),
  };
  await ledger.record(key, now);
  const run = (await ledger.due(now)).find((candidate) => candidate.kind === key.kind);
  const outcome = run === undefined ? undefined : await sendDigest(parts, run, snapshot.businessDate);
  switch (outcome?.kind) {
    case 'posted':
      return `Posted the digest of ${snapshot.businessDate} in this channel.`;
    case 'rateLimited':
      return 'Slack asks for a pause in this channel; the digest follows within a minute or two.';
    case 'rejected':
      return outcome.code === 'not_in_channel' || outcome.code === 'channel_not_found'
        ? 'The digest could not be posted: the app is not in this channel. Invite it (`/invite`) and try again.'
        : `Slack refused the digest (${outcome.code}).`;
    case undefined:
      return 'The digest is on its way to this channel.';
    case 'unclear':
      return 'Slack did not say whether the digest arrived. Look in the channel before asking for it again.';
  }
}

async function statusOf(parts: DigestParts, command: SlashCommand): Promise<string> {
  const subscription = (await activeSubscriptions(parts.database)).find(
    (candidate) => candidate.teamId === command.team_id && candidate.channelId === command.channel_id,
  );
  const runs = await parts.ledger.recent(command.team_id, command.channel_id, 5);
  const snapshot = await latestSnapshot(parts.database);
  return [
    subscription === undefined
      ? 'This channel gets no daily digest; `/digest subscribe` changes that.'
      : `The stock digest comes here every day at ${subscription.digestTime} (${parts.calendar.timeZone}), once the stock of the day is there.`,
    snapshot === undefined
      ? 'No stock has been read yet.'
      : `Newest stock: ${snapshot.businessDate}, ${counted(snapshot.products, 'product')}.`,
    ...runs.map(
      (run) =>
        `${run.businessDate} ${run.kind === 'stock' ? 'daily' : 'by hand'}: ${run.state}${run.reason === null ? '' : ` (${run.reason})`}`,
    ),
  ].join('\n');
}
