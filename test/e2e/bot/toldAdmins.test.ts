import { expect, onTestFinished, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { until } from '../../support/until.ts';
import { openProofWorld } from '../processes/proofWorld.ts';

const ADMINS = ['U0OLA', 'U0KARI', 'U0LISE'];
const NOTICE =
  'Appen er ikke i kanalen. Inviter den med `/invite`, så sendes rapporten automatisk.\nDu får dette som administrator for appen: Innstillingene abonnerer for kanalen, så ingen har satt opp rapporten.';

async function openMorning(settings: Readonly<Record<string, string>>) {
  const world = await openProofWorld({ at: '2025-01-07 08:20', channels: 1, settings });
  onTestFinished(() => world.close());
  const [channel = ''] = world.channelIds;
  world.slack.workspace.setGroup('S0ADMINS', ['U0LISE']);
  world.slack.workspace.change(channel, { member: false });
  const bot = await world.start();
  /** Lets a minute pass each second until that has come. */
  const untilSo = async (what: string, isSo: () => boolean) => {
    await world.setTime(world.clock.now(), 60);
    await until(what, async () => isSo() || undefined);
  };
  const told = () =>
    ADMINS.map((admin) => world.slack.workspace.held(`D${admin.slice(1)}`).map(({ text }) => text));
  return { world, bot, untilSo, told };
}

test('a channel of DIGEST_CHANNELS that refuses is told to each admin once, in the language of the settings', async () => {
  const { world, bot, untilSo, told } = await openMorning({
    ACCESS_ADMINS: 'U0OLA, U0KARI, S0ADMINS',
    RETAIL_DATA_LANGUAGE: 'nb',
  });
  await world.setTime(oslo('2025-01-07 08:31'), 1);
  await untilSo('the notices', () => told().every((texts) => texts.length > 0));
  // On the next days it is refused again, which is no news.
  const failed = () => bot.log().match(/"msg":"Slack refused the message/g)?.length ?? 0;
  for (const day of ['2025-01-08', '2025-01-09']) {
    const before = failed();
    await world.setTime(oslo(`${day} 08:31`), 1);
    await untilSo('the next refusal', () => failed() > before);
  }
  expect(await bot.stop()).toBe(0);
  for (const texts of told()) expect(texts).toEqual([expect.stringContaining(NOTICE)]);
});

test('without an admin the log says what nobody was told', async () => {
  const { world, bot, untilSo } = await openMorning({});
  await world.setTime(oslo('2025-01-07 08:31'), 1);
  await untilSo('the line', () => /ACCESS_ADMINS names nobody.*\n/.test(bot.log()));
  expect(bot.log()).toContain('Invite it with');
});
