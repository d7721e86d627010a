import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCalendar } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { createStoreDirectory } from '../../bot/answers/stores.ts';
import { createLedger } from '../../bot/digest/ledger.ts';
import { registerCommands } from '../../bot/listeners/commands/index.ts';
import manifest from '../../bot/manifest.json' with { type: 'json' };
import { createOutbound } from '../../bot/slack/outbound.ts';
import { startCommandBench } from './support/commandBench.ts';
import { startWarehouse } from './support/service.ts';

/** What Slack asks for each Web API method; undefined for those that need no scope. */
const SCOPE_OF: Readonly<Record<string, string | undefined>> = {
  'auth.test': undefined,
  'chat.postMessage': 'chat:write',
};

const BOT = fileURLToPath(new URL('../../bot/', import.meta.url));

function sources(): string[] {
  return readdirSync(BOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`${BOT}${path}`, 'utf8'));
}

/** Methods in the form `client.chat.postMessage(`, wherever the bot calls them. */
function methodsCalled(): string[] {
  const calls = sources().flatMap((source) => [...source.matchAll(/\bclient\.([a-z]+(?:\.[a-zA-Z]+)+)\(/g)]);
  return [...new Set(calls.flatMap(([, method]) => (method === undefined ? [] : [method])))].filter(
    (method) => !method.startsWith('disconnect'),
  );
}

async function commandsRegistered(): Promise<string[]> {
  const bench = await startCommandBench();
  const warehouse = await startWarehouse('2026-11-20 09:00');
  const registered: string[] = [];
  const register = bench.app.command.bind(bench.app);
  Object.assign(bench.app, {
    command(...command: Parameters<typeof register>) {
      registered.push(String(command[0]));
      return register(...command);
    },
  });
  registerCommands(bench.app, {
    ...bench,
    client: warehouse.client,
    database: warehouse.database,
    calendar: createCalendar(),
    digestTime: '08:30',
    directory: createStoreDirectory(warehouse.client, bench.clock),
    ledger: createLedger(warehouse.database),
    outbound: createOutbound({ botToken: 'xoxb-test', slackApiUrl: undefined, renderings: [] }),
  });
  return registered;
}

describe('the manifest of the Slack app', () => {
  const commands = manifest.features.slash_commands;

  test('has the commands that the bot answers, and no other', async () => {
    const registered = await commandsRegistered();
    expect(registered.length).toBeGreaterThan(0);
    expect(commands.map(({ command }) => command).toSorted()).toEqual(registered.toSorted());
  });

  test('asks for the scopes of the methods that the bot calls, and no other', () => {
    const called = methodsCalled();
    expect(called).toContain('chat.postMessage');
    for (const method of called) expect(Object.keys(SCOPE_OF), method).toContain(method);
    const needed = called.map((method) => SCOPE_OF[method]).filter((scope) => scope !== undefined);
    expect(manifest.oauth_config.scopes.bot.toSorted()).toEqual(
      [...new Set(['commands', ...needed])].toSorted(),
    );
    expect(Object.keys(manifest.oauth_config.scopes)).toEqual(['bot']);
  });

  test('subscribes to no events and needs no address that Slack could reach', () => {
    expect(manifest.settings).not.toHaveProperty('event_subscriptions');
    expect(manifest.settings.socket_mode_enabled).toBe(true);
    for (const command of commands) expect(command).not.toHaveProperty('url');
    expect(
      sources().filter((source) => /\bapp\.(event|message|action|view|shortcut|options)\(/.test(source)),
    ).toEqual([]);
    expect(manifest.settings.interactivity.is_enabled).toBe(false);
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
