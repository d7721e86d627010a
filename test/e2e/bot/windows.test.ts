import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../../bot/settings/accessPolicy.ts';
import { buttonIn, buttonsIn } from '../../support/bot/buttons.ts';
import { inLitres, sumBy, thousands } from '../../support/bot/figures.ts';
import { chosen, stateOf } from '../../support/bot/filledForm.ts';
import { limitBreachesOf } from '../../support/slack/limits.ts';
import { type Morning, openMorning, YESTERDAY } from './morning.ts';
import type { ShownView } from './viewProxy.ts';
import { readingOfView, STAND_INS, until } from './world.ts';

describe.each(STAND_INS)('on %s, in windows', (name) => {
  let morning: Morning;
  /** Only this stand-in takes what is filled in by a test. */
  const testOverHttp = (promise: string, run: () => Promise<void>) => {
    if (name === 'emulate') test(promise, run);
  };

  beforeAll(async () => {
    morning = await openMorning(name, (personId) => ({
      access: {
        commandEnabled: true,
        policy: {
          ...DEFAULT_POLICY,
          holders: { ...DEFAULT_POLICY.holders, admin: { users: [personId], groups: [], channels: [] } },
        },
      },
    }));
  }, 60_000);
  afterAll(() => morning.close());

  const shown = () => morning.world.proxy.views;
  /** Does something, and gives the view that comes of it. */
  const viewAfter = async (work: () => Promise<unknown>, isIt: (view: ShownView) => boolean) => {
    const before = shown().length;
    await work();
    return until('the view', async () => shown().slice(before).findLast(isIt));
  };
  const formOf = (command: string) =>
    viewAfter(
      () => morning.world.standIn.type(command, ''),
      ({ method }) => method === 'open',
    );
  const answered = (view: ShownView) => view.method === 'update';
  const home = () =>
    viewAfter(
      () => morning.world.hands.openHome(),
      ({ method }) => method === 'publish',
    );
  const truth = () => morning.world.sandbox.truth;
  const yesterday = () => {
    const [all] = sumBy(truth().sales(YESTERDAY, YESTERDAY), () => 'all');
    return `${inLitres(all?.millilitres ?? 0)} litres, ${thousands(all?.quantity ?? 0)} units`;
  };

  test('/stock alone opens a form whose answer comes in its window', async () => {
    const form = await formOf('/stock');
    expect(form.view.callback_id).toBe('form_stock');
    const answer = await viewAfter(
      () => morning.world.hands.submit(form, stateOf(form.view, { what: chosen('out') })),
      answered,
    );
    const gone = morning.ownStock().filter(({ stock }) => stock === 0);
    expect(readingOfView(answer.view)).toContain(`${gone.length} of your products are out of stock`);
    for (const { productId } of gone) {
      expect(readingOfView(answer.view)).toContain(morning.label(productId));
    }
  });

  test('/sales alone opens a form; a wrong field is told at the field', async () => {
    const short = await formOf('/sales');
    const form = await viewAfter(
      () => morning.world.hands.clickInView(short, buttonIn(short.view, 'More options')),
      ({ view }) => view.callback_id === 'form_sales',
    );
    const values = stateOf(form.view, { to: { type: 'datepicker', selected_date: '2026-11-01' } });
    const refused = await morning.world.hands.submit(form, values);
    expect(JSON.stringify(refused)).toContain('Choose the first day too');
    const answer = await viewAfter(() => morning.world.hands.submit(form, stateOf(form.view)), answered);
    expect(readingOfView(answer.view)).toContain(yesterday());
  });

  test('/stores alone opens a form', async () => {
    const form = await formOf('/stores');
    const values = stateOf(form.view, { words: { type: 'plain_text_input', value: 'oslo' } });
    const answer = await viewAfter(() => morning.world.hands.submit(form, values), answered);
    expect(readingOfView(answer.view)).toContain('Oslo');
  });

  testOverHttp(
    'an answer comes in the channel that the form was sent from, to the person alone',
    async () => {
      const { world } = morning;
      const form = await formOf('/sales');
      const answer = await world.answerTo('the form', () =>
        world.hands.submit(form, stateOf(form.view), true),
      );
      expect(answer.isPrivate).toBe(true);
      expect(answer.text).toContain(yesterday());
    },
  );

  testOverHttp(
    'pickers find products and stores by name, and offer own ones before anything is typed',
    async () => {
      const { hands } = morning.world;
      const found = await hands.search('pick_product', 'furu rio');
      expect(found?.map(({ text }) => text.text)).toContain(morning.label('1101'));
      const [store] = (await hands.search('pick_store', '143')) ?? [];
      expect(store?.text.text).toBe(morning.storeLabel('143'));
      expect((await hands.search('pick_product', ''))?.length).toBeGreaterThan(10);
    },
  );

  testOverHttp('an answer in a window leads back to its form, filled in as it was', async () => {
    const { hands } = morning.world;
    const form = await formOf('/stock');
    const answer = await viewAfter(
      () => hands.submit(form, stateOf(form.view, { what: chosen('low') })),
      answered,
    );
    const change = buttonIn(answer.view, 'Change the question');
    const again = await viewAfter(() => hands.clickInView(answer, change), answered);
    expect(again.view.callback_id).toBe('form_stock');
    expect(JSON.stringify(stateOf(again.view))).toContain('"low"');
  });

  test('App Home tells how new the figures are, the digests, and what was asked', async () => {
    await morning.world.ask('/sales', 'yesterday by:store');
    const { view } = await home();
    const text = readingOfView(view);
    expect(text).toContain('Stock of Fri 20 Nov 2026');
    expect(text).toContain('Sales up to Thu 19 Nov 2026');
    expect(text).not.toMatch(/calls left|rows/i);
    expect(text).toContain('Sat 21 Nov 2026, 08:30');
    expect(text).toContain('by:store');
    expect(text).toMatch(/\d+ products from products\.csv/);
    expect(buttonsIn(view).map((button) => button.text?.text)).toContain('Ask again');
  });

  test('a recent question is asked again in a window', async () => {
    await morning.world.ask('/sales', 'yesterday by:store');
    const shownHome = await home();
    const answer = await viewAfter(
      () => morning.world.hands.clickInView(shownHome, buttonIn(shownHome.view, 'Ask again')),
      answered,
    );
    expect(readingOfView(answer.view)).toContain(yesterday());
  });

  testOverHttp(
    'a product list is uploaded from App Home, and its names stand in the next answer',
    async () => {
      const { hands, proxy } = morning.world;
      const shownHome = await home();
      const form = await viewAfter(
        () => hands.clickInView(shownHome, buttonIn(shownHome.view, 'Upload a new list')),
        ({ method }) => method === 'open',
      );
      const url = proxy.keepFile('id;name\n1101;Blå <Fjord> & "Tind"\n');
      const file = { id: 'F1', name: 'mine.csv', url_private: url };
      const outcome = await viewAfter(
        () => hands.submit(form, { file: { file: { type: 'file_input', files: [file] } } }),
        answered,
      );
      expect(readingOfView(outcome.view)).toMatch(/1 product/);
      const answer = await morning.world.ask('/stock', '1101');
      expect(answer.text).toContain('1101 Blå &lt;Fjord&gt; &amp; "Tind"');
    },
  );

  test('/access repeats what it will do, does it once it is confirmed, and writes it down', async () => {
    const { hands, standIn, sandbox } = morning.world;
    const [permission] = truth().permissions();
    if (permission === undefined) throw new Error('the sandbox has no permission');
    const form = await formOf('/access');
    const typed = (value: string) => ({ type: 'plain_text_input', value });
    const values = {
      email: { email: { type: 'email_text_input', value: permission.email } },
      role_id: { role_id: typed(permission.roleId) },
      main_role_id: { main_role_id: typed(permission.mainRoleId) },
      active: {
        active: { type: 'radio_buttons', selected_option: { value: permission.active ? 'off' : 'on' } },
      },
    };
    await hands.submit(form, values);
    const confirmation = await until('the confirmation', async () => {
      const window = await hands.window();
      return window.view.callback_id === 'access_confirmation' ? window : undefined;
    });
    expect(readingOfView(confirmation.view)).toContain(permission.email);
    expect(sandbox.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    const done = await viewAfter(() => hands.submit(confirmation, {}), answered);
    expect(readingOfView(done.view)).toContain(permission.email);
    const now = truth()
      .permissions()
      .find(({ email, roleId }) => email === permission.email && roleId === permission.roleId);
    expect(now?.active).toBe(!permission.active);
    await standIn.type('/access', 'log');
    const log = await until('the log', async () =>
      (await standIn.messages()).findLast(({ blocks }) => JSON.stringify(blocks).includes(permission.email)),
    );
    expect(log.isPrivate).toBe(true);
  });

  test('every view is within the limits of its surface, and no error was logged', () => {
    expect(shown().length).toBeGreaterThan(8);
    for (const { method, view } of shown()) {
      const surface = view.type === 'home' ? 'home' : 'modal';
      expect(limitBreachesOf(view, surface), `${method} ${view.callback_id ?? ''}`).toEqual([]);
    }
    expect(morning.world.recording.errors()).toEqual([]);
  });
});
