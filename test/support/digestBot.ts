import type { SlackCall } from '../../bot/demo/slack/slack.ts';
import type { HeldMessage } from '../../bot/demo/slack/workspace.ts';
import { oslo } from './bot/time.ts';
import { startTestBot, type TestBot, type TestBotOptions } from './testBot.ts';

export const POST = 'chat.postMessage';
export const HISTORY = 'conversations.history';

/**
 * A bot at 08:49 on Friday whose settings subscribe further channels, whose digests are due at 08:50. They have no owner, so
 * that Kari is told, who is the admin.
 */
export function startBeforeDigests(
  channelIds: readonly string[],
  { settings, before, ...options }: TestBotOptions = {},
): Promise<TestBot> {
  return startTestBot({
    ...options,
    settings: { digestChannels: channelIds, digestTime: '08:50', ...settings },
    before(world) {
      for (const id of channelIds) world.slack.workspace.addChannel(id);
      before?.(world);
    },
  });
}

/** Stock digests that stand in a channel. */
export function stockDigestsIn(bot: TestBot, channelId: string): HeldMessage[] {
  return bot
    .held(channelId)
    .filter(({ author, text }) => author === undefined && text.includes('Stock digest · '));
}

/** Files that stand in the threads of a channel, each with its thread. */
export function threadFilesIn(
  bot: TestBot,
  channelId: string,
): { readonly name: string; readonly threadTs: string }[] {
  return bot
    .held(channelId)
    .flatMap(({ threadTs, files = [] }) =>
      threadTs === undefined ? [] : files.map(({ name }) => ({ name, threadTs })),
    );
}

/** Calls of a method for a channel. */
export function callsFor(bot: TestBot, method: string, channelId: string): SlackCall[] {
  return bot.slack.calls.filter((call) => call.method === method && call.channel === channelId);
}

/** What Kari was told in her direct messages. */
export function toldToKari(bot: TestBot): string[] {
  return bot.held('D0KARI').map(({ text }) => text);
}

/** The bot is down until that local time. */
export async function downUntil(bot: TestBot, time: string): Promise<void> {
  await bot.stop();
  bot.clock.set(oslo(time));
  await bot.restart();
}

/** Everybody sleeps until that local time, and wakes then. */
export async function sleepUntil(bot: TestBot, time: string): Promise<void> {
  bot.clock.set(oslo(time));
  await bot.pass(0);
}
