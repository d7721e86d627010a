import { describe, expect, test } from 'vitest';
import { DIGEST_FIELDS, DIGEST_MODAL } from '../../../../bot/modals/digest.ts';
import { QUESTION_MODAL_IDS } from '../../../../bot/modals/questionModal.ts';
import { type AccessPolicy, DEFAULT_POLICY, type Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DIGEST_LIST, DIGEST_SETTINGS, DIGEST_WHY } from '../../../../bot/views/digest/buttons.ts';
import { HOME_DIGEST } from '../../../../bot/views/home.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { allChosen, chosen } from '../../../support/bot/filledForm.ts';
import type { Passage } from '../../../support/bot/listenerBench.ts';
import {
  CHANNEL_ID,
  clickBody,
  clickInView,
  DOUBLE_TEAM,
  homeOpenedBody,
  submissionBody,
  USER_ID,
} from '../../../support/bot/payloadBodies.ts';
import { NO_CHANNEL } from '../../../support/bot/slackDouble.ts';

const SECRET = 'C0SECRET';
const MEMBER = USER_ID;
const GUEST_INSIDE = 'U0GUESTINSIDE';
const OUTSIDE = { stranger: 'U0STRANGER', guest: 'U0GUEST', 'other team': 'U0OTHER' } as const;

/** All of them may do everything, where they are: what is left is whether they are in the channel. */
const EVERYBODY = {
  users: [MEMBER, GUEST_INSIDE, ...Object.values(OUTSIDE)],
  groups: [],
  channels: [],
} satisfies Holders;
const OPEN: Partial<AccessPolicy> = {
  guests: 'listed',
  externals: 'listed',
  holders: {
    ...DEFAULT_POLICY.holders,
    view_stock: EVERYBODY,
    view_sales: EVERYBODY,
    manage_digests: EVERYBODY,
  },
};

interface SecretBench extends ConversationBench {
  /** What somebody's payload leads to: what is said and shown to them. */
  send(userId: string, body: object): Promise<Seen>;
  type(userId: string, text: string, channelId?: string): Promise<Seen>;
  /** What stands in the database and in channels. */
  state(): Promise<string>;
}

interface Seen {
  readonly said: Passage['said'];
  readonly shown: readonly object[];
}

/** A private channel with digests of stock and of sales, which its member has subscribed. */
async function startSecret(policy: Partial<AccessPolicy> = OPEN): Promise<SecretBench> {
  const conversation = await startConversationBench({ policy });
  const { bench } = conversation;
  bench.slack.setMembers(SECRET, ['U0SOMEBODY', GUEST_INSIDE, MEMBER]);
  for (const id of [GUEST_INSIDE, OUTSIDE.guest]) bench.slack.setUser(id, { is_restricted: true });
  bench.slack.setUser(OUTSIDE['other team'], { team_id: 'T0OTHER' });
  for (const id of EVERYBODY.users) bench.slack.setChannelsOf(id, [CHANNEL_ID]);
  bench.slack.setChannelsOf(MEMBER, [CHANNEL_ID, SECRET]);

  const send: SecretBench['send'] = async (userId, body) => {
    const before = bench.slack.views.length;
    const user = { id: userId, name: 'somebody', team_id: DOUBLE_TEAM };
    const isTyped = 'command' in body;
    const { said } = await bench.send({ ...body, ...(isTyped ? { user_id: userId } : { user }) });
    return { said, shown: bench.slack.views.slice(before).map(({ view }) => view) };
  };
  const secret: SecretBench = {
    ...conversation,
    send,
    type: (userId, text, channelId = CHANNEL_ID) => {
      const { response_url, team_id, trigger_id } = {
        response_url: bench.responseUrl,
        team_id: DOUBLE_TEAM,
        trigger_id: '1.2.3',
      };
      const where = { channel_id: channelId, response_url, team_id, trigger_id };
      return send(userId, { command: '/digest', text, ...where });
    },
    async state() {
      const { database } = bench;
      return JSON.stringify([
        await database.selectFrom('digest_subscription').selectAll().orderBy('kind').execute(),
        await database.selectFrom('digest_run').selectAll().orderBy('id').execute(),
        bench.slack.posted,
      ]);
    },
  };
  await secret.type(MEMBER, 'subscribe', SECRET);
  await secret.type(MEMBER, 'subscribe sales', SECRET);
  return secret;
}

