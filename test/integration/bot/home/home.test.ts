import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DigestSubscriptionTable } from '../../../../bot/database/tables/digest.ts';
import { createSubscriptions } from '../../../../bot/digest/subscriptions.ts';
import type { HomeFacts } from '../../../../bot/home/homeFacts.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { PRODUCT_LIST_MODAL } from '../../../../bot/modals/productList.ts';
import { QUESTION_MODAL_IDS } from '../../../../bot/modals/questionModal.ts';
import type { Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import {
  HOME_ASK,
  HOME_DIGEST,
  HOME_FORM,
  HOME_LANGUAGE,
  HOME_REFRESH,
  HOME_REMOVE_LIST,
  HOME_UPLOAD,
  homeView,
} from '../../../../bot/views/home.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { stateOf } from '../../../support/bot/filledForm.ts';
import { activeMarksOf, FOREIGN } from '../../../support/bot/foreignText.ts';
import { NUMBERS_ONLY } from '../../../support/bot/numbersOnly.ts';
import { clickInView, DOUBLE_TEAM, homeOpenedBody } from '../../../support/bot/payloadBodies.ts';
import { oslo } from '../../../support/bot/time.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

const NOBODY: Holders = { users: [], groups: [], channels: [] };

async function openHome(window: ConversationBench): Promise<string> {
  await window.bench.send(homeOpenedBody());
  const { method, view } = window.lastView();
  expect(method).toBe('views.publish');
  expect(limitBreachesOf(view, 'home')).toEqual([]);
  return JSON.stringify(view);
}

function click(actionId: string, value: string) {
  const actions = [{ type: 'button', action_id: actionId, block_id: 'b', value, action_ts: '1' }];
  return { ...clickInView('home', actionId), actions };
}

test('says how new the figures are, when and when newer come', async () => {
  const home = await openHome(await startConversationBench());
  expect(home).toContain('Stock of *Fri 20 Nov 2026*');
  expect(home).toContain('Next: Sat 21 Nov 2026, 08:30');
  expect(home).toContain('Sales up to *Thu 19 Nov 2026*');
  expect(home).toContain('Next: Sat 21 Nov 2026, 07:45');
  expect(home).toContain('10 days stored');
  expect(home).not.toMatch(/400|rows/);
});

test('calls stock late while it is asked for, and unchanged once the service had nothing new all morning', async () => {
  const window = await startConversationBench();
  const { database } = window.bench;
  await database.deleteFrom('stock_snapshot').where('business_date', '=', '2026-11-20').execute();
  await database
    .insertInto('stock_day')
    .values({
      business_date: '2026-11-20',
      state: 'waiting',
      probes: 1,
      next_probe_at: 0,
      lease_owner: null,
      lease_until: 0,
      answered: 1,
    })
    .execute();
  const waiting = await openHome(window);
  expect(waiting).toContain('Newer stock was expected Fri 20 Nov 2026, 08:30');
  await database.updateTable('stock_day').set({ state: 'empty' }).execute();
  const settled = await openHome(window);
  expect(settled).not.toContain('was expected');
  expect(settled).toContain('No product changed on Fri 20 Nov 2026.');
  expect(settled).toContain('Next: Sat 21 Nov 2026, 08:30');
});

test('shows the state of stock and the way to ask for it only to who may see stock', async () => {
  const policy = { holders: { ...DEFAULT_POLICY.holders, view_stock: NOBODY } };
  const home = await openHome(await startConversationBench({ policy }));
  expect(home).not.toMatch(/stock/i);
  expect(home).not.toContain('home_form:stock');
  expect(home).toContain('Sales up to *Thu 19 Nov 2026*');
  const none = { holders: { ...policy.holders, view_sales: NOBODY } };
  const bare = await openHome(await startConversationBench({ policy: none }));
  expect(bare).not.toMatch(/stock|sales|Figures/i);
  expect(bare).toContain('home_form:stores');
});

test('is drawn where nothing may be written', async () => {
  const window = await startConversationBench({ listed: '1101;Pale Ale' });
  await subscribeStock(window, 'C0STOCK', '08:30', oslo('2026-11-19 12:00'));
  window.bench.slack.setChannelsOf('U0KARI', ['C0STOCK']);
  await window.bench.type('/sales', 'forrige uke');
  await sql`pragma query_only = on`.execute(window.bench.database);
  const home = await openHome(window);
  for (const part of ['Sales up to', '<#C0STOCK>', 'forrige uke', '1 product from'])
    expect(home).toContain(part);
  await expect(window.questions.keep({ teamId: 'T', userId: 'U' }, ALL_STOCK)).rejects.toThrow(/readonly/);
});

const ALL_STOCK = { command: 'stock', kind: 'overview', scope: 'all' } as const;

describe('a user group of the settings that is gone', () => {
  const policy = {
    holders: {
      ...DEFAULT_POLICY.holders,
      view_sales: { ...NOBODY, groups: ['S0GONE'] },
      admin: { ...NOBODY, users: ['U0ADMIN'], groups: ['S0GONE'] },
    },
  };

  test('is named to admins with the settings that name it', async () => {
    const { bench, lastView } = await startConversationBench({ policy });
    const opened = homeOpenedBody();
    const event = { type: 'app_home_opened', user: 'U0ADMIN', channel: 'D0', tab: 'home', event_ts: '1' };
    await bench.send({ ...opened, event });
    const home = JSON.stringify(lastView().view);
    expect(home).toContain('ACCESS_VIEW_SALES, ACCESS_ADMINS: Slack does not tell this app who is in');
    expect(home).toContain('`S0GONE` (there is no such group)');
  });

  test('is no concern of others, whose App Home is as ever', async () => {
    const home = await openHome(await startConversationBench({ policy }));
    expect(home).toContain('Stock of *Fri 20 Nov 2026*');
    expect(home).not.toContain('S0GONE');
  });
});

test('the messages tab draws nothing', async () => {
  const { bench } = await startConversationBench();
  await bench.send(homeOpenedBody('messages'));
  expect(bench.slack.views).toEqual([]);
});

describe('recent questions', () => {
  test('stand there as they could be typed, and are answered in a window', async () => {
    const window = await startConversationBench();
    await window.bench.type('/sales', 'forrige uke');
    const home = await openHome(window);
    expect(home).toContain('`/sales forrige uke`');
    const [, id = ''] = /"action_id":"home_ask:0".*?"value":"([^"]+)"/.exec(home) ?? [];
    const shown = window.bench.slack.views.length;
    await window.bench.send(click(`${HOME_ASK}:0`, id));
    const [opened, updated, published] = window.bench.slack.views.slice(shown);
    expect(opened?.method).toBe('views.open');
    expect(updated?.method).toBe('views.update');
    expect(JSON.stringify(updated?.view)).toContain('litres');
    expect(limitBreachesOf(updated?.view ?? {}, 'modal')).toEqual([]);
    expect(published?.method).toBe('views.publish');
  });

  test('have names in the place of many numbers', async () => {
    const window = await startConversationBench();
    const list = '1101;Pale *Ale*\n345;Cider\n2001;Gin\n2002;Rum';
    await window.list.importProductList(async () => Buffer.from(list), 'names.csv', 'U0OLA');
    await window.bench.type('/sales', 'last week product:1101,345,2001,2002 by:day');
    await window.bench.type('/stock', '1101 345 2001');
    const home = await openHome(window);
    expect(home).toContain('Sales: last week 1101 Pale *Ale*, 345 Cider and 2 more by:day\\n');
    expect(home).toContain('Stock: 1101 Pale *Ale*, 345 Cider and 1 more\\n');
  });

  async function askAgain(window: ConversationBench): Promise<string> {
    const [, id = ''] = /"action_id":"home_ask:0".*?"value":"([^"]+)"/.exec(await openHome(window)) ?? [];
    await window.bench.send(click(`${HOME_ASK}:0`, id));
    return JSON.stringify(window.bench.slack.views.findLast(({ method }) => method === 'views.update'));
  }

  test.each([
    ['typed', (window: ConversationBench) => window.bench.type('/sales', '  i   går ')],
    [
      'chosen',
      async (window: ConversationBench) => {
        await window.bench.type('/sales', '');
        await window.submit(QUESTION_MODAL_IDS.sales, stateOf(window.lastView().view));
      },
    ],
  ])(
    'whose period was %s as one of that day have the one of today when they are asked again',
    async (_, ask) => {
      const window = await startConversationBench();
      await ask(window);
      const shown = (await openHome(window)).match(/`\/sales [^`]*`/g);
      expect([['`/sales i går`'], ['`/sales by:product`']]).toContainEqual(shown);
      expect(await askAgain(window)).toContain('Thu 19 Nov:');
      window.bench.clock.set(oslo('2026-11-21 09:00'));
      expect(await askAgain(window)).toContain('Fri 20 Nov 2026');
      // It is one question, however often it was asked.
      expect((await openHome(window)).match(/`\/sales [^`]*`/g)).toEqual(shown);
    },
  );

  test('of days in digits have the same days again, and so has one whose command cannot be read any more', async () => {
    const window = await startConversationBench();
    await window.bench.type('/sales', '2026-11-19');
    window.bench.clock.set(oslo('2026-11-21 09:00'));
    expect(await askAgain(window)).toContain('Thu 19 Nov:');
    await window.bench.database.updateTable('stored_question').set({ command: '/sales nonsens' }).execute();
    expect(await askAgain(window)).toContain('Thu 19 Nov:');
  });

  test('of somebody else are not answered', async () => {
    const window = await startConversationBench();
    const id = await parts(window, 'U0SOMEBODY');
    await window.bench.send(click(`${HOME_ASK}:0`, id));
    expect(JSON.stringify(window.bench.slack.views.at(-2))).toContain('has expired');
  });
});

