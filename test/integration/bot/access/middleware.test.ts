import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { repeated } from '../../../../bot/listeners/actions/repeated.ts';
import { actorOf } from '../../../../bot/listeners/middleware/authorize.ts';
import { actionArgs, commandArgs, searchArgs } from '../../../../bot/listeners/middleware/listenerArgs.ts';
import type { Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import type { RequiredCapability } from '../../../../bot/settings/capability.ts';
import { type ListenerBench, startListenerBench } from '../../../support/bot/listenerBench.ts';
import {
  CHANNEL_ID,
  clickBody,
  clickInView,
  homeOpenedBody,
  searchBody,
  submissionBody,
  USER_ID,
} from '../../../support/bot/payloadBodies.ts';

const NOBODY: Holders = { users: [], groups: [], channels: [] };

/** One listener of each kind, which note that they ran. */
function registerAll({ app, middleware: { authorize } }: ListenerBench, needs: RequiredCapability): string[] {
  const ran: string[] = [];
  const allowed = authorize(needs);
  app.command('/test', allowed, async (args) => {
    const { command, respond } = commandArgs(args);
    ran.push(`command ${command.text}`);
    await respond('answered');
  });
  app.action(repeated('click'), allowed, async (args) => {
    ran.push(`action ${actionArgs(args).action.action_id}`);
  });
  app.view('form', allowed, async () => void ran.push('submission'));
  app.options('search', allowed, async (args) => {
    const { typed } = searchArgs(args);
    ran.push(`options ${typed}`);
    await args.ack({ options: [{ text: { type: 'plain_text', text: typed }, value: '1' }] });
  });
  app.event('app_home_opened', allowed, async ({ event, context }) => {
    ran.push(`home ${actorOf(context).person.userId} ${event.tab}`);
  });
  return ran;
}

function payloads(bench: ListenerBench): Record<string, Readonly<Record<string, unknown>>> {
  return {
    click: clickBody(bench.responseUrl, 'click:2'),
    'click in a modal': clickInView('modal', 'click'),
    'click in App Home': clickInView('home', 'click'),
    form: submissionBody('form', '', {}),
    search: searchBody('search', 'øl'),
    home: homeOpenedBody(),
  };
}

test('a full member reaches every listener, and each payload is acknowledged once', async () => {
  const bench = await startListenerBench();
  const ran = registerAll(bench, 'view_sales');
  const typed = await bench.type('/test', 'hello');
  expect(typed.said).toEqual([{ text: 'answered', unfurl_links: false, unfurl_media: false }]);
  expect(typed.acks).toHaveLength(1);
  for (const [name, body] of Object.entries(payloads(bench))) {
    expect((await bench.send(body)).acks, name).toHaveLength(1);
  }
  expect(ran).toEqual([
    'command hello',
    'action click:2',
    'action click',
    'action click',
    'submission',
    'options øl',
    `home ${USER_ID} home`,
  ]);
  expect(bench.recording.errors()).toEqual([]);
});

describe('somebody who may not', () => {
  async function refusing(): Promise<{ bench: ListenerBench; ran: string[] }> {
    const bench = await startListenerBench({
      policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: NOBODY } },
    });
    return { bench, ran: registerAll(bench, 'view_sales') };
  }
  const SENTENCE = 'You are not allowed to see sales here. Ask whoever runs this app here.';

  test('reads why after a command or a click, alone, and nothing runs', async () => {
    const { bench, ran } = await refusing();
    for (const passage of [
      await bench.type('/test', ''),
      await bench.send(clickBody(bench.responseUrl, 'click')),
    ]) {
      expect(passage.acks).toHaveLength(1);
      expect(passage.said).toMatchObject([
        { response_type: 'ephemeral', replace_original: false, text: SENTENCE },
      ]);
    }
    expect(ran).toEqual([]);
  });

  test.each([
    ['a click in a modal', clickInView('modal', 'click'), 'views.update'],
    ['a click in App Home', clickInView('home', 'click'), 'views.open'],
    ['a form that was sent in', submissionBody('form', '', {}), 'views.open'],
    ['opening App Home', homeOpenedBody(), 'views.publish'],
  ])('reads why in a view after %s', async (_, body, method) => {
    const { bench, ran } = await refusing();
    const { acks } = await bench.send(body);
    expect(acks).toHaveLength(1);
    expect(bench.slack.views).toMatchObject([{ method }]);
    expect(JSON.stringify(bench.slack.views[0]?.view)).toContain('You are not allowed to see sales here.');
    expect(ran).toEqual([]);
  });

  test('finds no choices', async () => {
    const { bench, ran } = await refusing();
    expect((await bench.send(searchBody('search', 'x'))).acks).toEqual([{ options: [] }]);
    expect(ran).toEqual([]);
  });
});

