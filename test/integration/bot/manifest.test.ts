import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { App } from '@slack/bolt';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBot } from '../../../bot/app.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { RETURN_EVENTS } from '../../../bot/listeners/events/channelReturned.ts';
import manifest from '../../../bot/manifest.json' with { type: 'json' };
import { DIGEST_MODAL } from '../../../bot/modals/digest.ts';
import { PERMISSION_CONFIRMATION, PERMISSION_MODAL } from '../../../bot/modals/permission.ts';
import { PRODUCT_LIST_MODAL } from '../../../bot/modals/productList.ts';
import { QUESTION_MODAL_IDS } from '../../../bot/modals/questionModal.ts';
import type { RequiredCapability } from '../../../bot/settings/capability.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { FOLLOW_UP_ACTIONS } from '../../../bot/views/buttons.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { EVERY_SURFACE } from '../../support/bot/everySurface.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { type RegisteredListener, registeredListeners } from '../../support/bot/registeredListeners.ts';
import { startSlackDouble } from '../../support/bot/slackDouble.ts';

/**
 * What Slack asks for each Web API method; undefined for those that need no scope, and for the user groups, whose scope
 * is added by hand by whoever names a group in a setting.
 */
const SCOPE_OF: Readonly<Record<string, string | readonly string[] | undefined>> = {
  // By the app-level token, which has scopes of its own.
  'apps.connections.open': undefined,
  'auth.test': undefined,
  'chat.postMessage': 'chat:write',
  'chat.delete': 'chat:write',
  'chat.update': 'chat:write',
  'files.info': 'files:read',
  'users.info': 'users:read',
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.members': ['channels:read', 'groups:read'],
  'conversations.history': ['channels:history', 'groups:history'],
  'conversations.open': 'im:write',
  'users.conversations': ['channels:read', 'groups:read'],
  filesUploadV2: 'files:write',
  'usergroups.users.list': undefined,
  'views.open': undefined,
  'views.push': undefined,
  'views.update': undefined,
  'views.publish': undefined,
};

/** What each listener asks of whoever sets it off; nothing of those that Slack itself tells. */
const NEEDED: Readonly<Record<string, RequiredCapability | undefined>> = {
  'command /stock': 'view_stock',
  'command /sales': 'view_sales',
  'command /stores': 'member',
  'command /digest': 'member',
  'command /access': 'admin',
  'action answer_ask': 'member',
  'action answer_csv': 'member',
  'action answer_share': 'member',
  ...Object.fromEntries(FOLLOW_UP_ACTIONS.map(({ actionId }) => [`action ${actionId}`, 'member' as const])),
  'action form_change': 'member',
  'action form_more': 'member',
  'action home_refresh': 'member',
  'action home_language': 'member',
  'action home_form': 'member',
  'action home_ask': 'member',
  'action home_digest': 'member',
  'action home_remove_list': 'manage_digests',
  'action home_upload': 'manage_digests',
  'action digest:ask': 'member',
  'action digest:list': 'member',
  'action digest:why': 'member',
  'action digest:now': 'member',
  'action digest:settings': 'manage_digests',
  'action access_log': 'admin',
  'options pick_product': 'member',
  'options pick_store': 'member',
  'event app_home_opened': 'member',
  ...Object.fromEntries(RETURN_EVENTS.map((name) => [`event ${name}`, undefined])),
  [`submission ${QUESTION_MODAL_IDS.stock}`]: 'view_stock',
  [`submission ${QUESTION_MODAL_IDS.sales}`]: 'view_sales',
  [`submission ${QUESTION_MODAL_IDS.stores}`]: 'member',
  [`submission ${DIGEST_MODAL}`]: 'member',
  [`submission ${PRODUCT_LIST_MODAL}`]: 'manage_digests',
  [`submission ${PERMISSION_MODAL}`]: 'admin',
  [`submission ${PERMISSION_CONFIRMATION}`]: 'admin',
};

const BOT = fileURLToPath(new URL('../../../bot/', import.meta.url));

function sources(): string[] {
  return readdirSync(BOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`${BOT}${path}`, 'utf8'));
}