const REFUSAL = /Slack shows this app no such channel with you in it/;
const COMMANDS = [
  'subscribe',
  'subscribe at 09:00 sales',
  'status',
  'status sales',
  'history',
  'preview',
  'preview sales',
  'now',
  'now stock',
  'pause until monday',
  'pause until monday stock',
  'resume',
  'resume stock',
  'unsubscribe',
  'unsubscribe sales',
];

describe.each(Object.entries(OUTSIDE))('somebody who is not in a private channel, a %s,', (_, outsider) => {
  test.each([CHANNEL_ID, 'D0OUTSIDER'])(
    'reads the same of it as of a channel that does not exist, whatever is typed in %s',
    async (from) => {
      const secret = await startSecret();
      const before = await secret.state();
      for (const command of COMMANDS) {
        const refused = await secret.type(outsider, `${command} <#${SECRET}|secret>`, from);
        expect(refused.said[0]?.text, command).toMatch(REFUSAL);
        expect(refused, command).toEqual(await secret.type(outsider, `${command} <#${NO_CHANNEL}>`, from));
        expect(JSON.stringify(refused), command).not.toMatch(/secret/i);
      }
      expect(await secret.state()).toBe(before);
      expect(JSON.stringify(await secret.type(outsider, 'list', from))).not.toMatch(/secret/i);
    },
  );

  test('finds nothing of it on App Home, also when Slack does not tell in which channels they are', async () => {
    const secret = await startSecret();
    await secret.bench.database.updateTable('digest_subscription').set({ owner: outsider }).execute();
    for (const isTold of [true, false]) {
      if (!isTold) secret.bench.slack.refuse('users.conversations', 'missing_scope');
      await secret.bench.clock.advance(10 * 60_000);
      const home = homeOpenedBody();
      const { shown } = await secret.send(outsider, { ...home, event: { ...homeEvent(), user: outsider } });
      expect(shown).toHaveLength(1);
      expect(JSON.stringify(shown)).not.toMatch(/secret/i);
    }
  });

  test('gets nothing by a button that was forged or passed on', async () => {
    const secret = await startSecret();
    await secret.type(MEMBER, 'now stock', SECRET);
    const source = sourceIn(secret);
    expect(source).not.toBe('');
    const before = await secret.state();
    const click = (actionId: string, value: string) =>
      secret.send(outsider, clickBody(secret.bench.responseUrl, actionId, value));
    const clickAtHome = (value: string) => secret.send(outsider, clickInHome(HOME_DIGEST, value));

    for (const actionId of [DIGEST_LIST, DIGEST_WHY, DIGEST_SETTINGS]) {
      const refused = await click(actionId, source);
      expect(refused.said.length + refused.shown.length, actionId).toBe(1);
      expect(refused, actionId).toEqual(await click(actionId, 'no-such-digest'));
      expect(JSON.stringify(refused), actionId).not.toMatch(/secret/i);
    }
    for (const kind of ['stock', 'sales']) {
      const below = await click(DIGEST_SETTINGS, `${SECRET} ${kind}`);
      expect(JSON.stringify(below)).toMatch(REFUSAL);
      expect(below).toEqual(await click(DIGEST_SETTINGS, `${NO_CHANNEL} ${kind}`));
      const refused = await clickAtHome(`${SECRET} ${kind}`);
      expect(JSON.stringify(refused)).toMatch(REFUSAL);
      expect(refused).toEqual(await clickAtHome(`${NO_CHANNEL} ${kind}`));
    }
    expect(JSON.stringify(await clickAtHome(`${SECRET} returns`))).not.toMatch(/secret/i);
    expect(await secret.state()).toBe(before);
  });

  test('gets nothing by a form in which the channel was chosen', async () => {
    const secret = await startSecret();
    const before = await secret.state();
    const save = (channelId: string) =>
      secret.send(outsider, submissionBody(DIGEST_MODAL, SECRET, digestValues(channelId)));
    const refused = await save(SECRET);
    expect(JSON.stringify(refused.shown)).toMatch(REFUSAL);
    expect(refused.shown[0]).toEqual((await save(NO_CHANNEL)).shown[0]);
    for (const name of Object.values(QUESTION_MODAL_IDS)) {
      const ask = (channelId: string) =>
        secret.send(outsider, {
          ...submissionBody(name, SECRET, questionValues()),
          response_urls: [{ response_url: secret.bench.responseUrl, channel_id: channelId }],
        });
      const answer = await ask(SECRET);
      expect(answer.said, name).toMatchObject([{ text: expect.stringContaining('Slack did not tell') }]);
      expect(answer, name).toEqual(await ask(NO_CHANNEL));
    }
    expect(await secret.state()).toBe(before);
  });
});

