import type { InputBlock, InputBlockElement, KnownBlock, ModalView } from '@slack/types';
import {
  allChosenIn,
  chosenIn,
  type FilledView,
  field,
  isFilledIn,
  type Mistakes,
  option,
  pickedOf,
  select,
  textIn,
  timeIn,
  timepicker,
} from '../ask/fields.ts';
import { partsOf } from '../ask/follow.ts';
import { choice, type Form, type FormField, formBlocks, modal, pick, readForm } from '../ask/form.ts';
import { languageField } from '../ask/posted.ts';
import { asNamed } from '../ask/said.ts';
import { askWords } from '../ask/words/words.ts';
import type { Catalog, Language } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { namesOf } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { type Chosen, NONE } from '../parse/selection.ts';
import { format } from '../parse/tokenizer.ts';
import { section } from '../slack/message.ts';
import { isPerson } from '../slack/messages.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { plain } from '../slack/modal.ts';
import type { DigestAnswers } from './answers.ts';
import { LONGEST_NAME } from './further.ts';
import { contentOf, QUESTION } from './key.ts';
import { type NarrowedCommand, narrowed, wordsOf } from './narrow.ts';
import { nameIn } from './parse.ts';
import { type Cadence, PRESETS, type Preset, presetOf, USUAL } from './presets.ts';
import type { DigestQuestion } from './question.ts';
import { type ChannelDigest, EVERY_DAY } from './subscription.ts';
import { arrivals, digestWords, presetWords } from './words/words.ts';

export const DIGEST_MODAL = 'form_digest';

export const DIGEST_FIELDS = {
  content: 'digest_content',
  channel: 'digest_channel',
  /** In the place of `channel`, where an empty one means the person's direct messages. */
  place: 'digest_place',
  name: 'digest_name',
  time: 'digest_time',
  days: 'digest_days',
  choice: 'digest_choice',
  products: 'digest_products',
  stores: 'digest_stores',
  language: 'digest_language',
} as const;

export interface DigestModalContext {
  readonly language: Language;
  readonly answers: Pick<DigestAnswers, 'label'>;
  readonly commands: readonly NarrowedCommand[];
  readonly reading: Reading;
  /** HH:mm at which most presets are due without a time of their own. */
  readonly digestTime: string;
  /** The channel it was opened from. */
  readonly channelId?: string | undefined;
}

type Prefill = Partial<ChannelDigest>;

/** In the place of the channel in metadata, of a question that is to be posted. */
const NEW_QUESTION = 'new';
/** The box that leaves all but the first of the days in a month out. */
const IN_MONTH = 'month';

/** The form of a digest; `prefill` has its current settings, or the question and usual times of a new one. */
export function buildDigestModal(context: DigestModalContext, prefill: Prefill = {}): ModalView {
  const { t } = context.language;
  const words = digestWords(t).form;
  const { content, time, language } = DIGEST_FIELDS;
  // An existing digest moves when another channel is chosen.
  const isKnown = prefill.digestTime !== undefined;
  const { kind = USUAL.content } = prefill;
  const preset = presetOf(kind);
  const form = aboutForm(preset, prefill.question, context);
  const presets = PRESETS.map(({ content: each }) => option(each, presetWords(each, t).option));
  const isTyped = preset === undefined;
  const blocks: KnownBlock[] = [
    isTyped
      ? section(context.answers.label(prefill.question ?? '', t))
      : field(
          { block: content, label: words.content, required: true },
          select(content, presets, contentOf(kind), t),
        ),
    ...channelField(context, prefill),
    ...(isKnown && contentOf(kind) === kind
      ? []
      : [nameField(prefill.name, isKnown, isTyped ? undefined : words.nameHint, t)]),
    field(
      { block: time, label: words.time, hint: isTyped ? undefined : timeHint(context), required: isTyped },
      timepicker(time, prefill.ownTime),
    ),
    daysField(prefill, isTyped, context.language),
    ...(form === undefined ? [] : formBlocks(form, t)),
    languageField(language, prefill.language ?? context.language.code, t),
  ];
  const known = isKnown
    ? `${prefill.channelId} ${kind} ${form?.kept ?? ''}`.trim()
    : isTyped
      ? `${NEW_QUESTION} ${kind} ${prefill.question}`
      : '';
  return modal(
    DIGEST_MODAL,
    {
      title: isTyped && !isKnown ? digestWords(t).every.form.title : words.title,
      submit: askWords(t).posted.save,
    },
    blocks,
    writeMetadata(context.language, known),
    t,
  );
}

