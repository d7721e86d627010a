import { describe, expect, test } from 'vitest';
import { BOT_USER, PEOPLE, PLACES } from '../../../../bot/demo/slack/cast.ts';
import { NOWHERE } from '../../../../bot/demo/slack/workspace.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { clickIn } from '../../../support/slack/screen.ts';
import { breakTable } from '../../../support/storedData.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const TEN_MINUTES = 10 * 60;
const calls = ({ slack }: TestBot, name: string) =>
  slack.methods().filter((method) => method === name).length;
const say = (bot: TestBot, name: string, error: string) =>
  bot.slack.faults.add({ name, fault: { kind: 'say', error }, times: Number.POSITIVE_INFINITY });

describe('who somebody is', () => {
  test('is asked once the request is acknowledged', async () => {
    const bot = await startTestBot();
    bot.slack.faults.add({ name: 'users.info', fault: { kind: 'slowBody', milliseconds: 30_000 } });
    const typed = await bot.kari.type('/stores', '143');
    expect([typed.atOnce, typed.text]).toEqual([undefined, '']);
    await bot.pass(30);
    expect(bot.slack.seen.at(-1)).toMatchObject({
      by: 'response_url',
      body: { text: expect.stringContaining('Ålesund') },
    });
  });

  test('is remembered for ten minutes, and asked again then', async () => {
    const bot = await startTestBot();
    await bot.kari.type('/stores', '143');
    const before = calls(bot, 'users.info');
    bot.slack.workspace.setPerson(PEOPLE.kari.id, { is_ultra_restricted: true });
    expect((await bot.kari.type('/stores', '143')).text).toContain('Ålesund');
    expect(calls(bot, 'users.info')).toBe(before);
    await bot.pass(TEN_MINUTES);
    expect((await bot.kari.type('/stores', '143')).text).toContain("isn't open to guest accounts");
  });

  test.each([
    ['users.info', 'user_not_found', "Slack didn't confirm who you are"],
    ['users.info', 'missing_scope', 'needs to give it the scopes in its manifest'],
    ['conversations.info', 'channel_not_found', 'Add the app to the channel (`/invite`)'],
    ['conversations.info', 'internal_error', 'Try again in a minute (something went wrong at Slack).'],
  ])('is refused with what to do when %s says %s', async (method, error, sentence) => {
    const bot = await startTestBot();
    say(bot, method, error);
    const { lines } = await bot.as('per', '#second').type('/stock', '1101');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(sentence);
  });

  test('is told in bokmål to a Norwegian in a channel that Slack does not show', async () => {
    const bot = await startTestBot();
    const { text } = await bot.as('ola', '#private').type('/stock', '1101');
    expect(text).toContain('Legg til appen i kanalen (`/invite`)');
  });

  test('is told in the language of the settings to somebody whom Slack does not show', async () => {
    const bot = await startTestBot({ settings: { language: 'nb' } });
    say(bot, 'users.info', 'user_not_found');
    expect((await bot.kari.type('/stock', '1101')).text).toMatch(/Slack bekreftet ikke hvem du er/);
  });
});

describe('a channel', () => {
  test('that is about to be shared is refused as a shared one', async () => {
    const bot = await startTestBot();
    bot.slack.workspace.change(PLACES['#second'].id, { aboutToBeShared: true });
    const { text } = await bot.as('kari', '#second').type('/stock', '1101');
    expect(text).toContain('This channel is shared with another organisation');
  });
});

describe('a channel of which Slack does not say whether it is private', () => {
  test('is a private one: whoever is not in it finds out nothing of it', async () => {
    const bot = await startTestBot();
    const { id } = PLACES['#second'];
    const members = [BOT_USER, PEOPLE.kari.id];
    bot.slack.workspace.change(id, { members, fields: { is_private: undefined } });
    await bot.as('kari', '#second').type('/digest', 'subscribe');
    const typed = await bot.ola.type('/digest', `status <#${id}|second>`);
    expect(typed.text).toBe((await bot.ola.type('/digest', `status <#${NOWHERE}>`)).text);
    expect((await bot.as('kari', '#stock').type('/digest', `status <#${id}|second>`)).text).toContain(
      '08:30',
    );
  });
});

describe('whom to ask', () => {
  test.each([
    [{}, 'per', 'Ask <@U0KARI>, who can change this.'],
    [{}, 'kari', "You're an admin of the app. Its settings control this."],
    [
      { ACCESS_ADMINS: 'U0PER,S0ADMINS' },
      'kari',
      'Ask <@U0PER> or <!subteam^S0ADMINS>, who can change this.',
    ],
    [{ ACCESS_ADMINS: 'S0ADMINS' }, 'ola', 'Du er administrator'],
    [{ ACCESS_ADMINS: 'nobody' }, 'kari', 'Ask the person who manages this app.'],
  ] as const)('with %j, told to %s', async (settings, person, sentence) => {
    const bot = await startTestBot({ settings: { access: accessOf(settings) } });
    bot.slack.workspace.setGroup('S0ADMINS', [PEOPLE.ola.id]);
    const { text } = await bot.as(person, '#shared').type('/stock', '1101');
    expect(text).toContain(sentence);
  });
});