describe.each([MEMBER, GUEST_INSIDE])('%s, who is in the private channel,', (userId) => {
  test.each(COMMANDS)('may type %s from elsewhere', async (command) => {
    const secret = await startSecret();
    const { said } = await secret.type(userId, `${command} <#${SECRET}>`);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).not.toMatch(REFUSAL);
    if (/sales|stock|^subscribe|status|history/.test(command)) expect(JSON.stringify(said)).toContain(SECRET);
  });

  test('may use its buttons and its form', async () => {
    const secret = await startSecret();
    await secret.type(userId, `now stock <#${SECRET}>`);
    const source = sourceIn(secret);
    const click = (actionId: string, value: string) =>
      secret.send(userId, clickBody(secret.bench.responseUrl, actionId, value));
    expect((await click(DIGEST_WHY, source)).said[0]?.text).not.toMatch(/expired/);
    expect(JSON.stringify((await click(DIGEST_SETTINGS, source)).shown)).toContain(SECRET);
    expect(
      JSON.stringify((await secret.send(userId, clickInHome(HOME_DIGEST, `${SECRET} sales`))).shown),
    ).toContain(SECRET);
    const { shown } = await secret.send(userId, submissionBody(DIGEST_MODAL, '', digestValues(SECRET)));
    expect(JSON.stringify(shown[0])).toContain(`<#${SECRET}>`);
  });
});

test('a guest and somebody of another team are refused as ever where no list names them', async () => {
  const secret = await startSecret({});
  const before = await secret.state();
  for (const [outsider, words] of [
    [GUEST_INSIDE, /guest accounts/],
    [OUTSIDE.guest, /guest accounts/],
    [OUTSIDE['other team'], /belongs to another/],
  ] as const) {
    for (const command of COMMANDS) {
      expect((await secret.type(outsider, `${command} <#${SECRET}>`)).said[0]?.text).toMatch(words);
    }
  }
  expect(await secret.state()).toBe(before);
});

test('a right that comes with asking from a private channel is not had by naming it', async () => {
  const fromThere: Holders = { users: [], groups: [], channels: [SECRET] };
  const holders = { ...DEFAULT_POLICY.holders, view_stock: fromThere };
  const secret = await startSecret({ holders });
  const ask = (userId: string) =>
    secret.send(userId, {
      ...submissionBody(QUESTION_MODAL_IDS.stock, '', questionValues()),
      response_urls: [{ response_url: secret.bench.responseUrl, channel_id: SECRET }],
    });
  expect((await ask(OUTSIDE.stranger)).said[0]?.text).not.toMatch(/units/);
  expect((await ask(MEMBER)).said[0]?.text).toMatch(/units/);
  expect((await secret.type(OUTSIDE.stranger, `preview stock <#${SECRET}>`)).said[0]?.text).toMatch(REFUSAL);
});

test('a list of channels to ask from is not read out: private ones may be among them', async () => {
  const secret = await startSecret({ channels: [SECRET] });
  const { said } = await secret.type(OUTSIDE.stranger, 'help');
  expect(said[0]?.text).toContain('a channel that ACCESS_CHANNELS lists');
  expect(said[0]?.text).not.toMatch(/secret/i);
});