/** What narrows the question of a preset, and words of it that no field shows; undefined for a question that was typed. */
function aboutForm(
  preset: Preset | undefined,
  question: string | undefined,
  { commands, reading, language: { t } }: DigestModalContext,
): Form | undefined {
  const following = commands.find(({ command }) => command === preset?.command)?.following(reading);
  if (preset === undefined || following === undefined) return undefined;
  const was = following.read(wordsOf(question ?? preset.question));
  const chosen = (meaning: 'product' | 'store') =>
    asNamed(
      was.said.items.flatMap((item) =>
        item.kind === 'name' && item.meaning === meaning && !item.isLeftOut ? [item] : [],
      ),
    );
  const kept = partsOf(was, following).filter(({ slots }) => slots[0]?.startsWith('without'));
  const ofNames = { product: chosen('product'), store: chosen('store') };
  return {
    fields: aboutFields(reading, t, ofNames, was.said.flags.has('all') ? 'all' : 'mine'),
    kept: format(kept.flatMap(({ tokens }) => tokens)),
    usesMore: false,
  };
}

function aboutFields(
  { vocabulary }: Pick<Reading, 'vocabulary'>,
  t: Catalog,
  { product, store }: Readonly<Record<'product' | 'store', Chosen>>,
  scope: 'mine' | 'all',
): readonly FormField[] {
  const words = digestWords(t).form;
  const { choice: of, products, stores } = DIGEST_FIELDS;
  const picked = (meaning: 'product' | 'store', chosen: Chosen) =>
    pickedOf(meaning, chosen, namesOf(meaning, vocabulary), t);
  return [
    choice(
      of,
      { label: words.choice },
      (['mine', 'all'] as const).map((each) => ({ words: each, text: words.choices[each] })),
      scope,
      t,
    ),
    pick(
      products,
      { label: words.products, hint: words.productsHint },
      'product',
      picked('product', product),
      t,
    ),
    pick(stores, { label: words.stores, hint: words.storesHint }, 'store', picked('store', store), t),
  ];
}

/** When a digest is due without a time of its own, with the presets that differ from it. */
function timeHint({ digestTime, language: { t }, reading }: DigestModalContext): string {
  const others = PRESETS.filter(({ ownTime = digestTime }) => ownTime !== digestTime);
  const byTime = Map.groupBy(others, ({ ownTime = digestTime }) => ownTime);
  const usual = {
    time: digestTime,
    others: [...byTime].map(([time, of]) => ({
      time,
      names: of.map(({ content }) => presetWords(content, t).name),
    })),
  };
  return digestWords(t).form.timeHint(arrivals(t), usual, reading.calendar.timeZone);
}

/** None for a personal digest, which can't be moved. */
function channelField(
  { channelId: here, language: { t } }: DigestModalContext,
  prefill: Prefill,
): InputBlock[] {
  const words = digestWords(t).form;
  const channelId = prefill.channelId ?? here;
  if (channelId !== undefined && isPerson(channelId)) return [];
  const { channel, place } = DIGEST_FIELDS;
  const isKnown = prefill.digestTime !== undefined;
  const isOptional = channelId === undefined || (!isKnown && prefill.kind === QUESTION);
  const block = isOptional ? place : channel;
  const hint = isKnown ? words.moveHint : isOptional ? words.placeHint : words.channelHint;
  const element: InputBlockElement = {
    type: 'conversations_select',
    action_id: block,
    placeholder: plain(words.chooseChannel),
    filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
    ...(channelId === undefined ? {} : { initial_conversation: channelId }),
  };
  return [field({ block, label: words.channel, hint, required: block === channel }, element)];
}

function nameField(
  name: string | undefined,
  isKnown: boolean,
  nameHint: string | undefined,
  t: Catalog,
): InputBlock {
  const words = digestWords(t).form;
  return field(
    {
      block: DIGEST_FIELDS.name,
      label: words.name,
      hint: isKnown ? undefined : nameHint,
      required: isKnown,
    },
    {
      type: 'plain_text_input',
      action_id: DIGEST_FIELDS.name,
      max_length: LONGEST_NAME,
      ...(name === undefined ? {} : { initial_value: name }),
    },
  );
}