describe('a user group', () => {
  const access = accessOf({
    ACCESS_VIEW_STOCK: 'S0GONE',
    ACCESS_VIEW_SALES: 'U0PER,S0SALES',
    ACCESS_ADMINS: 'U0KARI,S0GONE',
  });
  const startWithGroups = async () => {
    const bot = await startTestBot({ settings: { access } });
    bot.slack.workspace.setGroup('S0SALES', [PEOPLE.member.id]);
    return bot;
  };
  const sales = (bot: TestBot, person: 'per' | 'member' | 'kari') =>
    bot.as(person, 'direct').type('/sales', 'yesterday');

  test('is asked about only where a setting names one', async () => {
    const bot = await startTestBot();
    await bot.kari.type('/stores', '143');
    expect(calls(bot, 'usergroups.users.list')).toBe(0);
  });

  test('that is gone costs what it grants, and nothing else', async () => {
    const bot = await startWithGroups();
    for (const person of ['per', 'member', 'kari'] as const)
      expect((await sales(bot, person)).text, person).toMatch(/\d l\b/);
    const refused = (await bot.as('member', 'direct').type('/stock', '1101')).text;
    expect(refused).toContain("You don't have access to stock here.");
    expect(refused).toContain('who is in the user group `S0GONE` (there is no such group)');
    const warnings = bot.logLines().filter(({ msg }) => msg.includes('what it grants is lost'));
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).toContain('ACCESS_VIEW_STOCK');
  });

  test('costs what groups grant while a scope is missing, until the scope is there', async () => {
    const bot = await startWithGroups();
    bot.slack.scopes.delete('usergroups:read');
    expect((await sales(bot, 'per')).text).toMatch(/\d l\b/);
    expect((await sales(bot, 'member')).text).toContain('the scope `usergroups:read`');
    expect((await sales(bot, 'kari')).text).toMatch(/\d l\b/);
    bot.slack.scopes.add('usergroups:read');
    bot.slack.workspace.setGroup('S0GONE', [PEOPLE.member.id]);
    await bot.pass(60);
    expect((await sales(bot, 'member')).text).toMatch(/\d l\b/);
    expect((await bot.as('member', 'direct').type('/stock', '1101')).text).toContain('units');
    expect(bot.logText()).toContain('tells again');
  });

  test('that Slack does not show is asked about once a minute, and logged once', async () => {
    const bot = await startWithGroups();
    for (let minute = 0; minute < 3; minute += 1) {
      for (const person of ['per', 'member', 'kari'] as const) await bot.as(person).type('/stores', '143');
      await bot.pass(60);
    }
    expect(calls(bot, 'usergroups.users.list')).toBe(1 + 3);
    expect(bot.logText().match(/what it grants is lost/g)).toHaveLength(1);
  });

  test('that Slack does not show is why a guest of it reads that nobody has given access', async () => {
    const guests = accessOf({ ACCESS_GUESTS: 'listed', ACCESS_VIEW_SALES: 'S0GUESTS' });
    const bot = await startTestBot({ settings: { access: guests } });
    bot.slack.workspace.setGroup('S0GUESTS', [PEOPLE.guest.id]);
    bot.slack.scopes.delete('usergroups:read');
    const { text } = await bot.as('guest').type('/stores', '143');
    expect(text).toContain("Your account doesn't have access to the app.");
    expect(text).toContain('`usergroups:read`');
  });
});

test('a listener that breaks answers with a sentence, and its inside stands in the log', async () => {
  const bot = await startTestBot();
  await breakTable(bot, 'stock');
  const { text } = await bot.kari.type('/stock', '1101');
  expect(text).toContain('Something went wrong');
  expect(text).not.toContain('table');
  expect(bot.logLines().filter(({ msg }) => msg === 'a listener failed')).toHaveLength(1);
  expect(bot.logText()).toContain('no such table');
});

test('what nothing here is for is acknowledged and said to be unknown', async () => {
  const bot = await startTestBot({ mayBeUnknown: true });
  const answer = await bot.kari.type('/stock', '1101');
  const { on } = clickIn(answer.seen, 'Share in channel');
  const action = { type: 'button', action_id: 'nobody', value: '1' };
  const { atOnce, text } = await bot.kari.clickControl({ action, on });
  expect(atOnce).toBeUndefined();
  expect(text).toContain('no longer recognises this');
  expect(bot.logText()).toContain('nothing here is for');
});