describe('what Slack says of who is in a private channel', () => {
  const asks = ({ bench }: SecretBench) =>
    bench.slack.methods.filter((method) => method === 'conversations.info').length;

  test('is remembered for ten minutes at most', async () => {
    const secret = await startSecret();
    const { bench } = secret;
    await secret.type(MEMBER, `status <#${SECRET}>`);
    const before = asks(secret);
    await secret.type(MEMBER, `status <#${SECRET}>`);
    expect(asks(secret)).toBe(before);
    bench.slack.setMembers(SECRET, ['U0SOMEBODY']);
    await bench.clock.advance(10 * 60_000);
    expect((await secret.type(MEMBER, `status <#${SECRET}>`)).said[0]?.text).toMatch(REFUSAL);
  });

  test('is asked anew for somebody who was not in it, so that a new member does not wait', async () => {
    const secret = await startSecret();
    const { bench } = secret;
    await secret.type(OUTSIDE.stranger, `status <#${SECRET}>`);
    bench.slack.setMembers(SECRET, ['U0SOMEBODY', MEMBER, OUTSIDE.stranger]);
    await bench.clock.advance(10_000);
    expect((await secret.type(OUTSIDE.stranger, `status <#${SECRET}>`)).said[0]?.text).toContain(SECRET);
  });

  test.each(['ratelimited', 'missing_scope', 'channel_not_found'])(
    'is a refusal when it is %s, in the same words',
    async (code) => {
      const secret = await startSecret();
      secret.bench.slack.refuse('conversations.members', code);
      await secret.bench.clock.advance(10 * 60_000);
      for (const userId of [MEMBER, OUTSIDE.stranger]) {
        const refused = await secret.type(userId, `status <#${SECRET}>`);
        expect(refused).toEqual(await secret.type(userId, `status <#${NO_CHANNEL}>`));
      }
      expect(secret.bench.recording.text()).toContain(code);
    },
  );

  test('is not asked of a public channel, which every full member may name', async () => {
    const secret = await startSecret();
    secret.bench.slack.refuse('conversations.members', 'fatal_error');
    const { said } = await secret.type(OUTSIDE.stranger, 'subscribe <#C0PUBLIC>');
    expect(said[0]?.text).toContain('<#C0PUBLIC> gets the stock digest:');
  });
});

function homeEvent() {
  return { type: 'app_home_opened', channel: 'D0OUTSIDER', tab: 'home', event_ts: '1.1' };
}

function clickInHome(actionId: string, value: string) {
  const actions = [{ type: 'button', action_id: actionId, block_id: 'b', value, action_ts: '1' }];
  return { ...clickInView('home', actionId), actions };
}

/** What the buttons below the digest that was posted carry. */
function sourceIn({ bench }: SecretBench): string {
  const posted = JSON.stringify(bench.slack.posted);
  const [, source = ''] = new RegExp(`"action_id":"${DIGEST_WHY}".*?"value":"([^"]+)"`).exec(posted) ?? [];
  return source;
}

function digestValues(channelId: string): object {
  const { content, channel, time, days, choice, products, zone, deadline, stale, numbers } = DIGEST_FIELDS;
  return {
    [content]: { [content]: chosen('stock') },
    [channel]: { [channel]: { selected_conversation: channelId } },
    [time]: { [time]: { selected_time: '10:00' } },
    [days]: { [days]: allChosen('1', '2') },
    [choice]: { [choice]: chosen('mine') },
    [products]: { [products]: allChosen() },
    [zone]: { [zone]: { value: 'Europe/Oslo' } },
    [deadline]: { [deadline]: { selected_time: '12:00' } },
    [stale]: { [stale]: chosen('post') },
    [numbers]: { [numbers]: chosen('en') },
  };
}

/** Enough for each of the three forms. */
function questionValues(): object {
  return {
    what: { what: chosen('overview') },
    scope: { scope: chosen('mine') },
    period: { period: chosen('newest') },
    by: { by: chosen('product') },
    words: { words: { value: 'oslo' } },
  };
}
