import { describe, expect, test } from 'vitest';
import { BOT_USER, PEOPLE, type PersonName, PLACES } from '../../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import { NOWHERE } from '../../../../bot/demo/slack/workspace.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { clickIn } from '../../../support/slack/screen.ts';
import { type Hand, startTestBot, type TestBot } from '../../../support/testBot.ts';

const SECRET = PLACES['#private'].id;
const NAMED = ['per', 'guest', 'oneChannelGuest', 'otherTeam', 'member'] as const;
const EVERYBODY = NAMED.map((name) => PEOPLE[name].id).join();

/** All of them may do everything where they are: what is left is whether they are in the channel. */
const OPEN = {
  ACCESS_GUESTS: 'listed',
  ACCESS_EXTERNALS: 'listed',
  ACCESS_VIEW_STOCK: EVERYBODY,
  ACCESS_VIEW_SALES: EVERYBODY,
  ACCESS_MANAGE_DIGESTS: EVERYBODY,
};

/** A private channel with digests of stock and of sales; Kari, a colleague and a guest are in it. */
async function startSecret(settings: Readonly<Record<string, string>> = OPEN): Promise<TestBot> {
  const bot = await startTestBot({
    settings: { access: accessOf(settings) },
    before: ({ slack }) => setMembers(slack, ['kari', 'member', 'guest']),
  });
  await bot.as('kari', '#private').type('/digest', 'subscribe');
  await bot.as('kari', '#private').type('/digest', 'subscribe sales');
  return bot;
}

function setMembers(slack: Pick<TestBot['slack'], 'workspace'>, people: readonly PersonName[]): void {
  slack.workspace.change(SECRET, { members: [BOT_USER, ...people.map((name) => PEOPLE[name].id)] });
}

/** What was remembered for ten minutes is asked again. */
function tenMinutesLater(bot: TestBot): void {
  bot.clock.set(bot.clock.right() + 10 * 60_000);
}

/** What its member reads of it, and what stands in it. */
async function stateOf(bot: TestBot): Promise<string> {
  const { text } = await bot.as('kari', '#private').type('/digest', 'status');
  return JSON.stringify([text, bot.held('#private')]);
}

const REFUSAL = /can't find that channel among the channels you are in/;
const COMMANDS = [
  'subscribe',
  'subscribe at 09:00 sales',
  'status',
  'status sales',
  'preview',
  'preview sales',
  'now stock',
  'pause until monday',
  'resume stock',
  'unsubscribe',
  'unsubscribe sales',
];

/** The digest that stands in the private channel, as somebody has passed it on. */
async function passedOn(bot: TestBot): Promise<Seen[]> {
  await bot.as('kari', '#private').type('/digest', 'now stock');
  const message = bot.held('#private').findLast(({ blocks }) => blocks.length > 0);
  if (message === undefined) throw new Error('no digest');
  return [{ kind: 'message', by: 'chat.postMessage', body: message, ts: message.ts }];
}

describe.each([
  ['per', '#stock'],
  ['oneChannelGuest', 'direct'],
  ['otherTeam', '#stock'],
] as const)('%s, who is not in a private channel, in %s', (outsider, place) => {
  test('reads the same of it as of a channel that does not exist, whatever is typed, and gets nothing by a button that was forged or passed on, or by a form', async () => {
    const bot = await startSecret();
    const hand = bot.as(outsider, place);
    await expectNothingTyped(bot, hand);
    await expectNothingClicked(bot, outsider);
  });
});

async function expectNothingTyped(bot: TestBot, hand: Hand): Promise<void> {
  const before = await stateOf(bot);
  for (const command of COMMANDS) {
    const { text } = await hand.type('/digest', `${command} <#${SECRET}|private>`);
    expect(text, command).toMatch(REFUSAL);
    expect(text, command).toBe((await hand.type('/digest', `${command} <#${NOWHERE}>`)).text);
    expect(text, command).not.toContain(SECRET);
  }
  expect((await hand.type('/digest', 'list')).text).not.toContain(SECRET);
  expect(await stateOf(bot)).toBe(before);
}

async function expectNothingClicked(bot: TestBot, outsider: PersonName): Promise<void> {
  const hand = bot.as(outsider);
  const digest = await passedOn(bot);
  const before = await stateOf(bot);
  for (const title of ['Why these numbers?', 'Settings']) {
    const click = clickIn(digest, title);
    const forged = { ...click, action: { ...click.action, value: 'no-such-digest' } };
    const { text } = await hand.clickControl(click);
    const ofNone = title === 'Settings' ? `change ${NOWHERE} stock` : 'no-such-digest';
    const unknown = { ...forged, action: { ...forged.action, value: ofNone } };
    expect(text, title).toBe((await hand.clickControl(unknown)).text);
    expect(text, title).not.toContain(SECRET);
  }
  const home = await hand.openHome();
  expect(home.text).not.toContain(SECRET);
  const atHome = clickIn(home.seen, 'New digest');
  const open = (value: string) =>
    hand.clickControl({ ...atHome, action: { ...atHome.action, action_id: 'digest:do:0', value } });
  const both = async (verb: string) => [
    await open(`${verb} ${SECRET} sales`),
    await open(`${verb} ${NOWHERE} sales`),
  ];
  for (const verb of ['now', 'preview', 'pause', 'resume', 'unsubscribe']) {
    const [of, none] = await both(verb);
    expect(of?.text, verb).toMatch(REFUSAL);
    expect(of?.text, verb).toBe(none?.text);
  }
  const [refused, ofNone] = await both('change');
  expect(refused?.text).toMatch(REFUSAL);
  expect(refused?.text).toBe(ofNone?.text);
  // Nor of somebody else's own digests.
  expect((await open('change U0KARI stock')).text).toBe(ofNone?.text);
  const form = await hand.click(home, 'New digest');
  const saved = await hand.submit(form, {
    digest_place: { type: 'conversations_select', selected_conversation: SECRET },
  });
  expect(saved.text).toMatch(REFUSAL);
  const forged = await bot.as('member', '#private').type('/stock');
  expect((await hand.submit(forged)).text).toContain('Slack gave no details about this channel');
  expect(await stateOf(bot)).toBe(before);
}

