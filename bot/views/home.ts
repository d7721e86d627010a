import type { Button, HomeView, KnownBlock } from '@slack/types';
import { untoldInWords } from '../access/untoldGroups.ts';
import { reasonInWords } from '../digest/reasons.ts';
import type { HomeDigest, HomeFacts } from '../home/homeFacts.ts';
import { type Formatter, formatterFor } from '../language/formatter.ts';
import { languageFor } from '../language/language.ts';
import { formatCommand } from '../parser/formatCommand.ts';
import { LONGEST_COMMAND } from '../parser/normalize.ts';
import type { Command } from '../parser/question.ts';
import type { RecentQuestion } from '../questions/questionRepository.ts';
import { context, escapeMrkdwn, header, section } from '../slack/message.ts';
import { button } from './buttons.ts';
import { unreadableInWords } from './digest/settings.ts';
import { salesLines, stockLines } from './homeFreshness.ts';
import { listInWords } from './phrases.ts';
import type { Reader } from './reader.ts';

/** Buttons of App Home; what stands behind a colon keeps them apart. */
export const HOME_FORM = 'home_form';
export const HOME_ASK = 'home_ask';
export const HOME_UPLOAD = 'home_upload';
export const HOME_REFRESH = 'home_refresh';
/** Opens the form of a digest; its value is the channel and what the digest is of, or `NEW_DIGEST`. */
export const HOME_DIGEST = 'home_digest';
export const NEW_DIGEST = 'new';

/** How a person reads App Home. */
export type HomeReader = Pick<Reader, 'locale' | 'timeZone'>;

const MOST_DIGESTS_SHOWN = 10;

/** App Home: lines and buttons only, so that it reads the same on a phone. */
export function homeView(facts: HomeFacts, reader: HomeReader): HomeView {
  const figures = formatterFor(reader.locale);
  const instant = (at: number) => figures.instant(at, reader.timeZone);
  return {
    type: 'home',
    blocks: [
      header('Retail Data'),
      {
        type: 'actions',
        block_id: 'home_forms',
        elements: facts.commands.map(formButton),
      },
      context(
        `Only you see the answers. The same can be typed: ${facts.commands.map((command) => `\`/${command}\``).join(', ')}, each with \`help\`.`,
      ),
      ...untoldBlocks(facts.untoldGroups),
      ...recentBlocks(facts.recent, instant),
      { type: 'divider' },
      section(['*Formatter*', ...stockLines(facts.stock, figures, instant)].join('\n')),
      ...(facts.sales === undefined ? [] : [section(salesLines(facts.sales, figures, instant).join('\n'))]),
      section(callsLine(facts.calls, figures)),
      { type: 'divider' },
      section('*Digests*'),
      ...unreadableBlocks(facts, figures),
      ...digestBlocks(facts, figures, instant),
      {
        type: 'actions',
        block_id: 'home_digests',
        elements: [button(HOME_DIGEST, 'Subscribe a channel', NEW_DIGEST)],
      },
      { type: 'divider' },
      ...listBlocks(facts, figures, instant),
      { type: 'divider' },
      context(`As of ${instant(facts.now)} (${reader.timeZone})`),
      { type: 'actions', block_id: 'home_bottom', elements: [button(HOME_REFRESH, 'Refresh', 'refresh')] },
    ],
  };
}

type Instant = (at: number) => string;

const FORM_TITLES: Readonly<Record<Command, string>> = {
  stock: 'Ask for stock',
  sales: 'Ask for sales',
  stores: 'Find stores',
};

function formButton(command: Command): Button {
  return button(`${HOME_FORM}:${command}`, FORM_TITLES[command], command);
}

function recentBlocks(recent: readonly RecentQuestion[], instant: Instant): KnownBlock[] {
  if (recent.length === 0) return [];
  return [
    { type: 'divider' },
    section('*Your recent questions*'),
    ...recent.map(
      ({ id, question, askedAt }, at): KnownBlock => ({
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `\`${escapeMrkdwn(formatCommand(question), LONGEST_COMMAND)}\`\n${instant(askedAt)}`,
          verbatim: true,
        },
        accessory: button(`${HOME_ASK}:${at}`, 'Ask again', id),
      }),
    ),
  ];
}

/** A section takes some ten of them. */
const MOST_GROUPS_SHOWN = 10;

function untoldBlocks(untold: HomeFacts['untoldGroups']): KnownBlock[] {
  if (untold.length === 0) return [];
  const lines = untold
    .slice(0, MOST_GROUPS_SHOWN)
    .map(
      (group) =>
        `:warning: ${listInWords(group.settings, 4)}: ${untoldInWords(group)} Nobody has what it would grant.`,
    );
  const more = untold.length - lines.length;
  return [
    section([...lines, ...(more > 0 ? [`And ${more} more groups; the log names them.`] : [])].join('\n')),
  ];
}

function callsLine({ left, of }: HomeFacts['calls'], { units }: Formatter): string {
  return `Calls left to read the stock: ${units(left)} of ${units(of)} in 24 hours. Questions need none of them.`;
}

