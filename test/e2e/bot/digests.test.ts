import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buttonIn } from '../../support/bot/buttons.ts';
import { thousands } from '../../support/bot/figures.ts';
import { stateOf } from '../../support/bot/filledForm.ts';
import { oslo } from '../../support/bot/time.ts';
import { limitBreachesOf } from '../../support/slack/limits.ts';
import { type Morning, openMorning, type Stock } from './morning.ts';
import type { ShownView } from './viewProxy.ts';
import { reading, readingOfView, STAND_INS, until } from './world.ts';

/** In the order in which a person would go through them: each test finds what the one before it has left. */
describe.each(STAND_INS)('/digest on %s', (name) => {
  let morning: Morning;

  beforeAll(async () => {
    morning = await openMorning(name);
  }, 60_000);
  afterAll(() => morning.close());

  const here = () => `<#${morning.world.standIn.channelId}|stock>`;
  const digest = (text: string) => morning.world.ask('/digest', text);
  const stockOf = (...ids: string[]) =>
    morning.world.sandbox.truth.stock().filter(({ productId }) => ids.includes(productId));
  const inGroup = (group: string) => {
    const ids = new Set(morning.productsOfGroup(group));
    return morning.world.sandbox.truth.stock().filter(({ productId }) => ids.has(productId));
  };

  /** What stands at the top of a digest of these products, reckoned from the sandbox alone. */
  function sumsOf(stock: readonly Stock[]): string[] {
    const units = (of: (row: Stock) => number) => stock.reduce((sum, row) => sum + of(row), 0);
    const now = units((row) => row.stock);
    const change = now - units(({ productId }) => morning.unitsBefore.get(productId) ?? 0);
    const words = change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${thousands(Math.abs(change))}`;
    const inStock = stock.filter((row) => row.stock > 0).length;
    return [
      `${thousands(now)} ${now === 1 ? 'unit' : 'units'} in stock (${words} since 19 Nov)`,
      `${inStock} of ${stock.length} products in stock`,
    ];
  }

  const previewShows = async (stock: readonly Stock[]) => {
    const before = (await morning.world.digests()).length;
    const preview = await digest('preview');
    expect(preview.isPrivate).toBe(true);
    expect(preview.text).toContain('Preview: Stock digest · Fri 20 Nov 2026');
    for (const sum of sumsOf(stock)) expect(reading(preview)).toContain(sum);
    expect(await morning.world.digests()).toHaveLength(before);
  };

  const shown = () => morning.world.proxy.views;
  const viewAfter = async (work: () => Promise<unknown>, isIt: (view: ShownView) => boolean) => {
    const before = shown().length;
    await work();
    return until('the view', async () => shown().slice(before).findLast(isIt));
  };

  test('status says when it comes, of what, and how the last one went', async () => {
    const { text, isPrivate } = await digest('status');
    expect(isPrivate).toBe(true);
    expect(text).toContain('every day at 08:30 (Europe/Oslo)');
    expect(text).toContain('Next: Sat 21 Nov 2026, 08:30');
    const products = thousands(morning.world.sandbox.truth.stock().length);
    expect(text).toContain(`Newest stock: Fri 20 Nov 2026, ${products} products.`);
    expect(text).toMatch(/Fri 20 Nov 2026, stock, daily: posted/);
  });

  test('the buttons below it bring the whole list, how its numbers came about, and its settings', async () => {
    const { world } = morning;
    const [posted] = await world.digests();
    if (posted === undefined) throw new Error('no digest was posted');
    const clicked = (title: string) =>
      world.answerTo(title, () => world.hands.click(buttonIn(posted, title)));
    const list = await clicked('Full list');
    expect(list.isPrivate).toBe(true);
    expect(list.text).toContain(`of ${thousands(morning.ownStock().length)} products (your products)`);
    const why = await clicked('Why these numbers?');
    expect(why.text).toContain('Read from the service Fri 20 Nov 2026');
    const form = await viewAfter(
      () => world.hands.click(buttonIn(posted, 'Settings')),
      ({ method }) => method === 'open',
    );
    expect(form.view.callback_id).toBe('form_digest');
  });

  test('where nobody chose an hour it follows DIGEST_TIME', async () => {
    await morning.restart({ digestTime: '09:00' });
    expect((await digest('status')).text).toContain('every day at 09:00 (Europe/Oslo)');
    await morning.restart();
    expect((await digest('status')).text).toContain('every day at 08:30 (Europe/Oslo)');
  });

  test('preview is of own products, for the person alone', () => previewShows(morning.ownStock()));

  test('a second subscribe shows the old settings beside the new, and changes them', async () => {
    const { text } = await digest(`subscribe ${here()} at 09:15 weekdays products:1101,345`);
    expect(text).toContain('has changed:');
    expect(text).toContain('~every day at 08:30 (Europe/Oslo)~ → *Monday to Friday at 09:15 (Europe/Oslo)*');
    const [second] = morning.world.sandbox.truth.stock().filter(({ productId }) => Number(productId) === 345);
    expect(text).toMatch(/~yours .*~ → \*1101 /);
    expect(text).toContain(
      `345 ${second === undefined ? '' : morning.label(second.productId).split(' ').slice(1).join(' ')}`,
    );
    expect(text).toContain('Next: Mon 23 Nov 2026, 09:15');
    await previewShows(stockOf('1101', second?.productId ?? ''));
    const again = await digest('subscribe at 09:15 weekdays');
    expect(again.text).toContain('and nothing has changed');
  });

  test('a digest is of a group of the product list', async () => {
    const [group = ''] = morning.groups();
    const { text } = await digest(`subscribe group:"${group}"`);
    expect(text).toContain(`the group ${group}`);
    await previewShows(inGroup(group));
  });

  test('mine and daily bring back what was first', async () => {
    const { text } = await digest('subscribe at 08:30 daily mine');
    expect(text).toContain('→ *every day at 08:30 (Europe/Oslo)*');
    await previewShows(morning.ownStock());
  });

  test('list has the digests of the channels that the person is in', async () => {
    const { text } = await digest('list');
    expect(text).toContain(`<#${morning.world.standIn.channelId}>, stock: every day at 08:30`);
  });

  test('a pause ends on its day, or sooner by resume', async () => {
    const paused = await digest('pause until 1 december');
    expect(paused.text).toContain('is paused until Tue 1 Dec 2026');
    expect((await digest('status')).text).toContain('Next: Tue 1 Dec 2026, 08:30');
    const resumed = await digest('resume');
    expect(resumed.text).toContain('Next: Sat 21 Nov 2026, 08:30');
  });

  test('now posts at once, and leaves the daily one its place', async () => {
    const { world } = morning;
    const before = (await world.digests()).length;
    world.clock.setTo(oslo('2026-11-21 08:00'));
    const { text, isPrivate } = await digest('now');
    expect(isPrivate).toBe(true);
    expect(text).toMatch(/^Posted the stock digest for Fri 20 Nov 2026 in/);
    const posted = await world.untilDigests(before + 1);
    const sums = sumsOf(morning.ownStock());
    const alike = posted.filter((each) => sums.every((sum) => reading(each).includes(sum)));
    expect(alike).toHaveLength(2);
    world.clock.setTo(oslo('2026-11-21 08:45'));
    await morning.restart();
    const both = await world.untilDigests(before + 2);
    const ofSaturday = both.filter(({ text: said }) => said.includes('Stock digest · Sat 21 Nov 2026'));
    expect(ofSaturday).toHaveLength(1);
    const { text: history } = await digest('history');
    expect(history).toMatch(/Sat 21 Nov 2026, stock, daily: posted/);
    expect(history).toMatch(/Sat 21 Nov 2026, stock, by hand: posted/);
    expect(history).toMatch(/Fri 20 Nov 2026, stock, daily: posted/);
  });

  test('unsubscribe ends it, and subscribe brings it back with its settings', async () => {
    expect((await digest('unsubscribe')).text).toContain('no longer gets the stock digest');
    expect((await digest('status')).text).toContain('gets no daily digest');
    expect((await digest('list')).text).toContain('There is no digest that you may change');
    expect((await digest('subscribe')).text).toContain('every day at 08:30 (Europe/Oslo)');
  });

  const time = (selected_time: string) => ({ type: 'timepicker', selected_time });
  const isSaved = ({ method, view }: ShownView) =>
    method === 'update' && readingOfView(view).includes('The stock digest');

  test('/digest alone opens its form with the settings of the channel; what is saved is told in it', async () => {
    const { world } = morning;
    const form = await viewAfter(
      () => world.standIn.type('/digest', ''),
      ({ method }) => method === 'open',
    );
    expect(JSON.stringify(form.view)).toContain('"initial_time":"08:30"');
    const values = stateOf(form.view, { digest_time: time('10:45') });
    const saved = await viewAfter(async () => {
      const told = await world.hands.submit(form, values);
      expect(JSON.stringify(told ?? {})).not.toContain('errors');
    }, isSaved);
    expect(readingOfView(saved.view)).toContain('every day at 10:45');
  });

  test('an hour that was chosen stays over a restart, whatever DIGEST_TIME is', async () => {
    await morning.restart({ digestTime: '09:00' });
    expect((await digest('status')).text).toContain('every day at 10:45 (Europe/Oslo)');
    await morning.restart();
  });

  test('a mistake offers the form of the channel', async () => {
    const { world } = morning;
    const answer = await digest('nwo');
    expect(answer.text).toContain('Try: `/digest now`');
    const form = await viewAfter(
      () => world.hands.click(buttonIn(answer, 'Open form')),
      ({ method }) => method === 'open',
    );
    expect(JSON.stringify(form.view)).toContain('"initial_time":"10:45"');
  });

  test('App Home opens the form too, for what it lists, and shows what was changed', async () => {
    const { world } = morning;
    const home = await viewAfter(
      () => world.hands.openHome(),
      ({ method }) => method === 'publish',
    );
    expect(readingOfView(home.view)).toContain('every day at 10:45');
    const empty = await viewAfter(
      () => world.hands.clickInView(home, buttonIn(home.view, 'Subscribe a channel')),
      ({ method }) => method === 'open',
    );
    expect(empty.view.callback_id).toBe('form_digest');
    const form = await viewAfter(
      () => world.hands.clickInView(home, buttonIn(home.view, 'Settings')),
      ({ method }) => method === 'open',
    );
    expect(JSON.stringify(form.view)).toContain('"initial_time":"10:45"');
    const values = stateOf(form.view, { digest_time: time('08:30') });
    const drawn = await viewAfter(
      () => world.hands.submit(form, values),
      ({ method }) => method === 'publish',
    );
    expect(readingOfView(drawn.view)).toContain('every day at 08:30');
  });

  test('all of it is within the limits of Slack, without a secret, and no error was logged', async () => {
    const { world } = morning;
    const messages = await world.standIn.messages();
    for (const message of messages.filter(({ blocks }) => blocks.length > 0)) {
      const blocks = message.blocks.filter((block) => typeof block === 'object' && block !== null);
      expect(limitBreachesOf({ text: message.text, blocks }, 'message'), message.text).toEqual([]);
    }
    for (const { view } of shown()) {
      expect(limitBreachesOf(view, view.type === 'home' ? 'home' : 'modal')).toEqual([]);
    }
    const seen = world.recording.text() + JSON.stringify(messages);
    for (const secret of world.secrets) expect(seen).not.toContain(secret);
    expect(world.recording.errors()).toEqual([]);
  });
});
