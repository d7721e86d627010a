import { describe, expect, test } from 'vitest';
import { PICK_PRODUCT, PICK_STORE } from '../../../../bot/modals/fields.ts';
import { type AccessPolicy, DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { DOUBLE_TEAM, homeOpenedBody, searchBody } from '../../../support/bot/payloadBodies.ts';

const NAMED = 'U0NAMED';
const IN_GROUP = 'U0INGROUP';
const UNNAMED = 'U0UNNAMED';
const GROUP = 'S0SALES';
const CHANNEL = 'C0STOCK';

const LISTED: Partial<AccessPolicy> = {
  guests: 'listed',
  externals: 'listed',
  holders: {
    ...DEFAULT_POLICY.holders,
    view_sales: { users: [NAMED], groups: [GROUP], channels: [CHANNEL] },
  },
};
const REFUSED = 'Nobody has given your account access to this app. Ask whoever runs this app here.';

const OUTSIDERS = [
  ['a guest', { is_restricted: true }],
  ['a guest of one channel', { is_ultra_restricted: true }],
  ['a stranger', { is_stranger: true, team_id: 'T0OTHER' }],
  ['a member of another team', { team_id: 'T0OTHER' }],
] as const;

async function startWith(fields: object): Promise<ConversationBench> {
  const conversation = await startConversationBench({
    policy: LISTED,
    listed: 'number,name\n1101,Fjord gin\n',
  });
  for (const id of [NAMED, IN_GROUP, UNNAMED]) conversation.bench.slack.setUser(id, fields);
  conversation.bench.slack.setGroup(GROUP, [IN_GROUP]);
  return conversation;
}

function seenBy({ bench, lastView }: ConversationBench, userId: string) {
  return {
    typed: async (command: string, text: string) =>
      JSON.stringify((await bench.type(command, text, { user_id: userId })).said),
    search: async (picker: string) =>
      JSON.stringify(
        (
          await bench.send({
            ...searchBody(picker, ''),
            user: { id: userId, name: 'somebody', team_id: DOUBLE_TEAM },
          })
        ).acks,
      ),
    async home() {
      const opened = homeOpenedBody();
      await bench.send({ ...opened, event: { ...Object(opened.event), user: userId } });
      return JSON.stringify(lastView().view);
    },
  };
}

describe.each(OUTSIDERS)('%s, with both settings at listed,', (_, fields) => {
  test('whom no list names is refused everything, also what needs no capability', async () => {
    const person = seenBy(await startWith(fields), UNNAMED);
    for (const [command, text] of [
      ['/stores', '143'],
      ['/stores', 'help'],
      ['/stock', 'help'],
      ['/sales', 'yesterday'],
      ['/digest', 'help'],
      ['/digest', 'list'],
    ] as const) {
      expect(await person.typed(command, text), `${command} ${text}`).toContain(REFUSED);
    }
    expect(await person.search(PICK_PRODUCT)).toBe('[{"options":[]}]');
    expect(await person.search(PICK_STORE)).toBe('[{"options":[]}]');
    expect(await person.home()).toContain(REFUSED);
  });

  test.each([NAMED, IN_GROUP])('who is named has that and what needs no capability: %s', async (userId) => {
    const person = seenBy(await startWith(fields), userId);
    expect(await person.typed('/sales', 'yesterday')).toContain('litres');
    expect(await person.typed('/stores', '143')).not.toContain('access');
    expect(await person.typed('/stock', 'mine')).toContain('You are not allowed to see the stock here.');
    expect(await person.search(PICK_PRODUCT)).toContain('Fjord gin');
    expect(await person.home()).toContain('Ask for sales');
  });
});

test('a guest whose group Slack does not show reads why the group did not help', async () => {
  const conversation = await startWith({ is_restricted: true });
  conversation.bench.slack.refuse('usergroups.users.list', 'missing_scope');
  const said = await seenBy(conversation, IN_GROUP).typed('/stores', '143');
  expect(said).toContain(REFUSED);
  expect(said).toContain('`usergroups:read`');
});