async function parts({ bench }: ConversationBench, userId: string): Promise<string> {
  await bench.type('/sales', 'last week', { user_id: userId });
  const row = await bench.database.selectFrom('stored_question').select('id').executeTakeFirstOrThrow();
  return row.id;
}

test.each(['stock', 'sales', 'stores'])('has a button that opens the form of /%s', async (command) => {
  const window = await startConversationBench();
  await window.bench.send(click(`${HOME_FORM}:${command}`, command));
  const { method, view } = window.lastView();
  expect(method).toBe('views.open');
  expect(view).toMatchObject({ callback_id: `form_${command}` });
  // There is no channel to answer in.
  expect(JSON.stringify(view)).not.toContain('conversations_select');
});

function subscribeStock(
  { bench }: ConversationBench,
  channelId: string,
  digestTime: string,
  now: number,
  owner = 'U0KARI',
) {
  const defaults = {
    digestTime: '08:30',
    timeZone: 'Europe/Oslo',
    deadline: '12:00',
    language: 'en',
  } as const;
  return createSubscriptions(bench.database, defaults).subscribe(
    { teamId: DOUBLE_TEAM, channelId, kind: 'stock' },
    { change: { digestTime }, owner, seesSales: true, language: languageFor('en'), now },
  );
}

describe('digests', () => {
  async function withDigests(policy = DEFAULT_POLICY): Promise<ConversationBench> {
    const window = await startConversationBench({ policy });
    const at = oslo('2026-11-19 12:00');
    for (const channelId of ['C0STOCK', 'C0SHARED']) {
      await subscribeStock(window, channelId, '08:30', at);
    }
    window.bench.slack.setChannel('C0SHARED', { is_ext_shared: true });
    window.bench.slack.setChannelsOf('U0KARI', ['C0STOCK', 'C0SHARED']);
    return window;
  }

  test('are those that the person may change, with the next one', async () => {
    const home = await openHome(await withDigests());
    expect(home).toContain('<#C0STOCK> · stock, every day at 08:30 (Europe/Oslo)');
    expect(home).toContain('Last: none yet');
    expect(home).not.toContain('C0SHARED');
  });

  test('of channels that the person is not in are not shown', async () => {
    const window = await withDigests();
    window.bench.slack.setChannelsOf('U0KARI', ['C0OTHER']);
    expect(await openHome(window)).not.toContain('C0STOCK');
  });

  test('are asked about with one call, which is remembered', async () => {
    const window = await withDigests();
    await openHome(window);
    await openHome(window);
    const calls = window.bench.slack.methods.filter((method) => method === 'users.conversations');
    expect(calls).toHaveLength(1);
  });

  test('are those that the person has set up when Slack does not tell', async () => {
    const window = await withDigests();
    window.bench.slack.refuse('users.conversations', 'missing_scope');
    await subscribeStock(window, 'C0OTHER', '09:00', oslo('2026-11-19 12:00'), 'U0OLA');
    const home = await openHome(window);
    expect(home).toContain('C0STOCK');
    expect(home).not.toContain('C0OTHER');
  });

  test('that cannot be read are named with the way to set them right, beside the others', async () => {
    const window = await withDigests();
    await subscribeStock(window, 'C0OTHER', '09:00', oslo('2026-11-19 12:00'));
    window.bench.slack.setChannelsOf('U0KARI', ['C0STOCK', 'C0OTHER']);
    const change = (fields: Partial<DigestSubscriptionTable>) =>
      window.bench.database
        .updateTable('digest_subscription')
        .set(fields)
        .where('channel_id', '=', 'C0OTHER')
        .execute();
    for (const broken of [{ time_zone: 'Mars/Phobos' }, { products: '{"kind":"season"}', time_zone: null }]) {
      await change(broken);
      const home = await openHome(window);
      expect(home).toContain('<#C0STOCK> · stock, every day at 08:30 (Europe/Oslo)');
      expect(home).toContain(':warning: The stock digest in <#C0OTHER> does not come: its');
      expect(home).toContain('`/digest subscribe ');
      // The form of a new one, which sets all of it right.
      expect(home).toMatch(
        new RegExp(`"action_id":"${HOME_DIGEST}:unreadable:0"[^}]*}?[^}]*"value":"C0OTHER stock"`),
      );
    }
    await change({ kind: 'returns' });
    const home = await openHome(window);
    expect(home).toContain('of the kind “returns”');
    expect(home).not.toContain('C0OTHER returns');
    expect(home).toContain('<#C0STOCK> · stock');
  });

  test('of nobody else are shown', async () => {
    const holders = { ...DEFAULT_POLICY.holders, manage_digests: NOBODY };
    const home = await openHome(await withDigests({ ...DEFAULT_POLICY, holders }));
    expect(home).not.toContain('C0STOCK');
    expect(home).not.toContain('Upload');
  });
});

