import { expect, test } from 'vitest';
import { limitBreachesOf } from '../../../../bot/demo/slack/limits.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import {
  buildDigestModal,
  DIGEST_FIELDS,
  type DigestModalContext,
  readDigestModal,
} from '../../../../bot/standing/form.ts';
import { presetOf } from '../../../../bot/standing/presets.ts';
import { NARROWED } from '../../../support/bot/parse/commands.ts';
import { reading } from '../../../support/bot/parse/questions.ts';
import fc from '../../../support/property.ts';

const context: DigestModalContext = {
  answers: { label: (question) => question },
  language: languageFor('en'),
  commands: NARROWED,
  reading,
  digestTime: '08:30',
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

test('it opens with the settings there are, and sent in again it changes none of them', () => {
  const settings = fc.record({
    kind: fc.constantFrom('sales', 'sales#1', 'weekly-sales#2', 'stock', 'question#1'),
    ownTime: fc.constantFrom('00:00', '07:50', '23:59'),
    weekdays: fc.constantFrom('12345', '7', '135'),
    language: fc.constantFrom('nb', 'en' as const),
    narrower: fc.constantFrom('', 'group:"Cider"', 'product:1,2', 'without group:"Cider"', 'store:"oslo"'),
  });
  fc.assert(
    fc.property(settings, fc.constantFrom('G1', 'U1'), ({ kind, narrower, ...set }, channelId) => {
      const name = kind.includes('#') ? { name: 'Gin Oslo' } : {};
      const preset = presetOf(kind);
      const isOfStock = preset?.command === 'stock';
      const said = isOfStock ? narrower.replace('store:"oslo"', '').replace('product:1,2', '') : narrower;
      const words = isOfStock && said === '' ? 'mine' : `${preset?.words} ${said}`.trim();
      const question = preset === undefined ? '/stores oslo' : `/${preset.command} ${words}`;
      const view = buildDigestModal(context, {
        kind,
        channelId,
        question,
        digestTime: set.ownTime,
        ...name,
        ...set,
      });
      expect(limitBreachesOf(view, 'modal')).toEqual([]);
      const { ownTime, ...change } = set;
      const content = preset === undefined ? 'question' : kind;
      expect(read(filled(view))).toMatchObject({
        question: {
          content: preset === undefined ? expect.stringContaining(content) : kind,
          channelId,
          change: { digestTime: ownTime, ...change, ...name, ...(preset === undefined ? {} : { question }) },
        },
      });
    }),
  );
});

test.each([
  [DIGEST_FIELDS.channel, { selected_conversation: 'D0KARI' }, /Choose a channel/],
  [DIGEST_FIELDS.products, { selected_options: [{ value: '<!here>' }] }, /here/],
  [DIGEST_FIELDS.name, { value: 'sales' }, /"sales" is a word of this command/],
])('what is wrong is told at its field: %s %j', (block, state, sentence) => {
  expect(read(filled(buildDigestModal(context), { [block]: state }))).toEqual({
    mistakes: { [block]: expect.stringMatching(sentence) },
  });
});

test('from App Home no channel is needed: then it is the digest of the person who sends it in', () => {
  const view = buildDigestModal({ ...context, channelId: undefined });
  expect(read(filled(view))).toMatchObject({ question: { channelId: undefined } });
});
