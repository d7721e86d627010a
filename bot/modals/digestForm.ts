import type { ViewOutput } from '@slack/bolt';
import type { InputBlockElement, ModalView } from '@slack/types';
import { SALES_REFRESH, STOCK_REFRESH } from 'retail-data-client/core';
import { DIGEST_KINDS } from '../database/tables/digest.ts';
import { type ChannelDigest, EVERY_DAY } from '../digest/subscription.ts';
import type { Locale } from '../language/locale.ts';
import type { DigestQuestion } from '../parser/digestQuestion.ts';
import { ParseError } from '../parser/parseError.ts';
import { MOST_CHOSEN } from '../parser/question.ts';
import { readTimeZone } from '../parser/timeZones.ts';
import type { ProductChoice } from '../products/choice.ts';
import type { Names } from '../products/names.ts';
import type { ProductGroup } from '../products/productNames.ts';
import { field, option, PICK_PRODUCT, pickField, plain, select } from './fields.ts';
import { allChosenIn, areNumbers, chosenIn, textIn } from './filled.ts';
import { NO_METADATA, named } from './form.ts';

export const DIGEST_FORM = 'form_digest';

export const DIGEST_FIELDS = {
  content: 'digest_content',
  channel: 'digest_channel',
  time: 'digest_time',
  days: 'digest_days',
  choice: 'digest_choice',
  products: 'digest_products',
  zone: 'digest_zone',
  deadline: 'digest_deadline',
  stale: 'digest_stale',
  numbers: 'digest_numbers',
} as const;

/** What the form is drawn with. */
export interface DigestFormLook {
  readonly products: Names;
  readonly groups: readonly ProductGroup[];
  /** What a new subscription has where nothing is said. */
  readonly digestTime: string;
  readonly timeZone: string;
  readonly deadline: string;
  readonly locale: Locale;
  /** The channel it was opened from. */
  readonly channelId?: string | undefined;
}

/** Slack takes 100 options; a value takes 150 characters. */
const MOST_GROUPS = 90;
const GROUP = 'group:';
const LONGEST_VALUE = 150;
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** A small form for one digest of a channel, with the settings that it has already. */
export function digestForm(look: DigestFormLook, prefill?: Partial<ChannelDigest>): ModalView {
  const { content, channel, time, days, choice, products, zone, deadline, stale, numbers } = DIGEST_FIELDS;
  const chosen = prefill?.products ?? { kind: 'mine' };
  const hour = prefill?.digestTime ?? look.digestTime;
  const until = prefill?.deadline ?? look.deadline;
  const picked = chosen.kind === 'products' ? chosen.productIds : [];
  return {
    type: 'modal',
    callback_id: DIGEST_FORM,
    private_metadata: NO_METADATA,
    title: plain('Digest'),
    submit: plain('Save'),
    close: plain('Cancel'),
    blocks: [
      field(
        { block: content, label: 'Digest of', required: true },
        select(content, KINDS, prefill?.kind ?? 'stock'),
      ),
      field(
        { block: channel, label: 'Channel', hint: 'The app has to be in it: /invite', required: true },
        channelSelect(channel, prefill?.channelId ?? look.channelId),
      ),
      field(
        { block: time, label: 'Time', hint: hourHint(look.timeZone), required: true },
        timepicker(time, hour),
      ),
      field({ block: days, label: 'Days', required: true }, dayBoxes(days, prefill?.weekdays ?? EVERY_DAY)),
      field(
        { block: choice, label: 'Of which products', required: true },
        select(choice, choiceOptions(look.groups), choiceValue(chosen)),
      ),
      pickField(
        { block: products, label: 'Or these products', hint: 'Products chosen here count instead.' },
        PICK_PRODUCT,
        named(picked, look.products),
      ),
      field(
        {
          block: zone,
          label: 'Time zone',
          hint: 'As in the IANA database, such as Europe/Oslo',
          required: true,
        },
        { type: 'plain_text_input', action_id: zone, initial_value: prefill?.timeZone ?? look.timeZone },
      ),
      field(
        { block: deadline, label: 'Wait for new figures until', required: true },
        timepicker(deadline, until < hour ? hour : until),
      ),
      field(
        { block: stale, label: 'When there are none by then', required: true },
        select(stale, STALE, prefill?.stalePolicy ?? 'post'),
      ),
      field(
        { block: numbers, label: 'Numbers and days', required: true },
        select(numbers, LOCALES, prefill?.locale ?? look.locale),
      ),
    ],
  };
}

const KINDS = [option('stock', 'Stock'), option('sales', "Yesterday's sales")];
const STALE = [
  option('post', 'Post the older figures and say so'),
  option('skip', 'Leave it out and tell whoever subscribed'),
];
const LOCALES = [option('nb', 'Norwegian: 1 234,5'), option('en', 'English: 1,234.5')];