/** A button where the form sets it right. */
function unreadableBlocks(
  { unreadable, unreadableLeft }: Pick<HomeFacts, 'unreadable' | 'unreadableLeft'>,
  figures: Formatter,
): KnownBlock[] {
  const shown = unreadable.slice(0, MOST_DIGESTS_SHOWN).map((each, at): KnownBlock => {
    const { channelId, kind, problem } = each;
    const text = {
      type: 'mrkdwn',
      text: `:warning: ${unreadableInWords(each, languageFor(figures.locale).t)}`,
      verbatim: true,
    } as const;
    if (problem === undefined) return { type: 'section', text };
    const accessory = button(`${HOME_DIGEST}:unreadable:${at}`, 'Settings', `${channelId} ${kind}`);
    return { type: 'section', text, accessory };
  });
  return [
    ...shown,
    ...moreBlocks(unreadable.length - shown.length + unreadableLeft, 'that do not come', figures),
  ];
}

function moreBlocks(more: number, which: string, { units }: Formatter): KnownBlock[] {
  if (more <= 0) return [];
  return [context(`and ${units(more)} more ${which}; \`/digest status\` in a channel shows its own`)];
}

function digestBlocks(
  { digests, digestsLeft, unreadable }: Pick<HomeFacts, 'digests' | 'digestsLeft' | 'unreadable'>,
  figures: Formatter,
  instant: Instant,
): KnownBlock[] {
  if (digests.length + digestsLeft === 0) {
    if (unreadable.length > 0) return [];
    return [section('There is none that you can change. `/digest subscribe` in a channel starts one there.')];
  }
  const shown = digests.slice(0, MOST_DIGESTS_SHOWN);
  return [
    ...shown.map(
      (digest, at): KnownBlock => ({
        type: 'section',
        text: { type: 'mrkdwn', text: digestLines(digest, figures, instant).join('\n'), verbatim: true },
        accessory: button(`${HOME_DIGEST}:${at}`, 'Settings', settingsOf(digest)),
      }),
    ),
    ...moreBlocks(digests.length - shown.length + digestsLeft, 'in channels that you are in', figures),
  ];
}

/** Ids of Slack's own say nothing to anybody. */
function settingsOf({ subscription: { channelId, kind } }: HomeDigest): string {
  return `${channelId} ${kind}`;
}

function digestLines(
  { subscription, nextAt, last }: HomeDigest,
  figures: Formatter,
  instant: Instant,
): string[] {
  const { channelId, kind, digestTime, timeZone, weekdays, pausedReason } = subscription;
  return [
    `<#${channelId}> · ${kind}, ${daysInWords(weekdays)} at ${digestTime} (${timeZone})`,
    nextAt === undefined
      ? `:double_vertical_bar: Paused${pausedReason === undefined ? '' : ` (${escapeMrkdwn(pausedReason, 200)})`}`
      : `Next: ${instant(nextAt)}`,
    last === undefined ? 'Last: none yet' : `Last: ${lastInWords(last, kind, figures)}`,
  ];
}

const WEEKDAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function daysInWords(weekdays: string): string {
  if (weekdays === '1234567') return 'every day';
  if (weekdays === '12345') return 'Monday to Friday';
  return WEEKDAY_NAMES.filter((_, at) => weekdays.includes(String(at + 1))).join(', ');
}

const STATES: Readonly<Record<NonNullable<HomeDigest['last']>['state'], string>> = {
  due: 'waiting for its figures',
  sending: 'on its way',
  unclear: 'on its way; Slack has not confirmed it yet',
  sent: 'sent',
  failed: 'failed',
  unknown: 'not known whether it arrived; look in the channel',
  missed: 'not sent',
};

function lastInWords(
  { day, state, reason }: NonNullable<HomeDigest['last']>,
  kind: string,
  figures: Formatter,
): string {
  const why =
    reason === undefined || state === 'sent'
      ? ''
      : ` (${escapeMrkdwn(reasonInWords(reason, kind, languageFor(figures.locale).t), 300)})`;
  return `${figures.day(day)}, ${STATES[state]}${why}`;
}

function listBlocks(facts: HomeFacts, figures: Formatter, instant: Instant): KnownBlock[] {
  const { list, listProblem, mayUpload } = facts;
  const who = list?.takenBy === undefined ? 'from the settings' : `by <@${list.takenBy}>`;
  const lines =
    list === undefined
      ? [
          'There is none, so products are shown by number. With a list, names stand everywhere and can be typed.',
        ]
      : [
          `${figures.counted(list.products, 'product')} from \`${escapeMrkdwn(list.fileName, 200)}\``,
          `Put in ${who}, ${instant(list.takenAt)}`,
        ];
  const problem =
    listProblem === undefined
      ? []
      : [`:warning: The file of PRODUCT_LIST: ${escapeMrkdwn(listProblem, 600)}`];
  return [
    section(['*Product list*', ...lines, ...problem].join('\n')),
    ...(mayUpload
      ? [
          {
            type: 'actions' as const,
            block_id: 'home_list',
            elements: [
              button(HOME_UPLOAD, list === undefined ? 'Upload a list' : 'Upload a new list', 'upload'),
            ],
          },
        ]
      : []),
  ];
}
