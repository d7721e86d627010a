import { describe, expect, test } from 'vitest';
import { limitBreachesOf } from '../../../../bot/demo/slack/limits.ts';
import {
  buildDigestModal,
  DIGEST_FIELDS,
  type DigestModalContext,
  readDigestModal,
} from '../../../../bot/digest/form.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { NO_NAMES } from '../../../../bot/parse/nameLookup.ts';
import { type Chosen, EVERYTHING, NONE } from '../../../../bot/parse/selection.ts';
import fc from '../../../support/property.ts';

const context: DigestModalContext = {
  answers: { label: (question) => question },
  language: languageFor('en'),
  products: NO_NAMES,
  stores: NO_NAMES,
  groups: [{ name: 'Craft beer', products: 3 }],
  digestTime: '08:30',
  timeZone: 'Europe/Oslo',
  channelId: 'C0STOCK',
};

type View = Parameters<typeof readDigestModal>[0];
const read = (view: View) => readDigestModal(view, context);

/** What Slack sends when the form is sent in as it was opened, with other values in some fields. */
function filled(view: ReturnType<typeof buildDigestModal>, instead: Record<string, object> = {}): View {
  const values: Record<string, Record<string, object>> = {};
  for (const block of view.blocks) {
    if (!('element' in block) || block.block_id === undefined) continue;
    const { element } = block;
    const state = {
      type: element.type,
      ...('initial_option' in element ? { selected_option: element.initial_option } : {}),
      ...('initial_options' in element ? { selected_options: element.initial_options } : {}),
      ...('initial_time' in element ? { selected_time: element.initial_time } : {}),
      ...('initial_value' in element ? { value: element.initial_value } : {}),
      ...('initial_conversation' in element ? { selected_conversation: element.initial_conversation } : {}),
    };
    values[block.block_id] = { any: instead[block.block_id] ?? state };
  }
  return JSON.parse(JSON.stringify({ state: { values }, private_metadata: view.private_metadata }));
}

test('sent in as it is opened it subscribes the channel with the defaults, and stores no time of its own', () => {
  expect(read(filled(buildDigestModal(context)))).toEqual({
    question: {
      command: 'digest',
      kind: 'subscribe',
      content: 'stock',
      channelId: 'C0STOCK',
      change: {
        digestTime: null,
        weekdays: '1234567',
        products: { scope: 'mine', chosen: NONE },
        stores: NONE,
        keepsLeftOut: true,
        language: 'en',
      },
    },
  });
});

test('it opens with the settings there are, and sent in again it changes none of them', () => {
  const chosen = (ids: string[], kind: 'name' | 'group' = 'name', ...words: string[]): Chosen => ({
    ids,
    names: words.map((each) => ({ kind, words: each })),
  });
  const products = fc.constantFrom(
    { scope: 'mine', chosen: NONE } as const,
    { scope: 'all', chosen: NONE } as const,
    { scope: 'mine', chosen: chosen([], 'group', 'Craft beer') } as const,
    { scope: 'mine', chosen: chosen(['1101', '90210']) } as const,
  );
  const settings = fc.record({
    kind: fc.constantFrom('sales', 'sales#1', 'weekly-sales#2'),
    ownTime: fc.constantFrom('00:00', '07:50', '23:59', undefined),
    weekdays: fc.constantFrom('12345', '7', '135'),
    language: fc.constantFrom('nb', 'en' as const),
    products,
    stores: fc.constantFrom(NONE, chosen(['143', '201']), chosen([], 'name', 'oslo')),
  });
  fc.assert(
    fc.property(settings, fc.constantFrom('G1', 'U1'), ({ kind, ownTime, ...set }, channelId) => {
      const name = kind.includes('#') ? { name: 'Gin Oslo' } : {};
      const { stores, ...others } = { ...set, ...name };
      const change = {
        ...others,
        ...(stores.names.length > 0 ? {} : { stores }),
        digestTime: ownTime ?? null,
        keepsLeftOut: true,
      };
      const { products, weekdays, language } = set;
      const view = buildDigestModal(context, {
        kind,
        channelId,
        ...name,
        digestTime: ownTime ?? '08:30',
        ownTime,
        weekdays,
        language,
        scope: products.scope,
        selection: { ...EVERYTHING, product: products.chosen, store: stores },
      });
      expect(limitBreachesOf(view, 'modal')).toEqual([]);
      expect(read(filled(view))).toEqual({
        question: { command: 'digest', kind: 'subscribe', content: kind, channelId, change },
      });
    }),
  );
});

describe('what is wrong is told at its field', () => {
  test.each([
    [DIGEST_FIELDS.days, { selected_options: [] }, /at least one day/],
    [DIGEST_FIELDS.channel, { selected_conversation: null }, /Choose a channel/],
    [DIGEST_FIELDS.channel, { selected_conversation: 'D0KARI' }, /Choose a channel/],
    [DIGEST_FIELDS.time, { selected_time: '25:00' }, /Choose a time/],
    [
      DIGEST_FIELDS.products,
      { selected_options: [{ value: '<!here>' }] },
      /Choose up to 100 products from the list/,
    ],
    [DIGEST_FIELDS.stores, { selected_options: [{ value: '143' }] }, /Stock is for the whole chain/],
    [DIGEST_FIELDS.name, { value: 'sales' }, /"sales" is a word of this command/],
  ])('%s %j', (block, state, sentence) => {
    expect(read(filled(buildDigestModal(context), { [block]: state }))).toEqual({
      mistakes: { [block]: expect.stringMatching(sentence) },
    });
  });
});

test('from App Home no channel is needed: then it is the digest of the person who sends it in', () => {
  const view = buildDigestModal({ ...context, channelId: undefined });
  expect(read(filled(view))).toMatchObject({ question: { channelId: undefined } });
  const { place } = DIGEST_FIELDS;
  expect(read(filled(view, { [place]: { selected_conversation: 'D0KARI' } }))).toEqual({
    mistakes: { [place]: expect.stringMatching(/Choose a channel/) },
  });
});

test('it says when a digest without a time is due, and which figures an hour has', () => {
  const shown = (fields: Partial<DigestModalContext>) =>
    JSON.stringify(buildDigestModal({ ...context, ...fields }));
  expect(shown({})).toContain(
    "Leave it empty for 08:30 (08:00 for weekly sales and monthly sales). Today's stock arrives at about 08:30, yesterday's sales at about 07:45",
  );
  expect(shown({ digestTime: '08:00', language: languageFor('nb') })).toContain(
    'La feltet stå tomt for kl. 08:00. Dagens',
  );
});

test('hundreds of groups with long names fit', () => {
  const groups = Array.from({ length: 300 }, (_, at) => ({ name: `${at} ${'g'.repeat(at)}`, products: 1 }));
  expect(limitBreachesOf(buildDigestModal({ ...context, groups }), 'modal')).toEqual([]);
});