function hourHint(timeZone: string): string {
  return `The stock of the day comes about ${STOCK_REFRESH}, the sales of the day before about ${SALES_REFRESH} (${timeZone}); a digest before that has those of a day earlier.`;
}

function choiceOptions(groups: readonly ProductGroup[]) {
  return [
    option('mine', 'Mine: sold in the last 90 days, or in the product list'),
    option('all', 'All of the chain'),
    ...groups
      .filter(({ name }) => GROUP.length + name.length <= LONGEST_VALUE)
      .slice(0, MOST_GROUPS)
      .map(({ name }) => option(`${GROUP}${name}`, `Group: ${name}`)),
  ];
}

function choiceValue(choice: ProductChoice): string {
  if (choice.kind === 'group') return `${GROUP}${choice.group}`;
  return choice.kind === 'all' ? 'all' : 'mine';
}

function channelSelect(block: string, channelId: string | undefined): InputBlockElement {
  return {
    type: 'conversations_select',
    action_id: block,
    placeholder: plain('Choose a channel'),
    filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
    ...(channelId === undefined
      ? { default_to_current_conversation: true }
      : { initial_conversation: channelId }),
  };
}

function timepicker(block: string, time: string): InputBlockElement {
  return { type: 'timepicker', action_id: block, initial_time: time };
}

function dayBoxes(block: string, weekdays: string): InputBlockElement {
  const options = DAY_NAMES.map((name, at) => option(String(at + 1), name));
  const ticked = options.filter(({ value }) => weekdays.includes(value ?? ''));
  return {
    type: 'checkboxes',
    action_id: block,
    options,
    ...(ticked.length === 0 ? {} : { initial_options: ticked }),
  };
}

export type DigestSubmission =
  | { readonly question: Extract<DigestQuestion, { kind: 'subscribe' }> }
  | { readonly mistakes: Readonly<Record<string, string>> };

/** What was filled in, as the question that could have been typed; or a sentence for each field that is wrong. */
export function readDigestForm(view: Pick<ViewOutput, 'state'>): DigestSubmission {
  const mistakes: Record<string, string> = {};
  const time = (block: string) => {
    const text = textIn(view, block);
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) mistakes[block] = 'Choose a time.';
    return text;
  };
  const channelId = textIn(view, DIGEST_FIELDS.channel);
  if (!/^[CG][A-Z0-9]+$/.test(channelId)) mistakes[DIGEST_FIELDS.channel] = 'Choose a channel.';
  const weekdays = daysIn(view);
  if (weekdays === '') mistakes[DIGEST_FIELDS.days] = 'Tick at least one day.';
  const productIds = allChosenIn(view, DIGEST_FIELDS.products);
  if (productIds.length > MOST_CHOSEN || !areNumbers(productIds)) {
    mistakes[DIGEST_FIELDS.products] = `Choose up to ${MOST_CHOSEN} products of the list.`;
  }
  const change = {
    digestTime: time(DIGEST_FIELDS.time),
    weekdays,
    timeZone: zoneIn(view, mistakes),
    deadline: time(DIGEST_FIELDS.deadline),
    stalePolicy: chosenIn(view, DIGEST_FIELDS.stale) === 'skip' ? 'skip' : 'post',
    products: choiceIn(view, productIds),
    locale: chosenIn(view, DIGEST_FIELDS.numbers) === 'nb' ? 'nb' : 'en',
  } as const;
  if (mistakes[DIGEST_FIELDS.time] === undefined && change.deadline < change.digestTime) {
    mistakes[DIGEST_FIELDS.deadline] ??=
      `${change.deadline} is before the digest's hour, ${change.digestTime}; choose ${change.digestTime} or later.`;
  }
  if (Object.keys(mistakes).length > 0) return { mistakes };
  const content = DIGEST_KINDS.find((kind) => kind === chosenIn(view, DIGEST_FIELDS.content)) ?? 'stock';
  return { question: { command: 'digest', kind: 'subscribe', content, channelId, change } };
}

function daysIn(view: Pick<ViewOutput, 'state'>): string {
  const ticked = new Set(allChosenIn(view, DIGEST_FIELDS.days));
  return [...EVERY_DAY].filter((day) => ticked.has(day)).join('');
}

function zoneIn(view: Pick<ViewOutput, 'state'>, mistakes: Record<string, string>): string {
  const text = textIn(view, DIGEST_FIELDS.zone);
  try {
    return readTimeZone(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    mistakes[DIGEST_FIELDS.zone] = error.message;
    return text;
  }
}

function choiceIn(view: Pick<ViewOutput, 'state'>, productIds: readonly string[]): ProductChoice {
  if (productIds.length > 0) return { kind: 'products', productIds };
  const value = chosenIn(view, DIGEST_FIELDS.choice) ?? 'mine';
  if (value.startsWith(GROUP)) return { kind: 'group', group: value.slice(GROUP.length) };
  return value === 'all' ? { kind: 'all' } : { kind: 'mine' };
}