describe('who somebody is', () => {
  test('is asked after the acknowledgement', async () => {
    const bench = await startListenerBench();
    registerAll(bench, 'member');
    const order: string[] = [];
    await bench.app.processEvent({
      body: { ...commandTo(bench) },
      ack: async () => void order.push(...bench.slack.methods, 'acknowledged'),
    });
    expect(order).toEqual(['acknowledged']);
    expect(bench.slack.methods.toSorted()).toEqual(['conversations.info', 'users.info']);
  });

  test('is remembered for ten minutes, and asked again then', async () => {
    const bench = await startListenerBench();
    registerAll(bench, 'member');
    const asks = () => bench.slack.methods.filter((method) => method === 'users.info').length;
    await bench.type('/test', '');
    await bench.type('/test', '');
    expect(asks()).toBe(1);
    bench.slack.setUser(USER_ID, { is_ultra_restricted: true });
    await bench.clock.advance(10 * 60_000);
    expect((await bench.type('/test', '')).said).toMatchObject([{ text: /guest accounts/ }].map(matching));
    expect(asks()).toBe(2);
  });

  test.each([
    ['users.info', 'user_not_found', 'Slack did not tell this app who you are'],
    ['users.info', 'missing_scope', 'has to give it the scopes of its manifest'],
    ['conversations.info', 'channel_not_found', 'Add the app to the channel (`/invite`)'],
    ['conversations.info', 'internal_error', 'Try again in a minute (something went wrong at Slack).'],
  ])('when %s says %s, nothing runs and the person reads why', async (method, code, sentence) => {
    const bench = await startListenerBench();
    const ran = registerAll(bench, 'member');
    bench.slack.refuse(method, code);
    const { acks, said } = await bench.type('/test', '');
    expect(acks).toHaveLength(1);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toContain(sentence);
    expect(ran).toEqual([]);
  });

  test('a Norwegian reads in bokmål that Slack does not tell of the channel', async () => {
    const bench = await startListenerBench();
    const ran = registerAll(bench, 'member');
    bench.slack.setUser(USER_ID, { locale: 'nb-NO' });
    bench.slack.refuse('conversations.info', 'channel_not_found');
    expect((await bench.type('/test', '')).said[0]?.text).toContain('Legg til appen i kanalen (`/invite`)');
    expect(ran).toEqual([]);
  });

  test.each([
    ['is_restricted', 'guest accounts'],
    ['is_ultra_restricted', 'guest accounts'],
    ['is_stranger', 'belongs to another'],
    ['deleted', 'active account'],
    ['is_bot', 'Only people'],
  ])('an account that is %s is refused', async (flag, words) => {
    const bench = await startListenerBench();
    const ran = registerAll(bench, 'member');
    bench.slack.setUser(USER_ID, { [flag]: true });
    expect((await bench.type('/test', '')).said[0]?.text).toContain(words);
    expect(ran).toEqual([]);
  });

  test('an account of another team is refused', async () => {
    const bench = await startListenerBench();
    const ran = registerAll(bench, 'member');
    bench.slack.setUser(USER_ID, { team_id: 'T0OTHER' });
    expect((await bench.type('/test', '')).said[0]?.text).toContain('your account belongs to another');
    expect(ran).toEqual([]);
  });

  test.each(['is_ext_shared', 'is_pending_ext_shared'])('a channel that %s is refused', async (flag) => {
    const bench = await startListenerBench();
    const ran = registerAll(bench, 'member');
    bench.slack.setChannel(CHANNEL_ID, { [flag]: true });
    expect((await bench.type('/test', '')).said[0]?.text).toContain('shared with another organisation');
    expect(ran).toEqual([]);
  });

  test('user groups are asked for only when a setting names one', async () => {
    const bench = await startListenerBench({
      policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: { ...NOBODY, groups: ['S0SALES'] } } },
    });
    const ran = registerAll(bench, 'view_sales');
    bench.slack.setGroup('S0SALES', [USER_ID]);
    await bench.type('/test', '');
    await bench.type('/test', '', { user_id: 'U0OLA' });
    expect(ran).toHaveLength(1);
    expect(bench.slack.methods.filter((method) => method.startsWith('usergroups'))).toHaveLength(1);
  });
});

