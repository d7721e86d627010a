import { describe, expect, test } from 'vitest';
import { PEOPLE } from '../../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import type { HeldMessage } from '../../../../bot/demo/slack/workspace.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { contentOf } from '../../../support/slack/fileContent.ts';
import { linesOf } from '../../../support/slack/screen.ts';
import { tableIn } from '../../../support/slack/tables.ts';
import { startTestBot, type TestBot, type TestBotOptions } from '../../../support/testBot.ts';

/** Only the seller may see sales: Per may not. */
const SELLER = 'member';
const access = accessOf({ ACCESS_VIEW_SALES: PEOPLE[SELLER].id });
const start = (options: TestBotOptions = {}) =>
  startTestBot({ ...options, settings: { access, ...options.settings } });
const REFUSED = "You don't have access to sales here. Ask <@U0KARI>, who can change this.";
const SALES_IN_WORDS = /sold|sales|days of cover|lasts|pace|trend|order/i;

const seen = (message: HeldMessage | undefined): Seen[] =>
  message === undefined ? [] : [{ kind: 'message', by: 'chat.postMessage', body: message, ts: message.ts }];
const textIn = (bot: TestBot, channel: string) =>
  linesOf(undefined, seen(bot.held(channel).findLast(({ blocks }) => blocks.length > 0))).join('\n');

test('the stock has nothing that is derived from sales, which is refused like them', async () => {
  const bot = await start();
  const per = bot.as('per');
  for (const typed of ['1101', 'mine', 'out', 'changes', 'all', '1101 345']) {
    const { text } = await per.type('/stock', typed);
    expect(text, typed).toMatch(/units|Units|Since/);
    expect(text, typed).not.toMatch(SALES_IN_WORDS);
    expect(text, typed).not.toMatch(/\| Days|sell most|lasts shortest|answer_stock_low|answer_thirty_days/);
  }
  for (const typed of ['low 7', 'over 30'])
    expect((await per.type('/stock', typed)).text, typed).toContain(REFUSED);
  const list = { type: 'static_select', selected_option: { value: 'low #' } };
  expect((await per.submit(await per.type('/stock'), { list })).text).toContain(REFUSED);
  // Neither has the list with all rows.
  const { seen: all } = await per.click(await per.type('/stock', 'mine'), 'All rows');
  const content = all.flatMap((each) => (each.kind === 'file' ? [contentOf(each)] : [])).join();
  expect(tableIn(content).split('\n')[0]).toMatch(/Units \(week before\).Stores with stock/);
  expect(content).not.toMatch(/cover|sold/i);
});

test('App Home has nothing of sales, and offers no question about them', async () => {
  const bot = await start({ before: ({ slack }) => slack.workspace.change('C0STOCK', { members: [] }) });
  const { text } = await bot.as('per').openHome();
  expect(text).toContain('Stock for *Fri 20 Nov 2026*');
  expect(text).toContain('Ask for stock');
  expect(text).not.toMatch(/sales/i);
});

test('who has lost the right since gets no sales by a button of an earlier answer', async () => {
  const bot = await startTestBot();
  const per = bot.as('per');
  const answer = await per.type('/sales', 'yesterday');
  await bot.restart({ access });
  for (const title of ['All rows', 'Share in channel', 'By store', 'Compare with previous period']) {
    const { text, seen: all } = await per.click(answer, title);
    expect(text, title).toContain(REFUSED);
    expect(text, title).not.toMatch(/litres|\d l\b/);
    expect(all.filter(({ kind }) => kind === 'file')).toEqual([]);
  }
});

describe('a stock digest', () => {
  // Which products are one's own is said in these words, and is no figure.
  const DERIVED =
    /sold(?! in the last 90 days)|sales|cover|running low|\| Low|\| Days|order \d|reorder|lead time/i;
  const COVER = /days of cover from 28 days of sales/;

  test('that they preview or post shows nothing that is derived from sales', async () => {
    const bot = await start();
    const [per, seller] = [bot.as('per', '#second'), bot.as(SELLER, '#second')];
    expect((await seller.type('/digest', 'preview stock')).text).toMatch(COVER);
    const preview = await per.type('/digest', 'preview stock');
    expect(preview.text).toContain('Preview: Stock digest');
    expect(preview.text).not.toMatch(DERIVED);
    await per.type('/digest', 'now stock');
    expect(textIn(bot, '#second')).toContain('Stock digest');
    expect(textIn(bot, '#second')).not.toMatch(DERIVED);
    await bot.pass(60);
    await seller.type('/digest', 'now stock');
    expect(textIn(bot, '#second')).toMatch(COVER);
  });

  test('that they post and Slack takes later is the same then', async () => {
    const bot = await start();
    bot.slack.faults.add({ name: 'chat.postMessage', fault: { kind: 'limit', seconds: 30 }, times: 1 });
    await bot.as('per', '#second').type('/digest', 'now stock');
    expect(bot.held('#second')).toEqual([]);
    await bot.pass(90);
    expect(textIn(bot, '#second')).toContain('Stock digest');
    expect(textIn(bot, '#second')).not.toMatch(DERIVED);
  });

  test('shows days of cover when somebody who may see sales set it up or changed it since', async () => {
    const bot = await start({ from: 'evening', at: '2026-11-20 08:25' });
    const typed = { subscribes: 'subscribe', changes: 'subscribe at 08:35', ends: 'unsubscribe' };
    const hidden = /Days of cover: hidden until a person/;
    const cases = [
      { done: ['per subscribes'], isHidden: true },
      { done: ['per subscribes', 'per changes'], isHidden: true },
      { done: ['per subscribes', 'member changes'], isHidden: false },
      { done: ['member subscribes', 'per changes'], isHidden: false },
      { done: ['member subscribes', 'per ends', 'per subscribes'], isHidden: true },
    ] as const;
    for (const [at, { done, isHidden }] of cases.entries()) {
      bot.slack.workspace.addChannel(`C0CASE${at}`);
      for (const each of done) {
        const [person, deed] = each.split(' ') as ['per' | typeof SELLER, keyof typeof typed];
        await bot.as(person).type('/digest', `${typed[deed]} <#C0CASE${at}>`);
      }
      const { text } = await bot.as('per').type('/digest', `status <#C0CASE${at}>`);
      expect(hidden.test(text), done.join()).toBe(isHidden);
    }
    await bot.moveTo('08:36');
    for (const [at, { done, isHidden }] of cases.entries()) {
      const digest = textIn(bot, `C0CASE${at}`);
      expect(digest, done.join()).toContain('Stock digest · Fri 20 Nov 2026');
      if (isHidden) expect(digest, done.join()).not.toMatch(DERIVED);
      else expect(digest, done.join()).toMatch(COVER);
    }
    const posted = seen(bot.held('C0CASE0').findLast(({ blocks }) => blocks.length > 0));
    const why = (await bot.as('per').click(posted, 'Why these numbers?')).text;
    expect(why).toContain('*Out of stock*');
    expect(why).not.toMatch(DERIVED);
  });
});
