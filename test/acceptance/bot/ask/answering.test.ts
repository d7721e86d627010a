import { describe, expect, test } from 'vitest';
import { textAt } from '../../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** Days that are not held, which the service gives only after so many seconds. */
const FETCHED = ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-06'];

function giveAfter(bot: TestBot, seconds: number): void {
  const fault = { kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } } as const;
  bot.service.fail({ fault, operation: 'dailySales', times: 1 });
}

function textsOf(seen: readonly Seen[]): string[] {
  return seen.flatMap((each) => (each.kind === 'message' ? [textAt(each.body, 'text')] : []));
}

/** What was said since a mark, without the announcements of slow answers. */
function saidSince(bot: TestBot, mark: number): string[] {
  return textsOf(bot.slack.seen.slice(mark)).filter(
    (text) => !text.startsWith('Fetching from the data service'),
  );
}

test('an answer that takes longer than 1.5 seconds is announced', async () => {
  const bot = await startTestBot();
  let mark = bot.slack.seen.length;
  giveAfter(bot, 10);
  await bot.kari.type('/sales', FETCHED[0]);
  await bot.pass(1.499);
  expect(bot.slack.seen).toHaveLength(mark);
  await bot.pass(0.001);
  expect(textsOf(bot.slack.seen.slice(mark))).toEqual(['Fetching from the data service, one moment …']);
  await bot.pass(10);
  // It takes the place of the announcement.
  const answer = bot.slack.seen.slice(mark + 1);
  expect(answer).toMatchObject([{ body: { response_type: 'ephemeral', replace_original: true } }]);

  // To a click it stands beside the message with the button, which stays.
  const month = await bot.kari.type('/sales', 'last 60 days');
  mark = bot.slack.seen.length;
  giveAfter(bot, 10);
  await bot.kari.click(month, 'answer_previous_period');
  await bot.pass(12);
  expect(bot.slack.seen.slice(mark)).toMatchObject([
    { body: { text: 'Fetching from the data service, one moment …' } },
    { body: { replace_original: false } },
  ]);

  // It comes also when the announcement does not arrive.
  mark = bot.slack.seen.length;
  giveAfter(bot, 10);
  bot.slack.faults.add({ fault: { kind: 'statusBefore', status: 500 }, name: 'response_url' });
  await bot.kari.type('/sales', FETCHED[1]);
  await bot.pass(12);
  expect(bot.slack.seen.slice(mark)).toMatchObject([{ body: { replace_original: false } }]);
});