describe('a user group that Slack does not tell of', () => {
  const policy = {
    holders: {
      view_stock: { ...NOBODY, groups: ['S0GONE'] },
      view_sales: { ...NOBODY, users: ['U0OLA'], groups: ['S0SALES'] },
      manage_digests: 'members',
      admin: { ...NOBODY, users: ['U0ADMIN'], groups: ['S0GONE'] },
    },
  } as const;
  const ask = (bench: ListenerBench, userId: string, command: string) =>
    bench.type(command, '', { user_id: userId }).then(({ said }) => said[0]?.text);

  async function withCommands(): Promise<ListenerBench> {
    const bench = await startListenerBench({ policy });
    for (const needs of ['member', 'view_stock', 'view_sales', 'manage_digests', 'admin'] as const) {
      bench.app.command(`/${needs}`, bench.middleware.authorize(needs), async ({ respond }) => {
        await respond('answered');
      });
    }
    bench.slack.setGroup('S0SALES', [USER_ID]);
    return bench;
  }

  test('costs what it grants, and nothing else', async () => {
    const bench = await withCommands();
    for (const command of ['/member', '/view_sales', '/manage_digests']) {
      expect(await ask(bench, USER_ID, command), command).toBe('answered');
    }
    expect(await ask(bench, 'U0OLA', '/view_sales')).toBe('answered');
    for (const command of ['/member', '/view_stock', '/view_sales', '/manage_digests', '/admin']) {
      expect(await ask(bench, 'U0ADMIN', command), command).toBe('answered');
    }
    const refused = await ask(bench, USER_ID, '/view_stock');
    expect(refused).toContain('You are not allowed to see the stock here.');
    expect(refused).toContain('who is in the user group `S0GONE` (there is no such group)');
    expect(bench.recording.text()).toContain('what it grants is lost');
    expect(bench.recording.text()).toContain('ACCESS_VIEW_STOCK');
  });

  test('because of a missing scope costs what groups grant, until the scope is there', async () => {
    const bench = await withCommands();
    bench.slack.refuse('usergroups.users.list', 'missing_scope');
    expect(await ask(bench, 'U0OLA', '/view_sales')).toBe('answered');
    expect(await ask(bench, USER_ID, '/manage_digests')).toBe('answered');
    expect(await ask(bench, USER_ID, '/view_sales')).toContain('the scope `usergroups:read`');
    expect(await ask(bench, 'U0ADMIN', '/admin')).toBe('answered');
    bench.slack.allow('usergroups.users.list');
    bench.slack.setGroup('S0GONE', [USER_ID]);
    await bench.clock.advance(60_000);
    expect(await ask(bench, USER_ID, '/view_sales')).toBe('answered');
    expect(await ask(bench, USER_ID, '/view_stock')).toBe('answered');
    expect(bench.recording.text()).toContain('tells again');
  });

  test('is asked about once a minute, and logged once', async () => {
    const bench = await withCommands();
    for (let minute = 0; minute < 3; minute += 1) {
      for (const userId of [USER_ID, 'U0OLA', 'U0ADMIN']) await ask(bench, userId, '/member');
      await bench.clock.advance(60_000);
    }
    const asked = bench.slack.methods.filter((method) => method === 'usergroups.users.list');
    expect(asked).toHaveLength(1 + 3);
    expect(bench.recording.text().match(/what it grants is lost/g)).toHaveLength(1);
  });
});

describe('a form', () => {
  test('that has mistakes is acknowledged with them and not carried out', async () => {
    const bench = await startListenerBench();
    let carriedOut = 0;
    const { authorize, validate } = bench.middleware;
    const check = validate(() => ({ response_action: 'errors', errors: { day: 'No such day.' } }));
    bench.app.view('form', check, authorize('member'), async () => {
      carriedOut += 1;
    });
    const { acks } = await bench.send(submissionBody('form', '', {}));
    expect(acks).toEqual([{ response_action: 'errors', errors: { day: 'No such day.' } }]);
    expect(carriedOut).toBe(0);
  });

  test('whose check breaks says so instead of closing', async () => {
    const bench = await startListenerBench();
    const { authorize, validate } = bench.middleware;
    const check = validate(() => {
      throw new TypeError('unforeseen');
    });
    bench.app.view('form', check, authorize('member'), async () => {});
    const { acks } = await bench.send(submissionBody('form', '', { day: {} }));
    expect(acks).toMatchObject(
      [{ response_action: 'errors', errors: { day: /Something broke here/ } }].map(matching),
    );
  });
});

test('a listener that breaks is answered with a sentence, without its inside', async () => {
  const bench = await startListenerBench();
  const allowed = bench.middleware.authorize('member');
  bench.app.command('/test', allowed, () => Promise.reject(new TypeError('secret inside')));
  const { said } = await bench.type('/test', '');
  expect(said).toHaveLength(1);
  expect(said[0]?.text).toMatch(/^Something broke here/);
  expect(bench.recording.errors()).toEqual(['a listener failed']);
});

test('a listener can ask for more than what stands before it, and the person reads what is missing', async () => {
  const bench = await startListenerBench({
    policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: NOBODY } },
  });
  bench.app.command('/test', bench.middleware.authorize('view_stock'), async ({ context }) =>
    actorOf(context).require('view_sales'),
  );
  expect((await bench.type('/test', '')).said[0]?.text).toContain('not allowed to see sales');
});

