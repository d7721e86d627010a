import type { Button, HomeView, KnownBlock, StaticSelect } from '@slack/types';
import { untoldInWords } from '../access/untoldGroups.ts';
import type { Feature } from '../ask/asking.ts';
import { button } from '../ask/buttons.ts';
import type { Reader } from '../ask/reader.ts';
import { DIGEST_FORM, NEW_DIGEST } from '../digest/buttons.ts';
import { daysInWords } from '../digest/settingsView.ts';
import type { Catalog, Language } from '../language/language.ts';
import type { LanguageCode } from '../language/locale.ts';
import { reasonInWords } from '../outbox/reasons.ts';
import { LONGEST_SHOWN } from '../parse/parseCommand.ts';
import { context, escapeMrkdwn, header, section } from '../slack/message.ts';
import { listInWords } from '../slack/phrases.ts';
import { salesLines, stockLines } from './freshnessView.ts';
import type { HomeDigest, HomeFacts } from './homeFacts.ts';

/** Buttons of App Home; what stands behind a colon keeps them apart. */
export const HOME_FORM = 'home_form';
export const HOME_ASK = 'home_ask';
export const HOME_UPLOAD = 'home_upload';
export const HOME_REMOVE_LIST = 'home_remove_list';
export const HOME_REFRESH = 'home_refresh';
/** Chooses the language; its value is a language code or `SLACK_LANGUAGE`. */
export const HOME_LANGUAGE = 'home_language';
export const SLACK_LANGUAGE = 'slack';

/** How a person reads App Home. */
export type HomeReader = Pick<Reader, 'language' | 'timeZone' | 'products' | 'stores'>;

const MOST_DIGESTS_SHOWN = 10;

/** App Home: lines and buttons only, so that it reads the same on a phone. */
export function homeView(facts: HomeFacts, reader: HomeReader): HomeView {
  const { language, timeZone } = reader;
  const { t, format } = language;
  const { home } = t;
  const instant = (at: number) => format.instant(at, timeZone);
  return {
    type: 'home',
    blocks: [
      header(home.title),
      {
        type: 'actions',
        block_id: 'home_forms',
        elements: facts.asks.map((feature) => askButton(feature, t)),
      },
      context(home.howToAsk(facts.asks.map(({ command }) => command))),
      ...untoldBlocks(facts.untoldGroups, language),
      ...recentBlocks(facts, reader, instant),
      { type: 'divider' },
      ...freshnessBlocks(facts, t, instant),
      section(home.digests),
      ...digestBlocks(facts, t, instant, timeZone),
      {
        type: 'actions',
        block_id: 'home_digests',
        elements: [button(DIGEST_FORM, home.subscribe, NEW_DIGEST)],
      },
      { type: 'divider' },
      ...listBlocks(facts, t, instant),
      { type: 'divider' },
      context(home.asOf(instant(facts.now), timeZone)),
      {
        type: 'actions',
        block_id: 'home_bottom',
        elements: [button(HOME_REFRESH, home.refresh, 'refresh'), languageSelect(facts.language, t)],
      },
    ],
  };
}

/** Each language is called by its own name, so that whoever cannot read the rest finds it. */
function languageSelect(chosen: LanguageCode | undefined, { home }: Catalog): StaticSelect {
  const option = (value: string, text: string) => ({ text: { type: 'plain_text' as const, text }, value });
  const options = [
    option(SLACK_LANGUAGE, home.language.asSlack),
    option('en', 'English'),
    option('nb', 'Norsk'),
  ];
  const initial = options.find(({ value }) => value === (chosen ?? SLACK_LANGUAGE));
  return {
    type: 'static_select',
    action_id: HOME_LANGUAGE,
    placeholder: { type: 'plain_text', text: home.language.label },
    options,
    ...(initial === undefined ? {} : { initial_option: initial }),
  };
}

type Instant = (at: number) => string;

function askButton({ command, words }: Feature, t: Catalog): Button {
  return button(`${HOME_FORM}:${command}`, words(t).homeButton, command);
}

function recentBlocks({ recent, asks }: HomeFacts, reader: HomeReader, instant: Instant): KnownBlock[] {
  const { home } = reader.language.t;
  if (recent.length === 0) return [];
  return [
    { type: 'divider' },
    section(home.recent),
    ...recent.map(
      ({ command, askedAt }, at): KnownBlock => ({
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: recentInWords(command, asks, reader, instant(askedAt)),
          verbatim: true,
        },
        accessory: button(`${HOME_ASK}:${at}`, home.askAgain, command),
      }),
    ),
  ];
}

const LISTED = /\b(product|store):(\d+(?:,\d+){2,})|(?<=^\/stock )(\d+(?: \d+){2,})/g;
const NAMED = 2;

/** The command as it can be typed, or words with names in the place of a long list of numbers. */
function recentInWords(
  command: string,
  asks: readonly Feature[],
  reader: HomeReader,
  askedAt: string,
): string {
  const { products, stores, language } = reader;
  const { t, format } = language;
  const named = command.replace(LISTED, (_, key?: string, listed?: string, asked?: string) => {
    const ids = (listed ?? asked ?? '').split(/[ ,]/);
    const labels = key === 'store' ? stores : products;
    return format.list(
      ids.slice(0, NAMED).map((id) => labels.label(id)),
      ids.length - NAMED,
    );
  });
  if (named === command) return t.home.recentQuestion(escapeMrkdwn(command, LONGEST_SHOWN), askedAt);
  const [, name] = /^\/(\w+) /.exec(command) ?? [];
  const subject = asks.find((feature) => feature.command === name)?.words(t).subject ?? '';
  return t.home.recentList(subject, escapeMrkdwn(named.replace(/^\/\w+ /, ''), LONGEST_SHOWN), askedAt);
}