describe('a product list', () => {
  const upload = (window: ConversationBench, content: string) =>
    window.submit(PRODUCT_LIST_MODAL, {
      file: {
        file: {
          type: 'file_input',
          files: [{ id: 'F1', name: 'names.csv', url_private_download: window.keepFile(content) }],
        },
      },
    });

  test('is uploaded in a form, and its names stand everywhere from then on', async () => {
    const window = await startConversationBench();
    expect(await openHome(window)).toContain('None yet, so products are shown by number');
    await window.bench.send(click(HOME_UPLOAD, 'upload'));
    expect(limitBreachesOf(window.lastView().view, 'modal')).toEqual([]);
    const { acks } = await upload(window, '1101;Pale Ale;Beer\n90210;<!channel> & Co;\n');
    expect(acks).toMatchObject([{ response_action: 'update' }]);
    const [outcome, home] = window.bench.slack.views.slice(-2);
    expect(JSON.stringify(outcome)).toContain('Imported 2 products from `names.csv`: 2 new');
    expect(JSON.stringify(home)).toContain('Uploaded by <@U0KARI>');
    expect(window.list.names.label('1101')).toBe('1101 Pale Ale');
  });

  test('is removed by a button that asks first, which only who may upload has', async () => {
    const window = await startConversationBench({ listed: '1101;Pale Ale' });
    const home = await openHome(window);
    expect(home).toContain('"action_id":"home_remove_list"');
    expect(home).toContain('"deny"');
    await window.bench.send(click(HOME_REMOVE_LIST, 'remove'));
    expect(window.list.names.label('1101')).toBe('1101');
    expect(JSON.stringify(window.lastView().view)).toContain('None yet, so products are shown by number');
    expect(await openHome(window)).not.toContain('home_remove_list');
  });

  test('with wrong lines is not taken, and each of them is named', async () => {
    const window = await startConversationBench({ listed: '1101;Pale Ale' });
    await upload(window, '1101;Pale Ale\n;nameless\nabc;<!channel>\n');
    const { view } = window.lastView();
    expect(limitBreachesOf(view, 'modal')).toEqual([]);
    const text = JSON.stringify(view);
    expect(text).toContain('Line 2: there is no product number');
    expect(text).toContain('Line 3:');
    expect(window.list.names.size).toBe(1);
  });

  test('that Slack does not hand over is said to be missing', async () => {
    const window = await startConversationBench();
    const files = [{ id: 'F1', name: 'n.csv', url_private_download: 'https://evil.example/n.csv' }];
    await window.submit(PRODUCT_LIST_MODAL, { file: { file: { type: 'file_input', files } } });
    expect(JSON.stringify(window.lastView().view)).toContain('not stored in Slack');
  });

  test('is asked for when none was put in', async () => {
    const window = await startConversationBench();
    const { acks } = await window.submit(PRODUCT_LIST_MODAL, {
      file: { file: { type: 'file_input', files: [] } },
    });
    expect(acks).toEqual([{ response_action: 'errors', errors: { file: 'Choose a file.' } }]);
  });

  test('of somebody who may not is not read', async () => {
    const window = await startConversationBench({
      policy: { holders: { ...DEFAULT_POLICY.holders, manage_digests: NOBODY } },
    });
    await upload(window, '1101;Pale Ale\n');
    expect(await window.list.current()).toBeUndefined();
    expect(JSON.stringify(window.lastView().view)).toContain('not allowed');
  });
});