describe('a command that somebody adds with one line', () => {
  test('runs without authorize(), like in any Bolt app', async () => {
    const bench = await startListenerBench();
    bench.app.command('/hello', async ({ ack, respond }) => {
      await ack();
      await respond('hello');
    });
    const { acks, said } = await bench.type('/hello', '');
    expect(acks).toEqual([undefined]);
    expect(said).toMatchObject([{ text: 'hello' }]);
    expect(bench.slack.methods).toEqual([]);
  });

  test('runs behind authorize() for whoever may, and knows who it is', async () => {
    const bench = await startListenerBench({
      policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: { ...NOBODY, users: [USER_ID] } } },
    });
    bench.app.command(
      '/hello',
      bench.middleware.authorize('view_sales'),
      async ({ ack, respond, context }) => {
        await ack();
        await respond(`hello ${actorOf(context).person.userId}`);
      },
    );
    const { acks, said } = await bench.type('/hello', '');
    expect(acks).toEqual([undefined]);
    expect(said).toMatchObject([{ text: `hello ${USER_ID}` }]);
    const refused = await bench.type('/hello', '', { user_id: 'U0OLA' });
    expect(refused.acks).toHaveLength(1);
    expect(refused.said[0]?.text).toContain('You are not allowed to see sales here.');
  });

  test('that breaks before it has acknowledged is acknowledged, and the person reads so', async () => {
    const bench = await startListenerBench();
    bench.app.command('/hello', () => Promise.reject(new TypeError('secret inside')));
    const { acks, said } = await bench.type('/hello', '');
    expect(acks).toHaveLength(1);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toMatch(/^Something broke here/);
  });

  test('twice, both of which break, is told about once, and both are in the log', async () => {
    const bench = await startListenerBench();
    for (const inside of ['first', 'second']) {
      bench.app.command('/hello', () => Promise.reject(new TypeError(inside)));
    }
    expect((await bench.type('/hello', '')).said).toHaveLength(1);
    expect(bench.recording.errors()).toEqual(['a listener failed', 'a listener failed']);
    expect(bench.recording.text()).toContain('first');
    expect(bench.recording.text()).toContain('second');
  });

  test('cannot ask who it is without authorize()', async () => {
    const bench = await startListenerBench();
    bench.app.command('/hello', async ({ context }) => void actorOf(context));
    await bench.type('/hello', '');
    expect(bench.recording.text()).toContain('authorize() has to stand before this listener');
  });
});

test('what no listener is for is acknowledged and said to be unknown', async () => {
  const bench = await startListenerBench();
  for (const passage of [
    await bench.type('/nobody', ''),
    await bench.send(clickBody(bench.responseUrl, 'nobody')),
  ]) {
    expect(passage.acks).toEqual([undefined]);
    expect(passage.said).toMatchObject([{ response_type: 'ephemeral', replace_original: false }]);
    expect(passage.said[0]?.text).toContain('not known to the bot');
  }
  expect(bench.recording.text()).toContain('nothing here is for');
});

test('whoever cannot be looked up reads the language of the settings', async () => {
  const bench = await startListenerBench({ language: 'nb' });
  const { said } = await bench.type('/nobody', '');
  expect(said[0]?.text).toBe(languageFor('nb').t.replies.unknown);
});

describe('an address for the answer that is not of Slack', () => {
  test.each([
    'https://evil.example/answer',
    'http://hooks.slack.com/answer',
    'https://hooks.slack.com.evil.example/answer',
    'https://hooks.slack.com:8443/answer',
    'https://user:secret@hooks.slack.com/answer',
    'file:///etc/passwd',
    'not an address',
  ])('is never followed: %s', async (responseUrl) => {
    const bench = await startListenerBench();
    const ran = registerAll(bench, 'member');
    const { acks } = await bench.type('/test', '', { response_url: responseUrl });
    expect(acks).toHaveLength(1);
    expect(ran).toEqual([]);
    expect(bench.recording.text()).toContain('elsewhere than to Slack');
  });
});

function commandTo(bench: ListenerBench): Record<string, unknown> {
  return {
    ...clickBody('', ''),
    command: '/test',
    text: '',
    response_url: bench.responseUrl,
    team_id: 'T0DOUBLE',
    channel_id: CHANNEL_ID,
    user_id: USER_ID,
  };
}

/** Regular expressions where text is expected, as vitest takes them. */
function matching(expected: object): unknown {
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [
      key,
      value instanceof RegExp
        ? expect.stringMatching(value)
        : typeof value === 'object' && value !== null
          ? matching(value)
          : value,
    ]),
  );
}
