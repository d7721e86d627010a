import type { KnownBlock } from '@slack/types';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import { button } from '../ask/buttons.ts';
import { sentenceMessage } from '../ask/errorMessage.ts';
import { sentence } from '../ask/replies.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { LanguageCode } from '../language/formatter.ts';
import type { Language } from '../language/language.ts';
import { type Render, section, shorten } from '../slack/message.ts';
import type { Outbound } from '../slack/messages.ts';
import type { DigestAccess } from './access.ts';
import { ALERT_ACTION, type AlertVerb, writeClick } from './alertButtons.ts';
import { type Alert, type AlertStore, MOST_ALERTS, statesOf } from './alertStore.ts';
import { detailsText, type ListedAlert, listedBlock, lookBackText, namedItems } from './alertView.ts';
import { judge } from './judge.ts';
import { lookBack } from './lookBack.ts';
import type { AlertRule } from './subject.ts';
import { alertWords } from './words/alerts.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** A button has up to 75 characters. */
const MAX_LINE = 55;

export type Alerts = ReturnType<typeof createAlerts>;

/** Sets, lists and changes alerts. */
export function createAlerts(parts: {
  readonly database: Database;
  readonly store: AlertStore;
  readonly access: DigestAccess;
  readonly outbound: Pick<Outbound, 'checkChannel'>;
  readonly calendar: Calendar;
  readonly time: DatabaseClock;
}) {
  const { database, store, access, outbound, calendar, time } = parts;
  const { timeZone } = calendar;

  /** Where an alert that is set here is posted: in this channel, or else to the person. */
  const targetOf = ({ place, person }: Actor, isForMe = false) =>
    place.kind === 'channel' && !isForMe ? place.channelId : person.userId;

  /** Its owner may change an alert, and those who manage digests in its channel. */
  const mayChange = async (actor: Actor, { owner, target }: Alert) =>
    owner === actor.person.userId || access.isAllowedIn(actor, target, ['manage_digests']);

  /** Sets an alert, or changes `replaced`. @throws AccessRefused */
  async function set(
    actor: Actor,
    rule: AlertRule,
    {
      target,
      replaced,
      language: code = actor.language.code,
    }: {
      readonly target: string;
      readonly replaced?: number | undefined;
      /** Of its messages; the person's where undefined. */
      readonly language?: LanguageCode | undefined;
    },
  ): Promise<Render> {
    const { person, language, teamId } = actor;
    const isForMe = target === person.userId;
    await access.requireIn(actor, target, [...rule.needs, 'manage_digests']);
    const isWhole = (await rule.subject.wholeDay()) !== undefined;
    const found = isWhole ? await rule.figures() : undefined;
    const { states } = judge(rule, found ?? { figures: new Map() }, []);
    const stored = await store.set({
      teamId,
      target,
      owner: person.userId,
      language: code,
      rule,
      now: await time.now(),
      day: found?.day,
      states,
      replaced,
    });
    const words = alertWords(language.t);
    const { command } = rule.subject;
    if (typeof stored === 'string') return sentence(words.limits[stored](MOST_ALERTS[stored], command));
    const { isUnchanged, alert } = stored;
    const owner = alert.owner === person.userId ? undefined : alert.owner;
    const channel = isForMe ? undefined : await outbound.checkChannel(target);
    const said = rule.words(language.t);
    const before = found && (await lookBack(rule, found.day, calendar, time));
    const beyond = states
      .filter(({ figure }) => rule.isMarked(figure))
      .map(({ item, figure }) => words.itemWith(said.item(item), said.figure(figure)));
    const message = sentenceMessage(
      [
        words.set(said.rule, whereOf(actor, target), `<#${target}>`, command, { isUnchanged, owner }),
        ...(stored.wasPaused ? [words.resumed] : []),
        ...(stored.wasMuted ? [words.noLongerMuted] : []),
        ...(beyond.length > 0 ? [words.already(namedItems(beyond, language))] : []),
        ...(states.length === 0 ? [words.noFigures] : []),
        ...(before === undefined ? [] : [lookBackText(before, rule, language)]),
        ...(channel?.kind === 'rejected' ? [words.unposted(channel.code)] : []),
      ].join('\n'),
    );
    const { calmer } = before ?? {};
    if (calmer === undefined) return () => message;
    const instead = button(
      `${ALERT_ACTION}:line`,
      words.lookBack.instead(shorten(calmer.words(language.t).line, MAX_LINE)),
      writeClick('line', alert.id, [String(calmer.line)]),
    );
    return () => ({ ...message, blocks: [...message.blocks, { type: 'actions', elements: [instead] }] });
  }

  function whereOf(actor: Actor, target: string): 'here' | 'me' | 'there' {
    if (target === actor.person.userId) return 'me';
    return target === targetOf(actor) ? 'here' : 'there';
  }

  async function listed(actor: Actor, alerts: readonly Alert[]): Promise<ListedAlert[]> {
    const states = await statesOf(
      database,
      alerts.map(({ id }) => id),
    );
    return Promise.all(
      alerts.map(async (alert) => ({
        alert,
        states: states.get(alert.id) ?? [],
        maySee: await access.isAllowedIn(actor, alert.target, alert.rule.needs),
        mayChange: await mayChange(actor, alert),
        where: whereOf(actor, alert.target) === 'there' ? `<#${alert.target}>` : undefined,
      })),
    );
  }

  return {
    targetOf,
    set,

    /**
     * The alerts that are posted here and to the person, one line each; outside channels all that the person has set. Of
     * those about data that the person may not see, only how many there are.
     */
    async lines(actor: Actor, most: number): Promise<readonly KnownBlock[]> {
      const { teamId, place, person, language } = actor;
      const alerts =
        place.kind === 'channel'
          ? await store.of(teamId, [place.channelId, person.userId])
          : await store.ofPerson(teamId, person.userId);
      const words = alertWords(language.t);
      const now = await time.now();
      const all = await listed(actor, alerts);
      const seen = all.filter(({ maySee, alert }) => maySee || alert.owner === person.userId);
      const left = seen.length - most;
      const unseen = all.length - seen.length;
      return [
        ...seen.slice(0, most).map((each) => listedBlock(each, now, language, timeZone)),
        ...(left > 0 ? [section(words.moreAlerts(left))] : []),
        ...(unseen > 0 ? [section(words.unseen(unseen))] : []),
      ];
    },

    /** What an alert would have posted. @throws AccessRefused */
    async before(actor: Actor, rule: AlertRule): Promise<string> {
      for (const need of rule.needs) actor.require(need);
      const words = alertWords(actor.language.t);
      const day = await rule.subject.wholeDay();
      const before = day === undefined ? undefined : await lookBack(rule, day, calendar, time);
      if (before === undefined) return words.noFigures;
      const { calmer } = before;
      const instead = calmer && words.lookBack.instead(calmer.words(actor.language.t).line);
      return [lookBackText(before, rule, actor.language), instead ?? ''].join('\n').trim();
    },

    async details(actor: Actor, alert: Alert): Promise<Render> {
      const [shown] = await listed(actor, [alert]);
      return sentence(shown === undefined ? '' : detailsText(shown, actor.language));
    },

    /**
     * An alert that a button or an opened form names; undefined when it is gone, or the button is of another place or
     * person.
     */
    async find(actor: Actor, id: number, isFromForm = false): Promise<Alert | undefined> {
      const alert = await store.find(actor.teamId, id);
      const { userId } = actor.person;
      const isNear = alert?.target === targetOf(actor) || alert?.target === userId || alert?.owner === userId;
      return isFromForm || isNear ? alert : undefined;
    },

    /** @throws AccessRefused */
    async requireChange(actor: Actor, alert: Alert): Promise<void> {
      if (alert.owner !== actor.person.userId)
        await access.requireIn(actor, alert.target, ['manage_digests']);
    },

    /** Changes an alert that the person may change. @throws AccessRefused */
    async change(
      actor: Actor,
      alert: Alert,
      verb: Exclude<AlertVerb, 'why' | 'change' | 'line' | 'details'>,
    ): Promise<Render> {
      const { id, rule, target } = alert;
      const words = alertWords(actor.language.t);
      if (verb === 'resume') {
        // The person becomes the owner, whose access counts.
        if (alert.isPaused) return set(actor, rule, { target });
        return sentence(words.notPaused(ruleText(alert, actor.language)));
      }
      const until = verb === 'mute' ? (await time.now()) + WEEK_MS : undefined;
      const isDone = verb === 'remove' ? await store.remove(id) : await store.mute(id, until);
      const text = ruleText(alert, actor.language);
      return sentence(isDone ? words.done[verb](text) : words.gone(rule.subject.command));
    },
  };
}

export function ruleText({ rule }: Pick<Alert, 'rule'>, { t }: Language): string {
  return rule.words(t).rule;
}