/** Methods in the form `client.chat.postMessage(`, wherever the bot calls them. */
function methodsCalled(): string[] {
  const calls = sources().flatMap((source) => [
    ...source.matchAll(/\bclient\.([a-z]+(?:\.[a-zA-Z]+)+|filesUploadV2)\(/g),
  ]);
  return [...new Set(calls.flatMap(([, method]) => (method === undefined ? [] : [method])))].filter(
    (method) => !method.startsWith('disconnect'),
  );
}

/** The events that Slack is asked to send. */
function botEvents(): unknown {
  const subscriptions: unknown = Reflect.get(manifest.settings, 'event_subscriptions');
  return typeof subscriptions === 'object' && subscriptions !== null
    ? Reflect.get(subscriptions, 'bot_events')
    : [];
}

/** What the whole bot registers when it is started. */
async function registeredByTheBot(): Promise<readonly RegisteredListener[]> {
  const registered = registeredListeners(App.prototype);
  onTestFinished(() => void vi.restoreAllMocks());
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const slack = await startSlackDouble();
  const bot = await startBot({
    settings: {
      ...DEFAULT_SETTINGS,
      baseUrl: sandbox.url,
      subscriptionKey: sandbox.subscriptionKey,
      botToken: 'xoxb-test',
      appToken: undefined,
      signingSecret: 'signing-secret',
      slackApiUrl: slack.url,
      port: await freePort(),
      databaseUrl: newDatabaseFile(),
      salesHistoryDays: 1,
      salesRetentionDays: 2,
    },
    clock: systemClock,
    log: createRecordingLog().log,
  });
  await bot.stop(1_000);
  return registered;
}

describe('the manifest of the Slack app', () => {
  const commands = manifest.features.slash_commands;

  test('has what the bot answers, and no other, and each of it asks for its capability', async () => {
    const registered = await registeredByTheBot();
    const named = (kind: RegisteredListener['kind']) =>
      registered.filter((listener) => listener.kind === kind).map(({ name }) => name);
    expect(commands.map(({ command }) => command).toSorted()).toEqual(named('command').toSorted());
    expect(Object.fromEntries(registered.map(({ kind, name, needs }) => [`${kind} ${name}`, needs]))).toEqual(
      NEEDED,
    );
    // Bolt would run both of two that are for the same.
    expect(registered).toHaveLength(Object.keys(NEEDED).length);
    // Slack sends clicks, forms and searches only when interactivity is on, and App Home only when it is subscribed.
    const isInteractive = ['action', 'submission', 'options'].some((kind) =>
      registered.some((listener) => listener.kind === kind),
    );
    expect(manifest.settings.interactivity.is_enabled).toBe(isInteractive);
    expect(botEvents()).toEqual(named('event').toSorted());
  });

  test('asks for the scopes of the methods that the bot calls, and no other', () => {
    const called = methodsCalled();
    expect(called).toContain('chat.postMessage');
    for (const method of called) expect(Object.keys(SCOPE_OF), method).toContain(method);
    const needed = called.flatMap((method) => SCOPE_OF[method] ?? []);
    expect(manifest.oauth_config.scopes.bot.toSorted()).toEqual(
      [...new Set(['commands', ...needed])].toSorted(),
    );
    expect(Object.keys(manifest.oauth_config.scopes)).toEqual(['bot']);
  });

  test('has a scope for every kind of conversation that a form offers', () => {
    const scopeOf: Readonly<Record<string, string | undefined>> = {
      public: 'channels:read',
      private: 'groups:read',
      mpim: 'mpim:read',
      // The app asks Slack nothing about a direct message.
      im: 'commands',
    };
    const shown = JSON.stringify(Object.values(EVERY_SURFACE).flatMap((draw) => draw()));
    const selects = shown.match(/"(?:multi_)?(?:conversations|channels)_select"/g) ?? [];
    const offered = [...shown.matchAll(/"filter":\{"include":(\[[^\]]*\])/g)].map(
      ([, kinds = '[]']) => kinds,
    );
    // One without a filter offers every kind.
    expect(offered).toHaveLength(selects.length);
    expect(selects.length).toBeGreaterThan(1);
    const kinds = new Set(offered.flatMap((each): string[] => JSON.parse(each)));
    for (const kind of kinds) expect(manifest.oauth_config.scopes.bot, kind).toContain(scopeOf[kind]);
  });

  test('needs no address that Slack could reach', () => {
    expect(manifest.settings.socket_mode_enabled).toBe(true);
    expect(JSON.stringify(manifest)).not.toMatch(/"(request_)?url"/);
  });

  test('stays within the lengths that Slack takes', () => {
    const { name, description, long_description } = manifest.display_information;
    expect(name.length).toBeLessThanOrEqual(35);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(long_description.length).toBeGreaterThanOrEqual(174);
    expect(long_description.length).toBeLessThanOrEqual(4_000);
    expect(commands.length).toBeLessThanOrEqual(50);
    for (const { description, usage_hint } of commands) {
      expect(description.length).toBeLessThanOrEqual(2_000);
      expect(usage_hint.length).toBeLessThanOrEqual(1_000);
    }
  });
});
