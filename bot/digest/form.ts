import type { InputBlockElement, ModalView } from '@slack/types';
import {
  allChosenIn,
  areNumbers,
  chosenIn,
  type FilledView,
  field,
  type Mistakes,
  named,
  option,
  PICK_PRODUCT,
  pickField,
  type ReadingContext,
  select,
  textIn,
  timeIn,
  timepicker,
} from '../ask/fields.ts';
import { askWords } from '../ask/words/words.ts';
import type { Formatter } from '../language/formatter.ts';
import type { Catalog, Language } from '../language/language.ts';
import type { Names, ProductGroup } from '../parse/nameLookup.ts';
import { MAX_CHOSEN } from '../parse/narrowing.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { plain } from '../slack/modal.ts';
import type { ProductChoice } from './format.ts';
import { contentOf } from './key.ts';
import { arrivalsOf, type DigestKinds } from './kind.ts';
import type { DigestQuestion } from './question.ts';
import { type ChannelDigest, EVERY_DAY } from './subscription.ts';
import type { UsualTimes } from './words/en.ts';
import { digestWords } from './words/words.ts';

export const DIGEST_MODAL = 'form_digest';

export const DIGEST_FIELDS = {
  content: 'digest_content',
  channel: 'digest_channel',
  time: 'digest_time',
  days: 'digest_days',
  choice: 'digest_choice',
  products: 'digest_products',
  language: 'digest_language',
} as const;

export interface DigestModalContext {
  readonly language: Language;
  readonly kinds: DigestKinds;
  readonly products: Pick<Names, 'nameOf'>;
  readonly groups: readonly ProductGroup[];
  /** HH:mm at which most kinds are due without a time of their own. */
  readonly digestTime: string;
  readonly timeZone: string;
  /** The channel it was opened from. */
  readonly channelId?: string | undefined;
}

/** Slack's limit for options is 100. */
const MAX_GROUPS = 90;
const GROUP = 'group:';
/** Slack's limit for the value of an option. */
const MAX_VALUE_CHARACTERS = 150;

/** The form of a digest; `prefill` has its current settings. */
export function buildDigestModal(context: DigestModalContext, prefill?: Partial<ChannelDigest>): ModalView {
  const { t, format } = context.language;
  const words = digestWords(t).form;
  const { content, channel, time, days, choice, products, language } = DIGEST_FIELDS;
  const chosen = prefill?.products ?? { kind: 'mine' };
  const picked = chosen.kind === 'products' ? chosen.productIds : [];
  const { all, contents } = context.kinds;
  const kinds = all.map((kind) => option(kind.content, kind.words(t).option));
  const languages = LANGUAGES.map((code) => option(code, words.languages[code]));
  // An existing digest moves when another channel is chosen.
  const known = prefill?.digestTime === undefined ? '' : `${prefill.channelId} ${prefill.kind}`;
  return {
    type: 'modal',
    callback_id: DIGEST_MODAL,
    private_metadata: writeMetadata(context.language, known),
    title: plain(words.title),
    submit: plain(words.save),
    close: plain(t.modals.cancel),
    blocks: [
      field(
        { block: content, label: words.content, required: true },
        select(content, kinds, contentOf(prefill?.kind ?? contents[0]), t),
      ),
      field(
        {
          block: channel,
          label: words.channel,
          hint: known === '' ? words.channelHint : words.moveHint,
          required: true,
        },
        channelSelect(channel, prefill?.channelId ?? context.channelId, t),
      ),
      field(
        {
          block: time,
          label: words.time,
          hint: words.timeHint(arrivalsOf(all, t), usualTimes(context), context.timeZone),
        },
        timepicker(time, prefill?.ownTime),
      ),
      field(
        { block: days, label: words.days, required: true },
        dayBoxes(days, prefill?.weekdays ?? EVERY_DAY, format),
      ),
      field(
        { block: choice, label: words.choice, required: true },
        select(choice, choiceOptions(context.groups, t), choiceValue(chosen), t),
      ),
      pickField(
        { block: products, label: words.products, hint: words.productsHint },
        PICK_PRODUCT,
        named(picked, context.products),
        t,
      ),
      field(
        { block: language, label: words.language, required: true },
        select(language, languages, prefill?.language ?? context.language.code, t),
      ),
    ],
  };
}

/** When a digest is due without a time of its own, and the names of the kinds that differ from it. */
function usualTimes({ kinds, digestTime, language: { t } }: DigestModalContext): UsualTimes {
  const others = kinds.all.filter(({ ownTime = digestTime }) => ownTime !== digestTime);
  const byTime = Map.groupBy(others, ({ ownTime = digestTime }) => ownTime);
  return {
    time: digestTime,
    others: [...byTime].map(([time, of]) => ({ time, names: of.map(({ words }) => words(t).name) })),
  };
}

