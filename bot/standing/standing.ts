import type { Button } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import type { Askable, Feature } from '../ask/asking.ts';
import { button } from '../ask/buttons.ts';
import type { Commands } from '../ask/commands.ts';
import { sentenceMessage } from '../ask/errorMessage.ts';
import { hear } from '../ask/hear.ts';
import { mistakeRender } from '../ask/mistake.ts';
import { normalize } from '../ask/parseCommand.ts';
import { type Replies, sentence } from '../ask/replies.ts';
import { withoutCourtesies } from '../ask/sentence.ts';
import type { SubCommands } from '../ask/subCommands.ts';
import type { Catalog } from '../language/language.ts';
import { dateContextOf, formatDays } from '../parse/dates/period.ts';
import { readPeriod } from '../parse/dates/scan.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import type { Render } from '../slack/message.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import type { DigestAccess } from './access.ts';
import { DIGEST_EVERY } from './buttons.ts';
import type { DigestCommands } from './commands.ts';
import {
  daysWithin,
  type NoSchedule,
  type SaidSchedule,
  type Scheduled,
  scheduleAhead,
  scheduleIn,
  writeSchedule,
} from './every.ts';
import { freeName, isCalled, shortName } from './further.ts';
import { contentOf, QUESTION } from './key.ts';
import { wordsOf } from './narrow.ts';
import { placeHere } from './place.ts';
import { type Cadence, PRESETS } from './presets.ts';
import type { DigestQuestion } from './question.ts';
import { WEEKDAYS } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/* Questions that are answered at times: `/sales last week every monday`, "send me this every morning". */

/** A question with a schedule, as it was asked for. */
interface Wanted {
  readonly feature: Feature;
  /** The whole command, with its period as it was said. */
  readonly typed: string;
  readonly said: SaidSchedule;
}

type Asked =
  | ({ readonly kind: 'wanted' } & Wanted)
  /** Its days never change. */
  | ({ readonly kind: 'fixed' } & Wanted)
  | { readonly kind: 'refused'; readonly said: NoSchedule }
  /** Before a schedule. */
  | { readonly kind: 'mistake'; readonly feature: Feature; readonly mistake: ParseError }
  /** The answer above. */
  | { readonly kind: 'again'; readonly said: SaidSchedule };

const DAY_MS = 86_400_000;
/** Sentences that ask what was, or what is: never a schedule. */
const ASKS =
  /^(?:how|what|which|when|where|why|who|did|does|do|is|are|was|were|has|have|hvor|hva|kva|hvilken|hvilket|hvilke|når|kor|hvem|kven|hvorfor|er|var|har)(?!\p{L})/iu;
const PAST = /(?<!\p{L})(?:did|sold|was|were|solgte|solgt|selde|selt|ble|vart)(?!\p{L})/iu;
const WHY = /^(?:why|hvorfor|kvifor)(?!\p{L})\s*/iu;
/** "Send me", "post", "gi oss". The first ask for more than to be shown something now. */
const REQUEST =
  /^(?:(?:hi|hello|hey|hei|please|pls|vennligst|can you|could you|would you|will you|kan du|kunne du|vil du|i want you to)[,\s]+)*(?:(tell|fortelle?|sende?|post|legge? ut)|give|show|share|get|gi|gje|vise?|del|skriv)(?:\s+(me|meg|us|oss|here|her))?(?:\s+|$)/iu;
const FOR_ME = /^(?:me|meg)$/i;
const THIS =
  /^(?:(?:this|it|that|these|the same|det|dette|denne|disse|det samme|svaret|the answer)(?:\s+(?:to|til)\s+(me|meg|us|oss|the channel|kanalen)|\s+(?:here|her))?)?$/iu;
/** Periods that days of now may have been asked for by, the likeliest first. */
const PERIODS = [
  'yesterday',
  'last week',
  'last month',
  'this week',
  'this month',
  'last 7 days',
  'last 30 days',
  'this year',
  'last quarter',
  'last year',
];
/** Days that hold two or more of a unit. */
const TWO_OF = { day: 2, week: 14, month: 59 } as const;
/** What a question of sales without a period is about. */
const usualPeriod = (cadence: Cadence) =>
  PRESETS.find((each) => each.cadence === cadence && each.command === 'sales')?.words ?? '';

/** "Tell us every monday what we sold", and not "show me every monday in october". */
function isOfRequest({ words, said }: Scheduled, request: RegExpExecArray | null): boolean {
  if (request === null) return REQUEST.test(words);
  return ASKS.test(words) || (request[1] !== undefined && !('refused' in said) && said.rows === undefined);
}

type NewQuestion = Pick<Extract<DigestQuestion, { kind: 'subscribe' }>, 'channelId' | 'change'>;

