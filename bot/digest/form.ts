import type { InputBlock, InputBlockElement, ModalView } from '@slack/types';
import {
  allChosenIn,
  areNumbers,
  chosenIn,
  type FilledView,
  field,
  isFilledIn,
  type Mistakes,
  named,
  option,
  pickedOf,
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
import { ParseError } from '../parse/parseError.ts';
import {
  type Chosen,
  EVERYTHING,
  isNone,
  MAX_CHOSEN,
  NONE,
  onlyGroup,
  type Selection,
} from '../parse/selection.ts';
import { section } from '../slack/message.ts';
import { isPerson } from '../slack/messages.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { plain } from '../slack/modal.ts';
import type { DigestAnswers } from './answers.ts';
import { LONGEST_NAME } from './further.ts';
import { contentOf, QUESTION } from './key.ts';
import { nameIn } from './parseSettings.ts';
import { PRESETS, presetOf, USUAL } from './presets.ts';
import type { DigestQuestion, SettingsChange } from './question.ts';
import { type ChannelDigest, EVERY_DAY } from './subscription.ts';
import type { UsualTimes } from './words/en.ts';
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
  /** In the place of `stores`, where an empty one leaves the names that were typed. */
  otherStores: 'digest_other_stores',
  language: 'digest_language',
} as const;

export interface DigestModalContext {
  readonly language: Language;
  readonly answers: Pick<DigestAnswers, 'label'>;
  readonly products: Pick<Names, 'nameOf'>;
  readonly stores: Pick<Names, 'nameOf'>;
  readonly groups: readonly ProductGroup[];
  /** HH:mm at which most presets are due without a time of their own. */
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
  const { content, time, days, language } = DIGEST_FIELDS;
  const { scope = 'mine', selection = EVERYTHING } = prefill ?? {};
  const presets = PRESETS.map(({ content: each }) => option(each, presetWords(each, t).option));
  const languages = LANGUAGES.map((code) => option(code, words.languages[code]));
  // An existing digest moves when another channel is chosen.
  const isKnown = prefill?.digestTime !== undefined;
  const known = isKnown ? `${prefill.channelId} ${prefill.kind}` : '';
  const isFirst = isKnown && contentOf(prefill.kind ?? '') === prefill.kind;
  const isTyped = isKnown && presetOf(prefill.kind ?? '') === undefined;
  return {
    type: 'modal',
    callback_id: DIGEST_MODAL,
    private_metadata: writeMetadata(context.language, known),
    title: plain(words.title),
    submit: plain(words.save),
    close: plain(t.modals.cancel),
    blocks: [
      !isTyped
        ? field(
            { block: content, label: words.content, required: true },
            select(content, presets, contentOf(prefill?.kind ?? USUAL.content), t),
          )
        : section(context.answers.label(prefill.question ?? '', t)),
      ...channelField(context, prefill),
      ...(isFirst
        ? []
        : [
            field(
              {
                block: DIGEST_FIELDS.name,
                label: words.name,
                hint: isKnown ? undefined : words.nameHint,
                required: isKnown,
              },
              nameInput(DIGEST_FIELDS.name, prefill?.name),
            ),
          ]),
      field(
        {
          block: time,
          label: words.time,
          ...(isTyped
            ? { required: true }
            : { hint: words.timeHint(arrivals(t), usualTimes(context), context.timeZone) }),
        },
        timepicker(time, prefill?.ownTime),
      ),
      field(
        { block: days, label: words.days, required: true },
        dayBoxes(days, prefill?.weekdays ?? EVERY_DAY, format),
      ),
      ...(isTyped ? [] : aboutFields(context, scope, selection)),
      field(
        { block: language, label: words.language, required: true },
        select(language, languages, prefill?.language ?? context.language.code, t),
      ),
    ],
  };
}