/** Nothing for somebody who may see neither stock nor sales. */
function freshnessBlocks({ stock, sales }: HomeFacts, t: Catalog, instant: Instant): KnownBlock[] {
  const texts = [
    ...(stock === undefined ? [] : [stockLines(stock, t, instant)]),
    ...(sales === undefined ? [] : [salesLines(sales, t, instant)]),
  ];
  const [first, ...more] = texts;
  if (first === undefined) return [];
  const shown = [[t.home.figures, ...first], ...more];
  return [...shown.map((lines) => section(lines.join('\n'))), { type: 'divider' }];
}

/** A section takes some ten of them. */
const MOST_GROUPS_SHOWN = 10;

function untoldBlocks(
  untold: HomeFacts['untoldGroups'],
  { t, format }: Pick<Language, 't' | 'format'>,
): KnownBlock[] {
  const { home } = t;
  if (untold.length === 0) return [];
  const lines = untold
    .slice(0, MOST_GROUPS_SHOWN)
    .map((group) => home.untoldGroup(listInWords(group.settings, format, 4), untoldInWords(group, t)));
  const more = untold.length - lines.length;
  return [section([...lines, ...(more > 0 ? [home.moreGroups(more)] : [])].join('\n'))];
}

function digestBlocks(
  { digests, digestsLeft }: Pick<HomeFacts, 'digests' | 'digestsLeft'>,
  t: Catalog,
  instant: Instant,
  timeZone: string,
): KnownBlock[] {
  if (digests.length + digestsLeft === 0) return [section(t.home.noDigests)];
  const shown = digests.slice(0, MOST_DIGESTS_SHOWN);
  const more = digests.length - shown.length + digestsLeft;
  return [
    ...shown.map(
      (digest, at): KnownBlock => ({
        type: 'section',
        text: { type: 'mrkdwn', text: digestLines(digest, t, instant, timeZone).join('\n'), verbatim: true },
        accessory: button(`${DIGEST_FORM}:${at}`, t.home.settings, settingsOf(digest)),
      }),
    ),
    ...(more > 0 ? [context(t.home.moreDigests(more))] : []),
  ];
}

/** Ids of Slack's own say nothing to anybody. */
function settingsOf({ subscription: { channelId, kind } }: HomeDigest): string {
  return `${channelId} ${kind}`;
}

function digestLines(
  { subscription, kind, nextAt, last }: HomeDigest,
  t: Catalog,
  instant: Instant,
  timeZone: string,
): string[] {
  const { home } = t;
  const { channelId, digestTime, weekdays, pausedReason } = subscription;
  const { name, data } = kind.words(t);
  return [
    home.digest(channelId, name, daysInWords(weekdays, t), digestTime, timeZone),
    nextAt === undefined
      ? home.paused(pausedReason === undefined ? undefined : t.common.slackSays(pausedReason))
      : home.next(instant(nextAt)),
    last === undefined ? home.noneYet : lastLine(last, data, t),
  ];
}

function lastLine({ day, state, reason }: NonNullable<HomeDigest['last']>, data: string, t: Catalog): string {
  const { home } = t;
  const isTold = reason !== undefined && state !== 'sent';
  return home.last(
    day,
    t.digest.settings.states[state],
    isTold ? escapeMrkdwn(reasonInWords(reason, data, t), 300) : undefined,
  );
}

function listBlocks({ list, listProblem, mayUpload }: HomeFacts, t: Catalog, instant: Instant): KnownBlock[] {
  const { home } = t;
  const lines =
    list === undefined
      ? [home.noList]
      : [
          home.listFile(list.products, escapeMrkdwn(list.fileName, 200)),
          list.importedBy === undefined
            ? home.listFromSettings(instant(list.importedAt))
            : home.listBy(list.importedBy, instant(list.importedAt)),
        ];
  const problem = listProblem === undefined ? [] : [home.listProblem(escapeMrkdwn(listProblem(t), 600))];
  const upload = button(HOME_UPLOAD, list === undefined ? home.upload : home.uploadNew, 'upload');
  // The file of PRODUCT_LIST would be imported again at once.
  const elements = list?.importedBy === undefined ? [upload] : [upload, removeButton(t)];
  return [
    section([home.list, ...lines, ...problem].join('\n')),
    ...(mayUpload ? [{ type: 'actions' as const, block_id: 'home_list', elements }] : []),
  ];
}

function removeButton({ home, modals }: Catalog): Button {
  const { title, text, confirm } = home.removeList;
  const plain = (words: string) => ({ type: 'plain_text' as const, text: words });
  return {
    ...button(HOME_REMOVE_LIST, title, 'remove'),
    confirm: { title: plain(title), text: plain(text), confirm: plain(confirm), deny: plain(modals.cancel) },
  };
}