export interface Standing extends SubCommands {
  /** Sets what a button carries; see DIGEST_EVERY. */
  clicked(actor: Actor, value: string): Promise<Render>;
  /** Sets a question with its schedule, or changes the same question in its place. @throws AccessRefused, ParseError */
  begin(actor: Actor, question: NewQuestion): Promise<Render>;
  /** The command of a question for later: as it was typed, or with the period that its days have now. */
  laterOf(question: Askable, typed: string | undefined): string;
  /** Whether the days of a command never change. */
  isFixed(command: string): boolean;
  /** HH:mm at which a question is answered where no time is said. */
  usualTime(command: string, cadence: Cadence): string;
}

export function standingQuestions(parts: {
  readonly commands: Commands;
  readonly reading: () => Reading;
  readonly subscriptions: Pick<Subscriptions, 'of' | 'called' | 'defaults'>;
  readonly access: DigestAccess;
  readonly people: Pick<Directory, 'isWithApp'>;
  readonly digestCommands: Pick<DigestCommands, 'subscribe'>;
  readonly replies: Pick<Replies, 'answerTo'>;
}): Standing {
  const { commands, reading, subscriptions, access, people, digestCommands, replies } = parts;

  /** What a command means at some days from now, as written then. */
  const meaningsOf = (typed: string, days: readonly number[]) => {
    const now = reading();
    return days.map((ahead) => {
      const asked = ifParsed(() => commands.read(typed, { ...now, now: now.now + ahead * DAY_MS }));
      return { command: asked?.command ?? `none ${ahead}`, days: asked?.days[0] };
    });
  };
  const areSame = (one: string, other: string) => {
    const meant = (typed: string) =>
      JSON.stringify(meaningsOf(typed, [0, 9, 40]).map(({ command }) => command));
    return meant(one) === meant(other);
  };
  /** "October" is the same for most of a year, "last month" never twice. */
  const isFixed = ({ feature, typed }: Pick<Wanted, 'feature' | 'typed'>) => {
    if (!feature.saysPeriod(wordsOf(typed), reading()) || feature.takesAnyWords === true) return false;
    const [{ days } = {}] = meaningsOf(typed, [0]);
    const step = Math.max(8, Math.ceil(1.12 * lengthOf(days)));
    return new Set(meaningsOf(typed, [0, step, 2 * step]).map(({ command }) => command)).size < 3;
  };
  /** Whether "every day" asks for rows: the period holds two or more days. */
  const asksForRows = (feature: Feature, words: string, { rows, time }: SaidSchedule) => {
    if (feature.command !== 'sales' || rows === undefined || time !== undefined) return false;
    if (!feature.saysPeriod(words, reading())) return true;
    const lengths = meaningsOf(`/${feature.command} ${words}`, [0, 8, 17]).map(({ days }) => lengthOf(days));
    return Math.max(...lengths) >= TWO_OF[rows];
  };
  const usualTime = (command: string, cadence: Cadence) => {
    const preset = PRESETS.find((each) => each.command === command && each.cadence === cadence);
    return preset?.ownTime ?? subscriptions.defaults.digestTime;
  };

  /** What words behind a command ask for; undefined where that is no schedule. */
  function askedBehind(feature: Feature, text: string): Asked | undefined {
    const found = scheduleIn(text);
    // "Why" is a word of `/sales`.
    if (found === undefined || ASKS.test(text.trim().replace(WHY, '')) || PAST.test(text)) return undefined;
    const { said, words } = found;
    if ('refused' in said) {
      const isRead = commands.find(`/${feature.command} ${normalize(text)}`, reading()) !== undefined;
      return isRead ? undefined : { kind: 'refused', said };
    }
    if (asksForRows(feature, words, said)) return undefined;
    return wantedOf(feature, words, said);
  }

  function wantedOf(feature: Feature, words: string, said: SaidSchedule): Asked | undefined {
    const { command } = feature;
    const isWithoutPeriod = command === 'sales' && !feature.saysPeriod(words, reading());
    const whole = isWithoutPeriod
      ? `${usualPeriod(said.cadence)} ${words}`.trim()
      : words === '' && command === 'stock'
        ? 'mine'
        : words;
    try {
      const asked = commands.parse(feature, whole, reading());
      if (asked === 'help' || asked === 'form') return undefined;
    } catch (mistake) {
      if (!(mistake instanceof ParseError)) throw mistake;
      return { kind: 'mistake', feature, mistake };
    }
    const wanted = { feature, typed: `/${command} ${whole}`, said };
    return { kind: isFixed(wanted) ? 'fixed' : 'wanted', ...wanted };
  }

  /** What a message asks for; undefined where that is no schedule. */
  function askedIn(text: string): { readonly asked: Asked; readonly isForMe: boolean } | undefined {
    const typed = commands.featureOf(text);
    if (typed !== undefined) {
      const asked = askedBehind(typed, wordsOf(text));
      return asked && { asked, isForMe: false };
    }
    const said = normalize(text);
    const request = REQUEST.exec(said);
    const plain = request === null ? withoutCourtesies(said) : said;
    const asked = plain.slice(request?.[0].length ?? 0);
    const ahead = scheduleAhead(asked);
    const isAhead = ahead !== undefined && isOfRequest(ahead, request);
    const found = isAhead ? ahead : scheduleIn(asked);
    if (found === undefined || ASKS.test(plain)) return undefined;
    const { said: schedule } = found;
    const behindIt = REQUEST.exec(found.words);
    const isToBeSent = [request?.[1], behindIt?.[1]].some((verb) => verb !== undefined);
    if (!isAhead && !isToBeSent && PAST.test(plain)) return undefined;
    const words = found.words.slice(behindIt?.[0].length ?? 0);
    const referring = THIS.exec(words);
    const isForMe = [request?.[2], behindIt?.[2], referring?.[1]].some(
      (who) => who !== undefined && FOR_ME.test(who),
    );
    if (referring !== null) {
      const isRefused = 'refused' in schedule;
      return {
        asked: isRefused ? { kind: 'refused', said: schedule } : { kind: 'again', said: schedule },
        isForMe,
      };
    }
    const heard = hear(words, {}, commands, reading());
    const command = heard.kind === 'question' ? (heard.typed ?? heard.question.command) : undefined;
    if (heard.kind !== 'question' || command === undefined) return undefined;
    const { feature } = heard.question;
    if ('refused' in schedule) return { asked: { kind: 'refused', said: schedule }, isForMe };
    const behind = wordsOf(command);
    if (request === null && asksForRows(feature, behind, schedule)) return undefined;
    const wanted = wantedOf(feature, behind, schedule);
    return wanted && { asked: wanted, isForMe };
  }

  /** The question of an answer above, whose days are fixed, with the period that they have now. */
  function relativeOf({ command = '', days: [days, against] }: Askable): string {
    if (days === undefined) return command;
    if (against !== undefined) {
      const compared = `compare ${formatDays(days)} with ${formatDays(against)}`;
      const all = PERIODS.map((period) => command.replace(compared, `compare ${period}`));
      return all.find((each) => commands.find(each, reading())?.command === command) ?? command;
    }
    const now = reading();
    const context = dateContextOf(now.calendar, now.now);
    const period = PERIODS.find((each) => {
      const meant = readPeriod(each, context);
      return meant?.from === days.from && meant.to === days.to;
    });
    return period === undefined ? command : command.replace(formatDays(days), period);
  }

  async function answer(
    actor: Actor,
    asked: Asked,
    isForMe: boolean,
    before: () => Promise<Askable | undefined>,
  ): Promise<Render> {
    const { t } = actor.language;
    const words = digestWords(t).every;
    switch (asked.kind) {
      case 'mistake':
        return mistakeRender(commands, reading(), actor, asked.feature, asked.mistake);
      case 'refused':
        noteOutcome('mistake');
        return sentence(words.refused[asked.said.refused](asked.said.typed));
      case 'fixed': {
        const within = `${asked.typed} ${daysWithin(asked.said)}`;
        // Stock has no Mondays.
        const instead = commands.find(within, reading()) === undefined ? asked.typed : within;
        const mistake = new ParseError((each) => digestWords(each).every.fixed, instead);
        return mistakeRender(commands, reading(), actor, asked.feature, mistake);
      }
      case 'again': {
        const question = await before();
        if (question?.command === undefined) return sentence(words.nothingAbove);
        const { feature } = question;
        const again = wantedOf(feature, wordsOf(relativeOf(question)), asked.said);
        return again === undefined ? sentence(words.nothingAbove) : answer(actor, again, isForMe, before);
      }
      case 'wanted':
        return set(actor, asked, isForMe);
    }
  }

  async function set(actor: Actor, { typed, feature, said }: Wanted, isForMe: boolean): Promise<Render> {
    const { t } = actor.language;
    const asked = commands.read(typed, reading());
    if (asked === undefined) return sentence(digestWords(t).question.notOne);
    const channelId = isForMe ? actor.person.userId : await placeHere(actor, people);
    if (channelId === undefined) return sentence(digestWords(t).commands.noChannel);
    const cadence = said.cadence;
    const time = said.time ?? usualTime(feature.command, cadence);
    const mayManage = await access.isAllowedIn(actor, channelId, ['manage_digests']);
    if (!mayManage && channelId !== actor.person.userId)
      return offered(actor, typed, { ...said, time }, asked);
    return begin(actor, {
      channelId,
      change: { question: typed, cadence, weekdays: said.weekdays, digestTime: time },
    });
  }

  async function begin(actor: Actor, { channelId: named, change }: NewQuestion): Promise<Render> {
    const { t } = actor.language;
    const { question = '' } = change;
    const asked = commands.read(question, reading());
    if (asked === undefined) return sentence(digestWords(t).question.notOne);
    const channelId = named ?? (await placeHere(actor, people));
    if (channelId === undefined) return sentence(digestWords(t).commands.noChannel);
    // Before names are looked up: they would tell of a private channel.
    await access.requireIn(actor, channelId, ['manage_digests', ...asked.needs]);
    const place = { teamId: actor.teamId, channelId };
    const here = await subscriptions.of(place);
    const same = here.find((each) => contentOf(each.kind) === QUESTION && areSame(each.question, question));
    const name = same?.name ?? nameFor(question, await subscriptions.called(place), t);
    return digestCommands.subscribe(actor, {
      command: 'digest',
      kind: 'subscribe',
      channelId,
      content: same?.kind ?? QUESTION,
      needs: asked.needs,
      change: { name, ...change },
    });
  }

  /** To a person who may not set it for the channel. @throws AccessRefused for one who may not see it either */
  async function offered(
    actor: Actor,
    typed: string,
    said: SaidSchedule,
    { needs }: Askable,
  ): Promise<Render> {
    const { t } = actor.language;
    await access.requireIn(actor, actor.person.userId, needs);
    const words = digestWords(t).every;
    const command = `${typed} ${writeSchedule(said)}`;
    const message = sentenceMessage(words.onlyForYou);
    const offer = button(DIGEST_EVERY, words.forMe, `me ${command}`);
    return () => ({ ...message, blocks: [...message.blocks, { type: 'actions', elements: [offer] }] });
  }

  /** Its words without the slash, with a number where another digest has that name. */
  function nameFor(typed: string, called: Awaited<ReturnType<Subscriptions['called']>>, t: Catalog): string {
    const name = shortName(commands.say(typed, t).slice(1).replaceAll('"', ''));
    const others = called.filter(({ hasEnded }) => hasEnded !== true);
    return others.some((each) => isCalled(each, name)) ? freeName(name, others) : name;
  }

  const nothingBefore = async () => undefined;
  return {
    isMeant(command, text) {
      const feature = command === undefined ? undefined : commands.named(command);
      return (feature === undefined ? askedIn(text) : askedBehind(feature, text)) !== undefined;
    },

    async typed(command, { actor, command: { text }, respond }) {
      const feature = commands.named(command);
      const asked = feature && askedBehind(feature, text);
      if (asked === undefined) return;
      await replies.answerTo({ what: `/${command} every`, actor, respond }, () =>
        answer(actor, asked, false, nothingBefore),
      );
    },

    async said(actor, text, before) {
      const found = askedIn(text);
      return found === undefined
        ? sentence(digestWords(actor.language.t).every.nothingAbove)
        : answer(actor, found.asked, found.isForMe, before);
    },

    offer(command, text, t): Button | undefined {
      const feature = commands.named(command);
      const { said, words } = scheduleIn(text) ?? {};
      if (feature === undefined || said === undefined || 'refused' in said || words === undefined)
        return undefined;
      const isOffered = asksForRows(feature, words, said) && !feature.saysPeriod(words, reading());
      const time = usualTime(command, said.cadence);
      const value = [`/${command}`, words, writeSchedule({ ...said, time })]
        .filter((part) => part !== '')
        .join(' ');
      return isOffered
        ? button(DIGEST_EVERY, digestWords(t).every.offer(said.cadence, said.weekdays === WEEKDAYS), value)
        : undefined;
    },

    laterOf(question, typed) {
      const asked = typed?.startsWith('/') === true ? commands.find(typed, reading()) : undefined;
      return asked === undefined ? relativeOf(question) : (typed ?? '');
    },

    isFixed(command) {
      const feature = commands.featureOf(command);
      return feature === undefined || isFixed({ feature, typed: command });
    },

    usualTime,

    begin,

    async clicked(actor, value) {
      const isForMe = value.startsWith('me ');
      const typed = value.replace(/^me /, '');
      const feature = commands.featureOf(typed);
      const asked = feature && askedBehind(feature, wordsOf(typed));
      if (asked === undefined) return sentence(digestWords(actor.language.t).question.notOne);
      return answer(actor, asked, isForMe, nothingBefore);
    },
  };
}

function lengthOf(days: DayRange | undefined): number {
  return days === undefined ? 1 : daysIn(days).length;
}