test('whoever has left a private channel finds nothing of the digest they set up there', async () => {
  const bot = await startSecret();
  await bot.as('member', '#private').type('/digest', 'subscribe at 23:00');
  expect((await bot.as('member').openHome()).text).toContain(SECRET);
  setMembers(bot.slack, ['kari']);
  tenMinutesLater(bot);
  expect((await bot.as('member').openHome()).text).not.toContain(SECRET);
  bot.slack.faults.add({
    name: 'users.conversations',
    fault: { kind: 'say', error: 'missing_scope' },
    times: Number.POSITIVE_INFINITY,
  });
  tenMinutesLater(bot);
  expect((await bot.as('member').openHome()).text).not.toContain(SECRET);
});

test.each(['member', 'guest'] as const)(
  '%s, who is in the private channel, has all of it from elsewhere',
  async (person) => {
    const bot = await startSecret();
    const hand = bot.as(person);
    const digest = await passedOn(bot);
    expect((await hand.click(digest, 'Why these numbers?')).text).toContain('*Out of stock*');
    expect((await hand.click(digest, 'Settings')).text).toContain(SECRET);
    for (const command of COMMANDS) {
      const { text } = await hand.type('/digest', `${command} <#${SECRET}>`);
      expect(text, command).not.toMatch(REFUSAL);
      if (!/preview|now/.test(command)) expect(text, command).toContain(SECRET);
    }
    const form = await hand.click(await hand.openHome(), 'New digest');
    const digest_place = { type: 'conversations_select', selected_conversation: SECRET };
    expect((await hand.submit(form, { digest_place })).text).toMatch(
      /<#G0PRIVATE> (already )?gets the stock digest/,
    );
  },
);

test('a right that comes with asking from a private channel is not had by naming it', async () => {
  const bot = await startSecret({ ACCESS_VIEW_STOCK: SECRET });
  const form = await bot.as('member', '#private').type('/stock');
  expect((await bot.as('per').submit(form)).text).not.toContain('units');
  const answer = await bot.as('member', '#private').submit(form);
  expect(answer.text).toContain('units');
  expect((await bot.as('member').click(answer, 'Change the question')).text).toContain('modal form_stock');
  expect((await bot.as('per').type('/digest', `preview stock <#${SECRET}>`)).text).toMatch(REFUSAL);
});

test('a list of channels to ask from is not read out: private ones may be among them', async () => {
  const bot = await startSecret({ ACCESS_CHANNELS: SECRET });
  const { text } = await bot.as('per').type('/digest', 'help');
  expect(text).toContain('a channel where it can answer');
  expect(text).not.toContain(SECRET);
});

describe('what Slack says of who is in a private channel', () => {
  const status = (bot: TestBot, person: PersonName) =>
    bot
      .as(person)
      .type('/digest', `status <#${SECRET}>`)
      .then(({ text }) => text);

  test('is remembered for ten minutes at most', async () => {
    const bot = await startSecret();
    const asks = () => bot.slack.methods().filter((method) => method === 'conversations.members').length;
    await status(bot, 'member');
    const before = asks();
    expect(await status(bot, 'member')).toContain(SECRET);
    expect(asks()).toBe(before);
    setMembers(bot.slack, ['kari']);
    tenMinutesLater(bot);
    expect(await status(bot, 'member')).toMatch(REFUSAL);
  });

  test('is asked again for somebody who was not in it, so that a new member does not wait', async () => {
    const bot = await startSecret();
    expect(await status(bot, 'per')).toMatch(REFUSAL);
    setMembers(bot.slack, ['kari', 'per']);
    await bot.pass(10);
    expect(await status(bot, 'per')).toContain(SECRET);
  });

  test('is a refusal when Slack does not say it, in the same words', async () => {
    const bot = await startSecret();
    for (const error of ['ratelimited', 'missing_scope', 'channel_not_found']) {
      bot.slack.faults.add({
        name: 'conversations.members',
        fault: { kind: 'say', error },
        times: Number.POSITIVE_INFINITY,
      });
      tenMinutesLater(bot);
      for (const person of ['member', 'per'] as const)
        expect(await status(bot, person), error).toMatch(REFUSAL);
      expect(bot.logText()).toContain(error);
      bot.slack.faults.clear();
    }
  });

  test('is not asked of a public channel, which every full member may name', async () => {
    const bot = await startSecret();
    const before = bot.slack.calls.length;
    const { text } = await bot.as('per').type('/digest', `subscribe <#${PLACES['#second'].id}>`);
    expect(text).toContain('<#C0SECOND> gets the stock digest:');
    expect(bot.slack.methods().slice(before)).not.toContain('conversations.members');
  });
});
