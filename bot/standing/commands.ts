import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import { NoAnswer } from '../ask/asking.ts';
import { button } from '../ask/buttons.ts';
import type { Commands, Spoken } from '../ask/commands.ts';
import { sentenceMessage } from '../ask/errorMessage.ts';
import { type Help, helpMessage } from '../ask/help.ts';
import { commandText } from '../ask/mistake.ts';
import { type ReaderFor, sentence } from '../ask/replies.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { type Catalog, languageFor } from '../language/language.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import type { Render } from '../slack/message.ts';
import type { Outbound } from '../slack/messages.ts';
import type { DigestAccess } from './access.ts';
import type { DigestAnswers } from './answers.ts';
import {
  type ClickVerb,
  DIGEST_ASK,
  DIGEST_DO,
  DIGEST_FORM,
  type NamedDigest,
  NEW_DIGEST,
  writeClick,
} from './buttons.ts';
import { type DrawDigest, previewDigest } from './draw.ts';
import { type CalledDigest, freeName, furtherCommand, type NotSubscribed, nameText } from './further.ts';
import { contentOf, QUESTION } from './key.ts';
import { inOwnChannels, type StandingList } from './list.ts';
import { endMoved } from './move.ts';
import { narrowed, narrowingOf } from './narrow.ts';
import { channelIn, parseDigest } from './parse.ts';
import { channelOf, chosenOf, commandAbout, contentsIn, placeHere, placeOf } from './place.ts';
import { type PostNow, postDigestNow } from './postNow.ts';
import type { Preparation } from './prepare.ts';
import { PRESETS, presetOf, USUAL } from './presets.ts';
import type { DigestChange, DigestQuestion } from './question.ts';
import { fixOf } from './reasons.ts';
import type { DigestRuns } from './runs.ts';
import { channelText, nextText, subscribedMessage } from './settingsView.ts';
import { nextDue, statusOf } from './status.ts';
import type { ChannelDigest, SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { arrivals, digestWords, presetWords } from './words/words.ts';

type Subscribe = Extract<DigestQuestion, { kind: 'subscribe' }>;

type OfOneDigest = Exclude<DigestQuestion, { kind: 'form' | 'help' | 'list' | 'subscribe' }>;

/** How long "Pause for a week" lasts. */
const PAUSE_DAYS = 7;

/** `/digest` with its words, those of the presets included. */
export const SPOKEN_DIGEST: Spoken = {
  command: 'digest',
  words: (t) => ({
    typed: {
      ...digestWords(t).typed,
      ...Object.fromEntries(PRESETS.map(({ content }) => [content, presetWords(content, t).typed])),
    },
  }),
};

export function digestHelp(t: Catalog): Help {
  const { lines, subscribe, note } = digestWords(t).help;
  const [first, second, ...others] = PRESETS.map(({ content, cadence }, at) => {
    const { typed, gets } = presetWords(content, t);
    return { words: at === 0 ? 'subscribe' : `subscribe ${typed}`, says: subscribe(gets, cadence) };
  });
  const [list, preview, pause, ...rest] = Object.entries(lines).map(([words, says]) => ({ words, says }));
  const all = [first, list, second, preview, pause, ...others, ...rest].flatMap((each) => each ?? []);
  return {
    command: 'digest',
    lines: all.map(({ words, says }) => ({ typed: `/digest ${words}`, value: words, says })),
    note: note(arrivals(t)),
    ask: DIGEST_ASK,
    form: { action: DIGEST_FORM, value: NEW_DIGEST },
  };
}

/** What people can do with digests, whether typed, clicked or filled in. */
export interface DigestCommands {
  /** Answers `/digest` with the text after it. @throws AccessRefused, ParseError */
  answer(actor: Actor, text: string): Promise<Render>;
  /** The texts after `/digest` of the commands that can be read, without help and forms. */
  readable(actor: Actor, commands: readonly string[]): Promise<string[]>;
  /**
   * Subscribes a channel. Ends the digest in the channel `movedFrom`, if any, and posts a message in both channels.
   * @throws AccessRefused, ParseError
   */
  subscribe(actor: Actor, question: Subscribe, movedFrom?: string): Promise<Render>;
  /** Does what a menu or button says. @throws AccessRefused, ParseError */
  clicked(actor: Actor, verb: Exclude<ClickVerb, 'change'>, digest: NamedDigest): Promise<Render>;
}

export function createDigestCommands(parts: {
  readonly commands: Pick<Commands, 'features' | 'featureOf' | 'say'>;
  readonly reading: () => Reading;
  readonly answers: DigestAnswers;
  readonly calendar: Calendar;
  readonly time: DatabaseClock;
  readonly people: Pick<Directory, 'channelsOf' | 'isWithApp'>;
  readonly access: DigestAccess;
  readonly subscriptions: Subscriptions;
  readonly ledger: Pick<Ledger, 'cancel'>;
  readonly runs: DigestRuns;
  readonly postNow: PostNow;
  readonly preparation: Pick<Preparation, 'daysOf'>;
  readonly draw: DrawDigest;
  readonly outbound: Pick<Outbound, 'checkChannel' | 'tell'>;
  readonly readerFor: ReaderFor;
  readonly list: StandingList;
  /** Called after a change of a subscription, which may have made a digest due. */
  readonly wake: () => void;
}): DigestCommands {
  const { commands, reading, answers, calendar, time, people, access } = parts;
  const { subscriptions, ledger, runs, outbound, readerFor, wake } = parts;
  const { say } = commands;
  const needsOf = async (place: SubscriptionPlace) =>
    answers.needs((await subscriptions.known(place)).question);

  /** The digest; undefined when somebody has ended it since the form was opened. */
  async function digestToMove(actor: Actor, channelId: string, kind: string) {
    const place = placeOf(actor, channelId, kind);
    await access.requireIn(actor, channelId, ['manage_digests', ...(await needsOf(place))]);
    return subscriptions.find(place);
  }

  async function announceMove(actor: Actor, from: ChannelDigest, to: ChannelDigest): Promise<void> {
    const who = `<@${actor.person.userId}>`;
    const wordsFor = (digest: ChannelDigest) => {
      const { t } = languageFor(digest.language);
      return { t, words: digestWords(t).settings, name: nameText(digest, t) };
    };
    const [left, joined] = [wordsFor(from), wordsFor(to)];
    const away = left.words.movedAway(left.name, who, channelText(to.channelId, left.t));
    const here = joined.words.movedHere(joined.name, who, channelText(from.channelId, joined.t));
    await outbound.tell(from.channelId, sentenceMessage(away));
    await outbound.tell(to.channelId, sentenceMessage(here));
  }

  async function subscribe(actor: Actor, question: Subscribe, movedFrom?: string): Promise<Render> {
    const channelId = await channelOf(actor, question, people);
    const kind = question.content ?? USUAL.content;
    const place = placeOf(actor, movedFrom ?? channelId, kind);
    const needs = question.needs ?? (await needsOf(place));
    await access.requireIn(actor, channelId, ['manage_digests', ...needs]);
    const seesSales = await access.isAllowedIn(actor, channelId, ['view_sales']);
    const old = movedFrom === undefined ? undefined : await digestToMove(actor, movedFrom, kind);
    const { narrows, ...change } = question.change;
    const preset = presetOf(kind);
    const questionAfter = (before: string) => {
      const feature = commands.featureOf(before);
      if (narrows === undefined || feature === undefined) return before;
      return narrowed(before, narrows, preset, feature, reading());
    };
    const subscribed = await subscriptions.subscribe(placeOf(actor, channelId, kind), {
      change: { ...questionOf(old), ...change },
      questionAfter,
      owner: actor.person.userId,
      seesSales,
      language: actor.language,
      now: await time.now(),
    });
    const { t } = actor.language;
    if ('full' in subscribed) {
      throw new NoAnswer((t) => digestWords(t).commands.full[subscribed.full](subscribed.most));
    }
    if ('taken' in subscribed) throw nameTaken(subscribed, question);
    let digest = subscribed.after;
    if (old !== undefined) {
      const isNew = subscribed.before === undefined;
      await endMoved({ ledger, runs, subscriptions, calendar, now: await time.now() }, old, digest, isNew);
      await announceMove(actor, old, digest);
      digest = (await subscriptions.find(digest)) ?? digest;
    }
    wake();
    const obstacle = await channelObstacle(outbound, channelId, t);
    const before = old ?? subscribed.before;
    const [nextAt] = await nextDue([digest], runs, calendar, time);
    const narrowing = preset === undefined ? '' : narrowingOf(digest.question, preset);
    const isFurther =
      preset !== undefined &&
      narrowing.includes(':') &&
      digest.name === undefined &&
      before !== undefined &&
      before.question !== digest.question;
    const further = isFurther
      ? commandText(say(furtherCommand(preset, narrowing, reading().vocabulary.products), t))
      : undefined;
    return (rendering) =>
      subscribedMessage(
        { before, after: digest, nextAt, obstacle, movedFrom: old?.channelId, further },
        answers,
        calendar,
        readerFor(actor, rendering),
      );
  }

  async function ofOneDigest(actor: Actor, question: OfOneDigest, isClick = false): Promise<Render> {
    const channelId = await channelOf(actor, question, people);
    const { teamId } = actor;
    // Check before reading anything: an answer would reveal that a private channel exists.
    await access.requireIn(actor, channelId, ['member']);
    const digests = await subscriptions.of({ teamId, channelId });
    if (question.kind === 'status') {
      const { content } = question;
      const kind = content ?? contentsIn(digests)[0] ?? USUAL.content;
      await access.requireIn(actor, channelId, await needsOf(placeOf(actor, channelId, kind)));
      return statusOf(actor, digests, { channelId, content }, parts);
    }
    const [content, ...more] = chosenOf(digests, question);
    const place = placeOf(actor, channelId, content);
    const needs = question.kind === 'preview' ? [] : (['manage_digests'] as const);
    await access.requireIn(actor, channelId, [...needs, ...(await needsOf(place))]);
    const seesSales = await access.isAllowedIn(actor, channelId, ['view_sales']);
    if (question.kind === 'preview') return previewDigest(actor, place, seesSales, parts);
    if (question.kind === 'now') return sentence(await postDigestNow(actor, place, seesSales, parts));
    // Check all digests before changing any.
    for (const other of more) {
      const also = await needsOf(placeOf(actor, channelId, other));
      await access.requireIn(actor, channelId, [...needs, ...also]);
    }
    const results: string[] = [];
    for (const kind of [content, ...more]) {
      results.push(await changed(actor, question, placeOf(actor, channelId, kind), isClick));
    }
    const isThere = (await subscriptions.find(place)) !== undefined;
    if (!isClick || (isThere && question.kind !== 'pause')) return sentence(results.join('\n'));
    const undo = isThere ? 'resume' : 'subscribe';
    const { text, blocks } = sentenceMessage(results.join('\n'));
    const offer = button(
      `${DIGEST_DO}:${undo}`,
      digestWords(actor.language.t).buttons[undo],
      writeClick(undo, place),
    );
    return () => ({ text, blocks: [...blocks, { type: 'actions', elements: [offer] }] });
  }

  async function changed(
    actor: Actor,
    question: OfOneDigest,
    place: SubscriptionPlace,
    isClick: boolean,
  ): Promise<string> {
    const where = channelText(place.channelId, actor.language.t);
    const { t } = actor.language;
    const words = digestWords(t).commands;
    const digest = await subscriptions.known(place);
    const name = nameText(digest, t);
    const command = (verb: string) => commandText(say(commandAbout(question, verb, digest), t));
    const none = words.none(name, where, command('subscribe'));
    if (question.kind === 'pause') {
      if (!(await subscriptions.pause(place, question.until))) return none;
      return words.paused(name, where, question.until, isClick ? undefined : command('resume'));
    }
    if (question.kind === 'unsubscribe') {
      if (!(await subscriptions.unsubscribe(place))) return none;
      return words.unsubscribed(name, where, isClick ? undefined : command('subscribe'));
    }
    if (!(await subscriptions.resume(place, await time.now()))) return none;
    wake();
    const resumed = await subscriptions.find(place);
    if (resumed === undefined) return words.resumed(name, where, undefined);
    const [nextAt] = await nextDue([resumed], runs, calendar, time);
    return words.resumed(name, where, nextText(resumed, nextAt, calendar, readerFor(actor, 'plain')));
  }

  /** Names only of places that the person can see. */
  const calledAt = async (actor: Actor, channelId: string) =>
    (await access.isAllowedIn(actor, channelId, ['member']))
      ? subscriptions.called({ teamId: actor.teamId, channelId })
      : [];
  const read = async (actor: Actor, text: string) => {
    // What needs no place, such as help, is answered while Slack doesn't tell it.
    const here = () => placeHere(actor, people).catch(unlessUnknown);
    const channelId = channelIn(text) ?? (await here());
    const called = channelId === undefined ? [] : await calledAt(actor, channelId);
    const now = await time.now();
    const parsed = (names: readonly CalledDigest[]) =>
      parseDigest(text, { ...reading(), called: names, commands: commands.features, now });
    try {
      return parsed(called);
    } catch (error) {
      if (!(error instanceof ParseError) || channelIn(text) !== undefined) throw error;
      const [only, more] = await namedElsewhere(actor, parsed);
      if (only === undefined || more !== undefined) throw error;
      return only;
    }
  };

  /** What a text means with the names of each other place whose digests the list shows. */
  async function namedElsewhere(
    actor: Actor,
    parsed: (names: readonly CalledDigest[]) => DigestQuestion,
  ): Promise<readonly DigestQuestion[]> {
    const found: DigestQuestion[] = [];
    const own = await inOwnChannels(people, actor, await subscriptions.of({ teamId: actor.teamId }));
    for (const [channelId, digests] of Map.groupBy(own, (each) => each.channelId)) {
      const names = digests.flatMap(({ kind, name, question }) =>
        name === undefined ? [] : [{ kind, name, question }],
      );
      const read = ifParsed(() => parsed(names));
      if (read === undefined || !('content' in read) || read.kind === 'subscribe') continue;
      if (!names.some(({ kind }) => kind === read.content)) continue;
      if (await access.isAllowedIn(actor, channelId, ['manage_digests'])) found.push({ ...read, channelId });
    }
    return found;
  }

  return {
    async readable(actor, commands) {
      const found: string[] = [];
      for (const command of commands) {
        const text = command.replace(/^\/digest ?/, '');
        const kind = await read(actor, text).then(
          (question) => question.kind,
          (error: unknown) => {
            if (error instanceof ParseError) return 'help';
            throw error;
          },
        );
        if (kind !== 'help' && kind !== 'form') found.push(text);
      }
      return found;
    },

    async answer(actor, text) {
      const question = await read(actor, text);
      const { t } = actor.language;
      switch (question.kind) {
        case 'form':
        case 'help':
          return () => helpMessage(digestHelp(t), t, say);
        case 'list':
          return parts.list.show(actor);
        case 'subscribe':
          return subscribe(actor, question);
        default:
          return ofOneDigest(actor, question);
      }
    },
    subscribe,
    async clicked(actor, verb, { channelId, kind: content }) {
      const digest = { command: 'digest', channelId, content } as const;
      if (verb === 'subscribe') {
        const { name } = await subscriptions.known(placeOf(actor, channelId, content));
        const change = name === undefined ? {} : { name };
        return subscribe(actor, { ...digest, kind: verb, change });
      }
      if (verb !== 'pause') return ofOneDigest(actor, { ...digest, kind: verb }, true);
      const until = calendar.addDays(calendar.dayOf(await time.now()), PAUSE_DAYS);
      return ofOneDigest(actor, { ...digest, kind: 'pause', until }, true);
    },
  };
}

/** What a digest that moves takes with it. */
function questionOf(moved: ChannelDigest | undefined): Pick<DigestChange, 'question' | 'cadence'> {
  return moved === undefined ? {} : { question: moved.question, cadence: moved.cadence };
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof LookupError)) throw error;
}

function nameTaken({ taken }: Extract<NotSubscribed, { taken: string }>, question: Subscribe): ParseError {
  const other = inQuotes(freeName(taken, []));
  const what = contentOf(question.content ?? USUAL.content);
  return new ParseError(
    (t) => digestWords(t).commands.nameTaken(taken, false),
    what === QUESTION ? '' : `/digest subscribe ${what} named ${other}`,
  );
}

/** Why digests cannot be posted in a channel, and the fix; undefined when Slack reports no reason. */
async function channelObstacle(
  outbound: Pick<Outbound, 'checkChannel'>,
  channelId: string,
  t: Catalog,
): Promise<string | undefined> {
  const channel = await outbound.checkChannel(channelId);
  return channel.kind === 'rejected' ? fixOf(channel.code, t) : undefined;
}
