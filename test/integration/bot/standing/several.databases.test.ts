import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { PLACES, TEAM } from '../../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import { downUntil, sleepUntil } from '../../../support/digestBot.ts';
import { digestsOf, forgetDigests, subscribeBeside } from '../../../support/storedData.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const CHANNEL = PLACES['#second'].id;
const DAY = '2026-11-20';
/** As all versions have written it: the first subscription of a kind in a channel has no id. */
const FIRST = `${TEAM}:${CHANNEL}:stock:${DAY}`;
const FIRST_BLOCK = 'digest:d83cfa29335e95c8d49fa68637ab9bc1';

/** A bot at 08:49:59 whose second channel gets its stock digest at 08:50, and another that has a UUID. */
async function startWithTwo() {
  const kind = `stock#${randomUUID()}`;
  const bot = await startTestBot();
  await bot.as('kari', '#second').type('/digest', 'subscribe at 08:50');
  await subscribeBeside(bot, CHANNEL, kind);
  await bot.pass(59);
  return { bot, kind, further: `${TEAM}:${CHANNEL}:${kind}:${DAY}` };
}

const digestsIn = (bot: TestBot) => bot.held(CHANNEL).filter(({ metadata }) => metadata !== null);
const marksIn = (bot: TestBot) =>
  digestsIn(bot).map(({ metadata }) => /"key":"([^"]*)"/.exec(JSON.stringify(metadata))?.[1]);

test('two digests of stock in one channel come once each, and each is asked about and changed alone', async () => {
  const { bot, kind, further } = await startWithTwo();
  await bot.pass(2 * 60);
  const posted = digestsIn(bot);
  expect(marksIn(bot).toSorted()).toEqual([further, FIRST]);
  expect(new Set(posted.map(({ threadTs }) => threadTs))).toEqual(new Set([undefined]));
  const message = posted.find(({ metadata }) => JSON.stringify(metadata).includes(kind));
  if (message === undefined) throw new Error('the second digest is not there');
  expect(JSON.stringify(message.blocks)).toContain('units* of all ');
  const seen: Seen[] = [{ kind: 'message', by: 'chat.postMessage', body: message, ts: message.ts }];

  const hand = bot.as('kari', '#second');
  expect((await hand.click(seen, 'Why these numbers?')).text).toContain('*Out of stock*');
  const form = await hand.click(seen, 'Settings');
  await hand.submit(form, { digest_time: { selected_time: '08:55' } });
  expect(await digestsOf(bot, CHANNEL)).toEqual([
    { kind: 'stock', time: '08:50', isActive: true },
    { kind, time: '08:55', isActive: true },
  ]);
  await hand.type('/digest', 'unsubscribe stock');
  expect(await digestsOf(bot, CHANNEL)).toEqual([
    { kind: 'stock', time: '08:50', isActive: false },
    { kind, time: '08:55', isActive: true },
  ]);
  await sleepUntil(bot, '2026-11-21 08:54');
  await bot.pass(5 * 60);
  expect(marksIn(bot).slice(2)).toEqual([`${TEAM}:${CHANNEL}:${kind}:2026-11-21`]);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});

test('neither comes again from a restored database, nor the first from a new one', async () => {
  const { bot, further } = await startWithTwo();
  await bot.pass(2 * 60);
  const both = marksIn(bot);
  expect(both.toSorted()).toEqual([further, FIRST]);
  expect(JSON.stringify(digestsIn(bot).map(({ blocks }) => blocks))).toContain(FIRST_BLOCK);

  await bot.stop();
  await forgetDigests(bot, { channel: CHANNEL });
  await downUntil(bot, '2026-11-20 09:10');
  await bot.pass(2 * 60);
  expect(marksIn(bot)).toEqual(both);

  const databaseUrl = join(dirname(bot.settings.productListFile ?? ''), 'new.sqlite');
  await bot.restart({ databaseUrl, digestChannels: [CHANNEL] });
  await bot.pass(15 * 60);
  expect(marksIn(bot)).toEqual(both);
  const file = new DatabaseSync(databaseUrl, { readOnly: true });
  const runs = file.prepare('select kind, state, message_ts from digest_run').all();
  file.close();
  const first = digestsIn(bot).find((_, at) => both[at] === FIRST);
  expect(runs).toEqual([{ kind: 'stock', state: 'sent', message_ts: first?.ts }]);
});