const LANGUAGES = ['nb', 'en'] as const;

function choiceOptions(groups: readonly ProductGroup[], t: Catalog) {
  const { mine, all, group } = digestWords(t).form.choices;
  return [
    option('mine', mine),
    option('all', all),
    ...groups
      .filter(({ name }) => GROUP.length + name.length <= MAX_VALUE_CHARACTERS)
      .slice(0, MAX_GROUPS)
      .map(({ name }) => option(`${GROUP}${name}`, group(name))),
  ];
}

function choiceValue(choice: ProductChoice): string {
  if (choice.kind === 'group') return `${GROUP}${choice.group}`;
  return choice.kind === 'all' ? 'all' : 'mine';
}

function channelSelect(block: string, channelId: string | undefined, t: Catalog): InputBlockElement {
  return {
    type: 'conversations_select',
    action_id: block,
    placeholder: plain(digestWords(t).form.chooseChannel),
    filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
    ...(channelId === undefined
      ? { default_to_current_conversation: true }
      : { initial_conversation: channelId }),
  };
}

function dayBoxes(block: string, weekdays: string, format: Formatter): InputBlockElement {
  const options = [...EVERY_DAY].map((day) => option(day, format.weekday(Number(day))));
  const ticked = options.filter(({ value }) => weekdays.includes(value ?? ''));
  return {
    type: 'checkboxes',
    action_id: block,
    options,
    ...(ticked.length === 0 ? {} : { initial_options: ticked }),
  };
}

export type DigestReading =
  | {
      readonly question: Extract<DigestQuestion, { kind: 'subscribe' }>;
      /** The digest's current channel; undefined unless another one was chosen. */
      readonly movedFrom: string | undefined;
    }
  | { readonly mistakes: Mistakes };

/** The question that could have been typed, or a sentence for each field that is wrong. */
export function readDigestModal(
  view: FilledView & { readonly private_metadata?: string },
  { language: { t } }: Pick<ReadingContext, 'language'>,
  { contents }: Pick<DigestKinds, 'contents'>,
): DigestReading {
  const words = digestWords(t).form;
  const mistakes: Record<string, string> = {};
  const digestTime = timeIn(view, DIGEST_FIELDS.time) ?? null;
  const channelId = textIn(view, DIGEST_FIELDS.channel);
  if (!/^[CG][A-Z0-9]+$/.test(channelId)) mistakes[DIGEST_FIELDS.channel] = words.chooseAChannel;
  const weekdays = daysIn(view);
  if (weekdays === '') mistakes[DIGEST_FIELDS.days] = words.tickADay;
  const productIds = allChosenIn(view, DIGEST_FIELDS.products);
  if (productIds.length > MAX_CHOSEN || !areNumbers(productIds)) {
    mistakes[DIGEST_FIELDS.products] = askWords(t).form.chooseProducts(MAX_CHOSEN);
  }
  if (digestTime === 'wrong') mistakes[DIGEST_FIELDS.time] = askWords(t).form.chooseTime;
  const change = {
    digestTime,
    weekdays,
    products: choiceIn(view, productIds),
    language: chosenIn(view, DIGEST_FIELDS.language) === 'nb' ? 'nb' : 'en',
  } as const;
  if (Object.keys(mistakes).length > 0) return { mistakes };
  const chosen = chosenIn(view, DIGEST_FIELDS.content);
  const [from, kind = ''] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const isKnown = contentOf(kind) === chosen;
  const content = isKnown ? kind : (contents.find((each) => each === chosen) ?? contents[0]);
  return {
    question: { command: 'digest', kind: 'subscribe', content, channelId, change },
    movedFrom: isKnown && from !== channelId ? from : undefined,
  };
}

function daysIn(view: FilledView): string {
  const ticked = new Set(allChosenIn(view, DIGEST_FIELDS.days));
  return [...EVERY_DAY].filter((day) => ticked.has(day)).join('');
}

function choiceIn(view: FilledView, productIds: readonly string[]): ProductChoice {
  if (productIds.length > 0) return { kind: 'products', productIds };
  const value = chosenIn(view, DIGEST_FIELDS.choice) ?? 'mine';
  if (value.startsWith(GROUP)) return { kind: 'group', group: value.slice(GROUP.length) };
  return value === 'all' ? { kind: 'all' } : { kind: 'mine' };
}
