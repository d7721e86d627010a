import type { KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import { button } from '../ask/buttons.ts';
import { type ReaderFor, sentence } from '../ask/replies.ts';
import { context, escapeMrkdwn, type Message, type Render, section } from '../slack/message.ts';
import { capitalized } from '../text/label.ts';
import type { DigestAccess } from './access.ts';
import { ALERT_FORM } from './alertButtons.ts';
import type { Alerts } from './alerts.ts';
import type { DigestAnswers } from './answers.ts';
import { besideDigestMenu, type ClickVerb, DIGEST_FORM, NEW_DIGEST } from './buttons.ts';
import { presetOf } from './presets.ts';
import type { DigestRuns } from './runs.ts';
import { channelText, daysText, pauseText } from './settingsView.ts';
import type { AlertSubject } from './subject.ts';
import type { ChannelDigest, Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords, presetWords } from './words/words.ts';

/** Of each kind: limits the lookups in Slack, which are one per channel, and the blocks. */
const MAX_LISTED = 20;
const MAX_ON_HOME = 10;

interface ListParts {
  readonly answers: Pick<DigestAnswers, 'label'>;
  readonly access: DigestAccess;
  readonly people: Pick<Directory, 'channelsOf'>;
  readonly subscriptions: Pick<Subscriptions, 'of'>;
  readonly runs: Pick<DigestRuns, 'newest'>;
  readonly readerFor: ReaderFor;
  readonly alerts: Pick<Alerts, 'lines'>;
  readonly subjects: readonly AlertSubject[];
}

/** What comes by itself: the alerts of the place and the person, and the digests that the person can change. */
export interface StandingList {
  /** `above` is the result of a click. */
  show(actor: Actor, above?: Message): Promise<Render>;
  /** With buttons for new ones. */
  onHome(actor: Actor): Promise<readonly KnownBlock[]>;
}

export function createStandingList(parts: ListParts): StandingList {
  const linesOf = async (actor: Actor, most: number) => [
    ...(await parts.alerts.lines(actor, most)),
    ...(await listed(actor, most, parts)),
  ];
  return {
    async show(actor, above) {
      const { list } = digestWords(actor.language.t).commands;
      const lines = await linesOf(actor, MAX_LISTED);
      if (lines.length === 0)
        return above === undefined ? sentence(`${list.none} ${list.start}`) : () => above;
      const text = above?.text ?? list.title;
      return () => ({ text, blocks: [...(above?.blocks ?? []), section(list.title), ...lines] });
    },

    async onHome(actor) {
      const { t } = actor.language;
      const { home, commands } = digestWords(t);
      const lines = await linesOf(actor, MAX_ON_HOME);
      const subjects = parts.subjects.filter(({ requires }) => actor.may(requires).allowed);
      const elements = [
        button(DIGEST_FORM, home.subscribe, NEW_DIGEST),
        ...subjects.map(({ command, words }) =>
          button(`${ALERT_FORM}:${command}`, words(t).homeButton, command),
        ),
      ];
      return [
        section(home.title),
        ...(lines.length === 0 ? [section(commands.list.none)] : lines),
        { type: 'actions', block_id: 'home_standing', elements },
      ];
    },
  };
}

/** What can be done with a digest, for its menu. */
export function verbsFor({ pausedUntil }: Subscription, today: string): readonly ClickVerb[] {
  const isPaused = pausedUntil !== undefined && pausedUntil > today;
  return ['change', 'now', 'preview', isPaused ? 'resume' : 'pause', 'unsubscribe'];
}

/** Up to `most` digests, each in a line with a menu. */
async function listed(actor: Actor, most: number, parts: ListParts): Promise<readonly KnownBlock[]> {
  const { access, people, subscriptions, runs, readerFor } = parts;
  const { t } = actor.language;
  const own = await inOwnChannels(people, actor, await subscriptions.of({ teamId: actor.teamId }));
  const shown: ChannelDigest[] = [];
  let left = own.length;
  for (const digest of own) {
    if (shown.length === most) break;
    left -= 1;
    if (await access.isAllowedIn(actor, digest.channelId, ['manage_digests'])) shown.push(digest);
  }
  const { today } = readerFor(actor, 'plain');
  const blocks = await Promise.all(
    shown.map(async (digest, id) => {
      const text = await lineOf(digest);
      return besideDigestMenu(text, digest, { id, verbs: verbsFor(digest, today) }, t);
    }),
  );
  return left === 0 ? blocks : [...blocks, context(digestWords(t).commands.list.more(left))];

  /** "*Stock* · #team · every day at 08:30", and what is out of the ordinary. */
  async function lineOf(digest: ChannelDigest): Promise<string> {
    const { kind, name, question, channelId, digestTime } = digest;
    const { settings, commands } = digestWords(t);
    const preset = presetOf(kind);
    const kindName = capitalized(presetWords(kind, t).name);
    const label = parts.answers.label(question, t);
    const isNamedSo = preset === undefined ? label === `\`/${name}\`` : question === preset.question;
    const pause = pauseText(digest, today, t);
    const last = pause === undefined ? await runs.newest(digest) : undefined;
    const failed = last !== undefined && (last.state === 'failed' || last.state === 'unknown');
    return [
      `*${name === undefined ? kindName : escapeMrkdwn(name, 80)}*`,
      ...(name === undefined || preset === undefined ? [] : [kindName]),
      channelText(channelId, t),
      commands.list.when(daysText(digest, t), digestTime),
      ...(isNamedSo ? [] : [label]),
      ...(pause === undefined ? [] : [pause]),
      ...(failed ? [commands.list.failed(last.businessDate, settings.states[last.state])] : []),
    ].join(' · ');
  }
}

/**
 * The person's own digests and those of channels that the person is in, so that nobody else learns of a private channel.
 * Uses one cached call to Slack for all channels of the person, instead of one per channel. When the call fails, only the
 * digests that the person owns are left.
 */
export async function inOwnChannels(
  people: Pick<Directory, 'channelsOf'>,
  { person: { userId } }: Actor,
  digests: readonly ChannelDigest[],
): Promise<readonly ChannelDigest[]> {
  if (digests.length === 0) return [];
  try {
    const own = await people.channelsOf(userId);
    return digests.filter(({ channelId }) => channelId === userId || own.has(channelId));
  } catch (error) {
    if (error instanceof LookupError) return digests.filter(({ owner }) => owner === userId);
    throw error;
  }
}