describe('days that are not held', () => {
  test('are fetched for one question of a person at a time; whoever waits too long is told what to do', async () => {
    const bot = await startTestBot();
    const mark = bot.slack.seen.length;
    giveAfter(bot, 25);
    await bot.kari.type('/sales', FETCHED[0]);
    const calls = bot.service.requests.length;
    await bot.kari.type('/sales', FETCHED[1]);
    expect(bot.service.requests).toHaveLength(calls);
    await bot.pass(26);
    expect(saidSince(bot, mark).map((text) => text.slice(0, 16))).toEqual([
      'Sales, Thu 2 Jul',
      'Sales, Fri 3 Jul',
    ]);

    giveAfter(bot, 40);
    await bot.kari.type('/sales', FETCHED[2]);
    const later = bot.slack.seen.length;
    await bot.kari.type('/sales', 'compare 2026-07-07 with 2026-07-06');
    await bot.pass(31);
    expect(saidSince(bot, later).join()).toMatch(
      /still fetching days for your earlier question.*Try: `\/sales compare/,
    );
  });

  test('are fetched for two people at a time, and what is held is answered meanwhile', async () => {
    const bot = await startTestBot();
    bot.slack.workspace.setPerson('U0GUEST', { is_restricted: false });
    const third = bot.as('guest');
    giveAfter(bot, 40);
    await bot.kari.type('/sales', FETCHED[0]);
    giveAfter(bot, 40);
    await bot.ola.type('/sales', FETCHED[1]);
    const mark = bot.slack.seen.length;
    await third.type('/sales', FETCHED[2]);
    expect((await third.type('/sales', 'yesterday')).text).toContain('Sales, Thu 19 Nov:');
    await bot.pass(31);
    expect(saidSince(bot, mark).join()).toContain(
      'fetching days for other people right now. Ask again in a minute.',
    );
    await bot.pass(10);
    expect((await third.type('/sales', FETCHED[2])).text).toContain('Sales, Sat 4 Jul:');
  });

  test('and that the service has not given after 20 minutes are asked for no longer', async () => {
    const bot = await startTestBot({ service: { maxResultsCap: 40 } });
    // A page and a pause, a page and a pause: none is too late, and all of them would take hours.
    for (let call = 1; call < 300; call += 2) {
      const fault = { kind: 'status', status: 503, headers: { 'retry-after': '80' } } as const;
      bot.service.fail({ fault, operation: 'dailySales', skip: call });
    }
    const mark = bot.slack.seen.length;
    await bot.kari.type('/sales', 'compare 2026-08-01 to 2026-08-31 with 2026-07-01 to 2026-07-31');
    await bot.pass(18 * 60);
    expect(saidSince(bot, mark)).toEqual([]);
    await bot.pass(2 * 60);
    expect(saidSince(bot, mark)).toEqual([
      'Fetching everything from the data service took too long. Ask for fewer days, or try again later.',
    ]);
    const calls = () =>
      bot.service.requests.filter(({ query }) => query.fromSalesDate === '2026-08-01').length;
    const before = calls();
    expect(before).toBeGreaterThan(10);
    await bot.pass(10 * 60);
    expect(calls()).toBe(before);
    bot.service.clearFaults();
    expect((await bot.kari.type('/sales', FETCHED[0])).text).toContain('Sales, Thu 2 Jul:');
  });
});

describe('an answer that Slack does not take', () => {
  const refuse = (bot: TestBot, times: number) =>
    bot.slack.faults.add({ fault: { kind: 'say', error: 'invalid_blocks' }, name: 'response_url', times });

  test('is plainer, and so for a day in that workspace', async () => {
    const bot = await startTestBot();
    const isTable = async () =>
      JSON.stringify((await bot.kari.type('/stock', 'out')).seen).includes('data_table');
    refuse(bot, 1);
    expect(await isTable()).toBe(false);
    bot.clock.set(bot.clock.now() + 86_399_000);
    expect(await isTable()).toBe(false);
    bot.clock.set(bot.clock.now() + 2_000);
    expect(await isTable()).toBe(true);
  });

  test('in any form is an error in the log, and nothing was said', async () => {
    const bot = await startTestBot();
    refuse(bot, 10);
    expect((await bot.kari.type('/stock', 'out')).seen).toEqual([]);
    expect(bot.logLines().filter(({ level }) => level >= 50)).toMatchObject([{ msg: 'a listener failed' }]);
  });
});

describe('"Share in channel"', () => {
  const SHARE = 'Share in channel';
  const inChannel = (bot: TestBot) =>
    bot.slack.seen.filter(
      (each) => each.kind === 'message' && textAt(each.body, 'response_type') === 'in_channel',
    );

  test('shares once in each channel, without buttons, with who did it', async () => {
    const bot = await startTestBot();
    const answer = await bot.kari.type('/sales', 'yesterday');
    expect((await bot.kari.click(answer, SHARE)).text).toContain('Shared in the channel.');
    expect((await bot.as('kari', '#second').click(answer, SHARE)).text).toContain('Shared in the channel.');
    for (const hand of [bot.kari, bot.as('kari', '#second')])
      expect((await hand.click(answer, SHARE)).text).toContain('was just shared in the channel');
    expect(inChannel(bot)).toHaveLength(2);
    expect(JSON.stringify(inChannel(bot))).toContain('Shared by <@U0KARI>');
    expect(JSON.stringify(inChannel(bot))).not.toContain('"actions"');
  });

  test('can be clicked again at once when Slack did not take it', async () => {
    const bot = await startTestBot();
    const answer = await bot.kari.type('/sales', 'yesterday');
    bot.slack.faults.add({ fault: { kind: 'say', error: 'invalid_blocks' }, name: 'response_url', times: 3 });
    expect((await bot.kari.click(answer, SHARE)).text).toContain("so it isn't in the channel");
    expect((await bot.kari.click(answer, SHARE)).text).toContain('Shared in the channel.');
    expect(inChannel(bot)).toHaveLength(1);
  });

  test.each([{ kind: 'resetAfter' }, { kind: 'statusAfter', status: 503 }] as const)(
    'shares once when it is not known to have arrived ($kind), until a minute has passed',
    async (fault) => {
      const bot = await startTestBot();
      const answer = await bot.kari.type('/sales', 'yesterday');
      bot.slack.faults.add({ fault, name: 'response_url' });
      expect((await bot.kari.click(answer, SHARE)).text).toContain(
        "didn't confirm that the answer reached the channel",
      );
      expect((await bot.kari.click(answer, SHARE)).text).toContain("hasn't confirmed it");
      expect(inChannel(bot)).toHaveLength(1);
      await bot.pass(60);
      expect((await bot.kari.click(answer, SHARE)).text).toContain('Shared in the channel.');
    },
  );
});

test.each([{ kind: 'resetAfter' }, { kind: 'statusAfter', status: 503 }, { kind: 'cutBody' }] as const)(
  'an answer that Slack took and did not confirm ($kind) is followed by nothing',
  async (fault) => {
    const bot = await startTestBot();
    bot.slack.faults.add({ fault, name: 'response_url' });
    const { text, seen } = await bot.kari.type('/stock', '1101');
    expect(seen).toHaveLength(1);
    expect(text).not.toContain('Something went wrong');
    const told = bot.logLines().map(({ msg }) => msg);
    expect(told).toContain('nobody knows whether an answer arrived');
    expect(told).not.toContain('a listener failed');
  },
);

describe('a button', () => {
  test('asks what was asked, also after weeks and a restart, and whoever clicks', async () => {
    const bot = await startTestBot();
    const answer = await bot.kari.type('/sales', 'last week');
    const ofOneDay = await bot.kari.type('/sales', 'yesterday by:product');
    bot.clock.set(bot.clock.now() + 14 * 86_400_000);
    await bot.restart();
    const byStore = await bot.kari.click(answer, 'By store');
    expect(byStore.text).toContain('Sales, 9–15 Nov');
    expect(byStore.text).toContain('by store');
    expect((await bot.kari.click(answer, 'All rows')).text).toContain('2026-11-09');
    expect((await bot.kari.click(answer, 'Share in channel')).text).toContain('Shared in the channel.');
    // Only these days are said to be counted from now.
    expect((await bot.kari.click(ofOneDay, '30-day chart')).text).toContain('4 Nov – 3 Dec');
    expect((await bot.ola.click(answer, 'By store')).text).toContain('Salg, 9.–15. nov.');
  });

  test('is refused to a person who may not see it when it is clicked', async () => {
    const bot = await startTestBot();
    const answer = await bot.kari.type('/sales', 'yesterday');
    const nobody = { users: [], groups: [], channels: [] };
    const { holders } = bot.settings.access;
    await bot.restart({ access: { ...bot.settings.access, holders: { ...holders, view_sales: nobody } } });
    for (const title of ['By store', 'All rows', 'Share in channel'])
      expect((await bot.ola.click(answer, title)).text, title).toContain(
        'Du har ikke tilgang til salgstallene her',
      );
  });

  test('of an earlier version says what to do', async () => {
    const bot = await startTestBot();
    for (const action_id of ['answer_by_store', 'answer_csv', 'answer_share', 'form_change', 'home_ask:0']) {
      const action = { type: 'button', action_id, block_id: 'x', value: 'Zm9yIGEgcXVlc3Rpb24gaWQ' };
      const on = { kind: 'message', ts: '1.1', isPrivate: true, blocks: [] } as const;
      const { text } = await bot.kari.clickControl({ action, on });
      expect(text, action_id).toContain('from an earlier version of the app. Type the command again');
    }
  });
});

test('the log has one line for each request, with what came of it, and nothing that was typed', async () => {
  const bot = await startTestBot();
  const from = bot.logLines().length;
  await bot.kari.type('/sales', 'yesterday');
  await bot.kari.type('/sales', 'zebrafish last week');
  await bot.as('guest').type('/sales', 'zebrafish');
  bot.service.fail({ fault: { kind: 'status', status: 400 } });
  await bot.kari.type('/sales', FETCHED[0]);
  const lines = bot.logLines().slice(from);
  const told = lines.filter(({ listener, outcome }) => listener !== undefined && outcome !== undefined);
  expect(told.map(({ listener, outcome, user }) => [listener, outcome, user])).toEqual([
    ['command /sales', 'ok', 'U0KARI'],
    ['command /sales', 'mistake', 'U0KARI'],
    ['command /sales', 'refused', 'U0GUEST'],
    ['command /sales', 'service', 'U0KARI'],
  ]);
  expect(new Set(told.map(({ request }) => request)).size).toBe(4);
  expect(bot.logText()).not.toContain('zebrafish');
});

test('"Why these numbers?" in the menu of an answer explains its figures to the person who asks', async () => {
  const bot = await startTestBot();
  const product = await bot.kari.click(await bot.kari.type('/stock', '1101'), 'Why these numbers?');
  expect(product.text).toContain('*Days of cover*: stock ÷ units sold per day');
  expect(product.seen).toMatchObject([{ body: { response_type: 'ephemeral', replace_original: false } }]);
  const week = await bot.kari.click(await bot.kari.type('/sales', 'last week'), 'Why these numbers?');
  expect(week.text).toContain('Compared with');
  // A list of rows explains itself.
  expect((await bot.kari.type('/sales', 'last week by:store')).text).not.toContain('Why these numbers?');
});
