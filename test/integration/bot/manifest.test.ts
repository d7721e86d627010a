import { expect, test } from 'vitest';
import { eventPayload } from '../../../bot/demo/slack/payloads.ts';
import manifest from '../../../bot/manifest.json' with { type: 'json' };
import { startTestBot, uploadList } from '../../support/testBot.ts';

/** Commands, events and clicks that it does not ask for, the stand-in of Slack does not deliver. */

test('each scope is one that something needs, and none is missing', async () => {
  const bot = await startTestBot();
  const { kari } = bot;
  for (const hand of [kari, bot.as('kari', '#private')]) {
    // The bot looks for what it does not know to have arrived.
    bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: 'chat.postMessage' });
    await hand.type('/digest', 'now stock');
    await bot.pass(10 * 60);
  }
  await kari.click(await kari.type('/stock', 'low 7'), 'All rows');
  await kari.say('help');
  await bot.as('kari', 'direct').say('and by store?');
  const list = { id: 'F0LIST', name: 'list.csv', size: 9, url_private: bot.slack.keepFile('1101;Rioja') };
  await uploadList(kari, list);

  const refused = bot.slack.calls.filter(({ error }) => error === 'missing_scope');
  expect(refused).toEqual([]);
  expect(manifest.oauth_config.scopes.bot.toSorted()).toEqual(
    ['commands', ...bot.slack.neededScopes].toSorted(),
  );
  expect(Object.keys(manifest.oauth_config.scopes)).toEqual(['bot']);
});

test('there is a scope for every kind of conversation that a form offers', async () => {
  const { kari } = await startTestBot();
  const scopes = { public: 'channels:read', private: 'groups:read', mpim: 'mpim:read', im: 'commands' };
  const { seen } = await kari.type('/digest');
  const [, kinds = '["mpim"]'] = /"filter":\{"include":(\[[^\]]*\])/.exec(JSON.stringify(seen)) ?? [];
  for (const [kind, scope] of Object.entries(scopes)) {
    if (kinds.includes(`"${kind}"`)) expect(manifest.oauth_config.scopes.bot, kind).toContain(scope);
  }
});

test('each command answers, and what Slack shows of it fits', async () => {
  const { kari } = await startTestBot();
  for (const { command, description, usage_hint } of manifest.features.slash_commands) {
    expect((await kari.type(command, 'help')).text).toContain(command);
    expect(description.length).toBeLessThanOrEqual(2_000);
    expect(usage_hint.length).toBeLessThanOrEqual(1_000);
  }
  const { name, description, long_description: long } = manifest.display_information;
  expect(name.length).toBeLessThanOrEqual(35);
  expect(description.length).toBeLessThanOrEqual(140);
  expect(long.length).toBeGreaterThanOrEqual(174);
  expect(long.length).toBeLessThanOrEqual(4_000);
});

test('each event is one that the bot has a listener for', async () => {
  const bot = await startTestBot();
  for (const type of manifest.settings.event_subscriptions.bot_events) {
    await bot.send(eventPayload({ type, user: 'U0KARI', channel: 'C0STOCK', tab: 'home' }));
  }
  expect(bot.logLines().filter(({ msg }) => msg.includes('nothing here is for'))).toEqual([]);
});

test('it needs no address that Slack could reach', () => {
  expect(manifest.settings.socket_mode_enabled).toBe(true);
  expect(JSON.stringify(manifest)).not.toMatch(/"(request_)?url"/);
});