test('is drawn anew on a button', async () => {
  const window = await startConversationBench();
  await window.bench.send(click(HOME_REFRESH, 'refresh'));
  expect(window.lastView().method).toBe('views.publish');
});

test('is drawn in the language that was chosen on it, and says so', async () => {
  const window = await startConversationBench();
  const choose = (value: string) => {
    const option = { text: { type: 'plain_text', text: value }, value };
    const actions = [
      { type: 'static_select', action_id: HOME_LANGUAGE, block_id: 'b', selected_option: option },
    ];
    return window.bench.send({ ...clickInView('home', HOME_LANGUAGE), actions });
  };
  const chosen = () =>
    /"initial_option":\{[^}]*\},"value":"(\w+)"/.exec(JSON.stringify(window.lastView().view))?.[1];
  await openHome(window);
  expect(chosen()).toBe('slack');
  for (const language of ['nb', 'en', 'slack']) {
    await choose(language);
    expect(chosen()).toBe(language);
  }
  await choose('klingon');
  expect(window.bench.recording.lines().map(({ msg }) => msg)).toContain(
    'a choice named no language, and nothing was changed',
  );
});

describe('whatever is in it', () => {
  const facts = (foreign: string): HomeFacts => ({
    commands: ['stock', 'sales', 'stores'],
    now: oslo('2026-11-20 09:00'),
    stock: { held: undefined, unchangedOn: undefined, late: true, nextAt: oslo('2026-11-20 08:30') },
    sales: {
      newestDay: undefined,
      latest: { day: '2026-11-19', state: 'missing' },
      asOf: undefined,
      nextAt: oslo('2026-11-20 07:45'),
      progress: { daysDone: 3, daysTotal: 90 },
      nextTryAt: oslo('2026-11-20 09:05'),
    },
    unreadable: Array.from({ length: 15 }, (_, at) => ({
      teamId: 'T1',
      channelId: `C1${at}`,
      kind: at % 2 ? foreign : 'stock',
      owner: undefined,
      problem: at % 2 ? undefined : { field: 'timeZone', value: foreign, fix: 'resume' },
    })),
    digests: Array.from({ length: 15 }, (_, at) => ({
      subscription: {
        teamId: 'T1',
        channelId: `C${at}`,
        kind: 'stock',
        digestTime: '08:30',
        timeZone: 'Europe/Oslo',
        weekdays: '135',
        deadline: '12:00',
        stalePolicy: 'post',
        owner: undefined,
        pausedUntil: undefined,
        pausedReason: foreign,
        createdAt: 0,
        countsFrom: 0,
      },
      nextAt: undefined,
      last: { day: '2026-11-19', state: 'failed', reason: foreign },
    })),
    list: { revision: 1, products: 2, fileName: foreign, importedBy: undefined, importedAt: 0 },
    listProblem: () => foreign,
    mayUpload: true,
    digestsLeft: 30,
    unreadableLeft: 3,
    untoldGroups: Array.from({ length: 15 }, (_, at) => ({
      groupId: `S${at}`,
      code: 'no_such_subteam',
      settings: ['ACCESS_VIEW_STOCK', 'ACCESS_VIEW_SALES', 'ACCESS_MANAGE_DIGESTS', 'ACCESS_ADMINS'],
    })),
    language: undefined,
    recent: Array.from({ length: 6 }, (_, at) => ({
      id: `q${at}`,
      question: { command: 'stores', kind: 'search', words: foreign, openNow: false },
      command: at % 2 ? undefined : `/stores ${foreign}`,
      askedAt: 0,
    })),
  });

  test.each(Object.entries(FOREIGN))('%s keeps within what Slack takes and does nothing', (_, foreign) => {
    const view = homeView(facts(foreign), {
      language: languageFor('nb'),
      timeZone: 'Europe/Oslo',
      products: NUMBERS_ONLY,
      stores: NUMBERS_ONLY,
    });
    expect(limitBreachesOf(view, 'home')).toEqual([]);
    const ours = JSON.parse(JSON.stringify(view.blocks).replaceAll(/<#C\d+>/g, ''));
    expect(activeMarksOf({ text: 'Home', blocks: ours })).toEqual([]);
  });
});
