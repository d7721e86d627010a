import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { openProofWorld } from '../../support/faults/proofWorld.ts';

const ADMINS = ['U0OLA', 'U0KARI', 'U0LISE'];

async function openMorning(settings: Readonly<Record<string, string>>) {
  const world = await openProofWorld({ at: '2025-01-07 08:20', channels: 1, settings });
  onTestFinished(() => world.close());
  const [channel = ''] = world.channelIds;
  world.slack.workspace.change(channel, { member: false });
  const bot = await world.start();
  /** Lets minutes pass until that has come. */
  const until = async (isSo: () => boolean) => {
    for (let minute = 0; minute < 10; minute += 1) {
      await world.setTime(world.clock.now() + 65_000, 1);
      for (let look = 0; look < 60; look += 1) {
        if (isSo()) return;
        await delay(30);
      }
    }
    throw new Error(`it did not come: ${bot.log().slice(-2_000)}`);
  };
  const told = () =>
    ADMINS.map((admin) => world.slack.workspace.held(`D${admin.slice(1)}`).map(({ text }) => text));
  return { world, bot, until, told };
}

test.each([
  [
    'en',
    'The app is not in the channel. Invite it with `/invite`, and the digest is posted automatically.\nYou get this as an admin of the app: its settings subscribe the channel, so the digest has no owner.',
  ],
  [
    'nb',
    'Appen er ikke i kanalen. Inviter den med `/invite`, så sendes rapporten automatisk.\nDu får dette som administrator for appen: Innstillingene abonnerer for kanalen, så ingen har satt opp rapporten.',
  ],
])('a channel of DIGEST_CHANNELS that refuses is told to each admin once: %s', async (language, text) => {
  const { world, until, told } = await openMorning({
    ACCESS_ADMINS: 'U0OLA, U0KARI, S0ADMINS',
    RETAIL_DATA_LANGUAGE: language,
  });
  await world.setTime(oslo('2025-01-07 08:31'), 1);
  await until(() => told().every((texts) => texts.length > 0));
  // The next day it is refused again, which is no news.
  await world.setTime(oslo('2025-01-08 08:31'), 1);
  const failed = () => world.bots[0]?.log().match(/"msg":"Slack refused the digest/g)?.length ?? 0;
  await until(() => failed() > 1);
  await world.setTime(oslo('2025-01-08 08:45'), 1);
  for (const texts of told()) expect(texts).toEqual([expect.stringContaining(text)]);
});

test('without an admin the log says what nobody was told', async () => {
  const { world, bot, until } = await openMorning({});
  await world.setTime(oslo('2025-01-07 08:31'), 1);
  await until(() => bot.log().includes('ACCESS_ADMINS names nobody'));
  expect(bot.log()).toContain('Invite it with');
});