/** What a preset is about; a question that was typed says that itself. */
function aboutFields(
  context: DigestModalContext,
  scope: ChannelDigest['scope'],
  selection: Selection,
): InputBlock[] {
  const { t } = context.language;
  const words = digestWords(t).form;
  const { choice, products } = DIGEST_FIELDS;
  return [
    field(
      { block: choice, label: words.choice, required: true },
      select(choice, choiceOptions(context.groups, t), choiceValue(scope, selection), t),
    ),
    pickField(
      { block: products, label: words.products, hint: words.productsHint },
      'product',
      // The choice shows a group that is alone.
      onlyGroup(selection.product) === undefined
        ? pickedOf('product', selection.product, context.products, t)
        : [],
      t,
    ),
    storesField(context, selection.store),
  ];
}

/** When a digest is due without a time of its own, and the names of the presets that differ from it. */
function usualTimes({ digestTime, language: { t } }: DigestModalContext): UsualTimes {
  const others = PRESETS.filter(({ ownTime = digestTime }) => ownTime !== digestTime);
  const byTime = Map.groupBy(others, ({ ownTime = digestTime }) => ownTime);
  return {
    time: digestTime,
    others: [...byTime].map(([time, of]) => ({
      time,
      names: of.map(({ content }) => presetWords(content, t).name),
    })),
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

function choiceValue(scope: ChannelDigest['scope'], { product }: Selection): string {
  const group = onlyGroup(product);
  return group === undefined ? scope : `${GROUP}${group}`;
}

/** None for a personal digest, which can't be moved. */
function channelField(
  { channelId: here, language: { t } }: DigestModalContext,
  prefill: Partial<ChannelDigest> | undefined,
): InputBlock[] {
  const words = digestWords(t).form;
  const { channel, place } = DIGEST_FIELDS;
  const channelId = prefill?.channelId ?? here;
  if (channelId !== undefined && isPerson(channelId)) return [];
  const isKnown = prefill?.digestTime !== undefined;
  const block = channelId === undefined ? place : channel;
  const hint = isKnown ? words.moveHint : channelId === undefined ? words.placeHint : words.channelHint;
  return [
    field(
      { block, label: words.channel, hint, required: block === channel },
      channelSelect(block, channelId, t),
    ),
  ];
}

function nameInput(block: string, name: string | undefined): InputBlockElement {
  return {
    type: 'plain_text_input',
    action_id: block,
    max_length: LONGEST_NAME,
    ...(name === undefined ? {} : { initial_value: name }),
  };
}

function storesField({ stores, language: { t } }: DigestModalContext, { ids, names }: Chosen): InputBlock {
  const words = digestWords(t).form;
  const isTyped = names.length > 0;
  return pickField(
    {
      block: isTyped ? DIGEST_FIELDS.otherStores : DIGEST_FIELDS.stores,
      label: words.stores,
      hint: isTyped ? words.otherStoresHint(names.map((name) => name.words).join(', ')) : words.storesHint,
    },
    'store',
    isTyped ? [] : named(ids, stores),
    t,
  );
}

function channelSelect(block: string, channelId: string | undefined, t: Catalog): InputBlockElement {
  return {
    type: 'conversations_select',
    action_id: block,
    placeholder: plain(digestWords(t).form.chooseChannel),
    filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
    ...(channelId === undefined ? {} : { initial_conversation: channelId }),
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
  context: Pick<ReadingContext, 'language'>,
): DigestReading {
  const { t } = context.language;
  const words = digestWords(t).form;
  const mistakes: Record<string, string> = {};
  const digestTime = timeIn(view, DIGEST_FIELDS.time) ?? null;
  const [from = '', kind = ''] = readMetadata(view.private_metadata ?? '').value.split(' ');
  const place = isFilledIn(view, DIGEST_FIELDS.place) ? DIGEST_FIELDS.place : DIGEST_FIELDS.channel;
  const chosenId = isPerson(from) ? from : textIn(view, place);
  const channelId = chosenId === '' && place === DIGEST_FIELDS.place ? undefined : chosenId;
  if (channelId !== undefined && !isPerson(from) && !/^[CG][A-Z0-9]+$/.test(channelId)) {
    mistakes[place] = words.chooseAChannel;
  }
  const weekdays = daysIn(view);
  if (weekdays === '') mistakes[DIGEST_FIELDS.days] = words.tickADay;
  const picked = allChosenIn(view, DIGEST_FIELDS.products);
  const product = { ids: picked.filter((value) => !value.startsWith(GROUP)), names: groupsIn(picked) };
  if (picked.length > MAX_CHOSEN || !areNumbers(product.ids)) {
    mistakes[DIGEST_FIELDS.products] = askWords(t).form.chooseProducts(MAX_CHOSEN);
  }
  const isQuestion = contentOf(kind) === QUESTION;
  const chosen = isQuestion ? QUESTION : chosenIn(view, DIGEST_FIELDS.content);
  const isByStore = presetOf(chosen ?? '')?.command === 'sales';
  const stores = storesIn(view);
  const storeBlock = isFilledIn(view, DIGEST_FIELDS.stores)
    ? DIGEST_FIELDS.stores
    : DIGEST_FIELDS.otherStores;
  const { ids: storeIds } = stores ?? NONE;
  if (storeIds.length > 0 && !isByStore) mistakes[storeBlock] = words.noStores;
  else if (storeIds.length > MAX_CHOSEN || !areNumbers(storeIds)) {
    mistakes[storeBlock] = askWords(t).form.chooseStores(MAX_CHOSEN);
  }
  const name = textIn(view, DIGEST_FIELDS.name);
  const problem = name === '' ? undefined : nameProblem(name);
  if (problem !== undefined) mistakes[DIGEST_FIELDS.name] = problem.sentence(t);
  if (digestTime === 'wrong') mistakes[DIGEST_FIELDS.time] = askWords(t).form.chooseTime;
  const change = {
    digestTime,
    weekdays,
    ...(isQuestion ? {} : { products: choiceIn(view, product), keepsLeftOut: true as const }),
    ...(isQuestion || stores === undefined ? {} : { stores }),
    ...(name === '' ? {} : { name }),
    language: chosenIn(view, DIGEST_FIELDS.language) === 'nb' ? 'nb' : 'en',
  } as const;
  if (Object.keys(mistakes).length > 0) return { mistakes };
  const isKnown = contentOf(kind) === chosen;
  const content = isKnown ? kind : (presetOf(chosen ?? '') ?? USUAL).content;
  return {
    question: { command: 'digest', kind: 'subscribe', content, channelId, change },
    movedFrom: isKnown && channelId !== undefined && from !== channelId ? from : undefined,
  };
}

/** Undefined where the names that were typed stay. */
function storesIn(view: FilledView): Chosen | undefined {
  const { stores, otherStores } = DIGEST_FIELDS;
  const ids = [stores, otherStores].flatMap((block) => allChosenIn(view, block));
  return ids.length === 0 && isFilledIn(view, otherStores) ? undefined : { ids, names: [] };
}

function nameProblem(name: string): ParseError | undefined {
  try {
    nameIn(name);
    return undefined;
  } catch (error) {
    if (error instanceof ParseError) return error;
    throw error;
  }
}

function daysIn(view: FilledView): string {
  const ticked = new Set(allChosenIn(view, DIGEST_FIELDS.days));
  return [...EVERY_DAY].filter((day) => ticked.has(day)).join('');
}

function choiceIn(view: FilledView, picked: Chosen): NonNullable<SettingsChange['products']> {
  const value = chosenIn(view, DIGEST_FIELDS.choice) ?? 'mine';
  const chosen = isNone(picked) ? { ids: [], names: groupsIn([value]) } : picked;
  return { scope: value === 'all' ? 'all' : 'mine', chosen };
}

/** The groups among chosen values: `group:Gin`, `group:"Pale Ale"`. */
function groupsIn(values: readonly string[]): Chosen['names'] {
  return values
    .filter((value) => value.startsWith(GROUP))
    .map((value) => ({ kind: 'group', words: value.slice(GROUP.length).replace(/^"(.*)"$/, '$1') }));
}