/** A preset keeps its own interval; a question that was typed can be one of each month. */
function daysField(
  { weekdays = EVERY_DAY, cadence }: Prefill,
  isTyped: boolean,
  { t, format }: Language,
): InputBlock {
  const { days: block } = DIGEST_FIELDS;
  const words = digestWords(t).form;
  const isInMonth = isTyped && cadence === 'monthly';
  const days = [...EVERY_DAY].map((day) => option(day, format.weekday(Number(day))));
  const month = isTyped ? [option(IN_MONTH, words.inMonth)] : [];
  const isTicked = (day: string) => weekdays.includes(day) && !(isInMonth && weekdays === EVERY_DAY);
  const ticked = [...days.filter(({ value = '' }) => isTicked(value)), ...(isInMonth ? month : [])];
  return field(
    { block, label: words.days, required: true },
    {
      type: 'checkboxes',
      action_id: block,
      options: [...days, ...month],
      ...(ticked.length === 0 ? {} : { initial_options: ticked }),
    },
  );
}

export type FilledDigest =
  | {
      readonly question: Extract<DigestQuestion, { kind: 'subscribe' }>;
      /** The digest's current channel; undefined unless another one was chosen. */
      readonly movedFrom: string | undefined;
    }
  | { readonly mistakes: Mistakes };

/** The question that could have been typed, or a sentence for each field that is wrong. */
export function readDigestModal(
  view: FilledView,
  { language: { t }, commands, reading }: Pick<DigestModalContext, 'language' | 'commands' | 'reading'>,
): FilledDigest {
  const words = digestWords(t).form;
  const mistakes: Record<string, string> = {};
  const [from = '', kind = '', ...left] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const kept = left.join(' ');
  const place = isFilledIn(view, DIGEST_FIELDS.place) ? DIGEST_FIELDS.place : DIGEST_FIELDS.channel;
  const chosenId = isPerson(from) ? from : textIn(view, place);
  const channelId = chosenId === '' && place === DIGEST_FIELDS.place ? undefined : chosenId;
  if (channelId !== undefined && !isPerson(from) && !/^[CG][A-Z0-9]+$/.test(channelId))
    mistakes[place] = words.chooseAChannel;
  const ticked = new Set(allChosenIn(view, DIGEST_FIELDS.days));
  const isInMonth = ticked.has(IN_MONTH);
  const days = [...EVERY_DAY].filter((day) => ticked.has(day)).join('');
  const weekdays = days === '' && isInMonth ? EVERY_DAY : days;
  if (weekdays === '') mistakes[DIGEST_FIELDS.days] = words.tickADay;
  const digestTime = timeIn(view, DIGEST_FIELDS.time) ?? null;
  if (digestTime === 'wrong') mistakes[DIGEST_FIELDS.time] = askWords(t).form.chooseTime;
  const name = textIn(view, DIGEST_FIELDS.name);
  if (name !== '') {
    try {
      nameIn(name);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      mistakes[DIGEST_FIELDS.name] = error.sentence(t);
    }
  }
  const isTyped = kind !== '' && presetOf(kind) === undefined;
  const chosen = isTyped ? contentOf(kind) : (chosenIn(view, DIGEST_FIELDS.content) ?? '');
  const preset = presetOf(chosen);
  const feature = commands.find(({ command }) => command === preset?.command);
  const fields = aboutFields(reading, t, { product: NONE, store: NONE }, 'mine');
  const about =
    preset === undefined || feature === undefined
      ? undefined
      : readForm(
          // All sales are one's own.
          { fields: preset.command === 'sales' ? fields.slice(1) : fields, kept },
          view,
          (said) => narrowed(preset.question, { words: said }, preset, feature, reading),
          t,
        );
  const wrong = { ...mistakes, ...(about !== undefined && 'mistakes' in about ? about.mistakes : {}) };
  if (Object.keys(wrong).length > 0) return { mistakes: wrong };
  const change = {
    digestTime,
    weekdays,
    ...(isTyped ? { cadence: cadenceOf(weekdays, isInMonth) } : {}),
    ...(from === NEW_QUESTION ? { question: kept } : {}),
    ...(about === undefined || 'mistakes' in about ? {} : { question: about.read }),
    ...(name === '' ? {} : { name }),
    language: chosenIn(view, DIGEST_FIELDS.language) === 'nb' ? 'nb' : 'en',
  } as const;
  const isKnown = contentOf(kind) === chosen;
  const isMoved = isKnown && channelId !== undefined && from !== NEW_QUESTION && from !== channelId;
  const content = isKnown ? kind : (preset ?? USUAL).content;
  return {
    question: { command: 'digest', kind: 'subscribe', content, channelId, change },
    movedFrom: isMoved ? from : undefined,
  };
}

function cadenceOf(weekdays: string, isInMonth: boolean): Cadence {
  if (isInMonth) return 'monthly';
  return weekdays.length === 1 ? 'weekly' : 'daily';
}
