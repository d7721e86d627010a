import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limitBreachesOf } from '../../../bot/demo/slack/limits.ts';
import { freePort } from '../../../tools/freePort.ts';
import { buttonIn, buttonsIn } from '../../support/bot/buttons.ts';
import { valuesOf } from '../../support/slack/screen.ts';
import { tableIn } from '../../support/slack/tables.ts';
import { asCells, inLitres, largestFirst, sumBy, thousands } from './figures.ts';
import { type Morning, openMorning, type Stock, YESTERDAY } from './morning.ts';
import { CHANNEL, MODES, reading, readingOfView, rowsOf, type ShownView, until } from './world.ts';

/** What goes through Slack, once each. All that is said is in the recording. */
describe.each(MODES)('over %s, on a Friday morning', (mode) => {
  let morning: Morning;
  let healthPort: number;

  beforeAll(async () => {
    healthPort = await freePort();
    morning = await openMorning(mode, { healthPort });
  });
  afterAll(() => morning.close());

  afterEach(async () => {
    const { slack, recording, secrets } = morning.world;
    const messages = morning.world.messages();
    for (const { text, blocks } of messages.filter((message) => message.blocks.length > 0)) {
      const drawn = blocks.filter((block) => typeof block === 'object' && block !== null);
      expect(limitBreachesOf({ text, blocks: drawn }, 'message'), text).toEqual([]);
    }
    expect(slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
    expect([...slack.unknownMethods]).toEqual([]);
    const seen = recording.text() + JSON.stringify(messages);
    for (const secret of secrets) expect(seen).not.toContain(secret);
    expect(recording.errors()).toEqual([]);
  });

  const ask = (command: string, text: string) => morning.world.ask(command, text);
  const truth = () => morning.world.sandbox.truth;
  const salesOf = (from: string, to = from) => truth().sales(from, to);
  const totalOf = (sales: ReturnType<typeof salesOf>) => {
    const [all] = sumBy(sales, () => 'all');
    return [inLitres(all?.millilitres ?? 0), `${thousands(all?.quantity ?? 0)} units`] as const;
  };
  const clicked = (message: Parameters<typeof buttonIn>[0], title: string) =>
    morning.world.answerTo(title, () => morning.world.click(buttonIn(message, title)));
  /** Does something, and gives the view that comes of it. */
  const viewAfter = async (
    work: () => Promise<unknown>,
    isIt: (view: ShownView) => boolean,
    where: 'modal' | 'home' = 'modal',
  ) => {
    const before = morning.world[where]();
    await work();
    return until('the view', async () => {
      const shown = morning.world[where]();
      const isNew = shown !== undefined && (shown.id !== before?.id || shown.hash !== before.hash);
      return isNew && isIt(shown) ? shown : undefined;
    });
  };
  const opened = () => true;
  /** A view is drawn again whenever something in it is new: the one with that text is looked for. */
  const withText =
    (...texts: readonly string[]) =>
    ({ view }: ShownView) =>
      texts.every((text) => readingOfView(view).includes(text));

  /** What is at the top of a digest of these products, calculated from the sandbox alone. */
  function sumsOf(stock: readonly Stock[], whose = 'your'): string[] {
    const units = (of: (row: Stock) => number) => stock.reduce((sum, row) => sum + of(row), 0);
    const now = units((row) => row.stock);
    const change = now - units(({ productId }) => morning.unitsBefore.get(productId) ?? 0);
    const words = change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${thousands(Math.abs(change))}`;
    const out = stock.filter((row) => row.stock <= 0).length;
    return [
      `${thousands(now)} ${now === 1 ? 'unit' : 'units'} of ${whose} ${stock.length} products (${words} since 19 Nov)`,
      ...(out === 0 ? [] : [`${out} out of stock`]),
    ];
  }

  test('the digest shows the own products of today, and the bot is ready', async () => {
    const text = reading(morning.digest);
    expect(text).toContain('Stock digest · Fri 20 Nov 2026');
    for (const sum of sumsOf(morning.ownStock())) expect(text).toContain(sum);
    const ready = async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).text();
    await expect
      .poll(ready)
      .toBe(
        'database: ok\nservice: ok\nimport: ok\nslack: ok\nconnection: ok\nclock: ok\nmessages: ok\nalerts: ok\nsweeper: ok\nrunning: ok\n',
      );
  });

  test('the buttons below the digest bring the whole list, how it came about, and its settings', async () => {
    const list = await clicked(morning.digest, 'Full list');
    expect(list.isPrivate).toBe(true);
    expect(list.text).toContain(`of your ${thousands(morning.ownStock().length)} products`);
    expect((await clicked(morning.digest, 'Why these numbers?')).text).toContain(
      'from the data service Fri 20 Nov 2026',
    );
    const form = await viewAfter(() => morning.world.click(buttonIn(morning.digest, 'Settings')), opened);
    expect(form.view.callback_id).toBe('form_digest');
  });

  test('/stock mine has every own product, and /sales yesterday is exact to the millilitre', async () => {
    const stock = await ask('/stock', 'mine');
    expect(stock.isPrivate).toBe(true);
    // A phone has room for so many characters of a name.
    const shown = (label: string) => (label.length <= 28 ? label : `${label.slice(0, 27)}…`);
    const own = morning.ownStock().map(({ productId, stock }) => [shown(morning.label(productId)), stock]);
    expect(
      rowsOf(stock)
        .map((row) => row.slice(0, 2))
        .toSorted(),
    ).toEqual(own.toSorted());
    const sales = salesOf(YESTERDAY);
    const answer = await ask('/sales', 'yesterday by:product');
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(
      new RegExp(`^Sales, Thu 19 Nov: ${totalOf(sales).join('. ')}[.](?: Returns of .*)?$`),
    );
    const products = largestFirst(sumBy(sales, ({ productId }) => productId));
    expect(rowsOf(answer).map((row) => row.slice(0, 3))).toEqual(
      asCells(products, (productId) => morning.label(productId)),
    );
  });

  test('the buttons below an answer go on by store, and send all rows as a file', async () => {
    const stores = largestFirst(sumBy(salesOf(YESTERDAY), ({ storeId }) => storeId));
    const byStore = await clicked(await ask('/sales', 'yesterday'), 'By store');
    expect(rowsOf(byStore).map((row) => row.slice(0, 3))).toEqual(
      asCells(stores, (storeId) => morning.storeLabel(storeId)),
    );
    const told = await clicked(byStore, 'All rows');
    expect(told.text).toContain(`${stores.length} rows are in`);
    const file = morning.world.file('sales-2026-11-19-by-store.xlsx');
    const [, ...lines] = tableIn(file).trim().split('\r\n');
    expect(
      lines.map((line) => line.split(',')).map(([id, , ...cells]) => [id, ...cells.slice(0, 2).map(Number)]),
    ).toEqual(stores.map(({ key, millilitres, quantity }) => [key, millilitres / 1_000, quantity]));
  });

  test('an answer is shared in the channel once, with who shared it', async () => {
    const { world } = morning;
    const answer = await ask('/sales', 'yesterday by:store');
    expect((await clicked(answer, 'Share in channel')).text).toBe('Shared in the channel.');
    const shared = async () =>
      world.messages().filter(({ isPrivate, text }) => !isPrivate && text === answer.text);
    const posted = await until('the shared answer', async () => (await shared()).at(0));
    expect(JSON.stringify(posted.blocks)).toContain('Shared by <@');
    expect(buttonsIn(posted)).toEqual([]);
    expect((await clicked(answer, 'Share in channel')).text).toContain('just shared in the channel');
    expect(await shared()).toHaveLength(1);
  });

  test('a mistake is one private sentence with the corrected command, and opens the form', async () => {
    const answer = await ask('/sales', 'by:stroe');
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(/"by:stroe".*Try: `\/sales by:store`/);
    const form = await viewAfter(() => morning.world.click(buttonIn(answer, 'Open form')), opened);
    expect(form.view.callback_id).toBe('form_sales');
  });

  test('/digest is changed, previewed, paused, resumed, posted at once, ended and brought back', async () => {
    const { world } = morning;
    const type = (text: string) => ask('/digest', text);
    const products = morning.ownStock().slice(0, 2);
    const ids = products.map(({ productId }) => productId).join(',');
    const before = (await world.digests()).length;
    const changed = await type(`subscribe <#${CHANNEL}|stock> at 09:15 weekdays products:${ids}`);
    expect(changed.text).toContain('~ → *Monday to Friday at 09:15 (Europe/Oslo)*');
    const preview = await type('preview');
    expect(preview.isPrivate).toBe(true);
    for (const sum of sumsOf(products, 'the')) expect(reading(preview)).toContain(sum);
    expect((await type('pause until 1 december')).text).toContain('is paused until Tue 1 Dec 2026');
    expect((await type('resume')).text).toContain('Next: Mon 23 Nov 2026, 09:15');
    expect((await type('now')).text).toMatch(/^Posted the stock digest for Fri 20 Nov 2026 in/);
    const posted = await world.untilDigests(before + 1);
    expect(posted).toHaveLength(before + 1);
    const changedOnes = posted.filter((each) =>
      sumsOf(products, 'the').every((sum) => reading(each).includes(sum)),
    );
    expect(changedOnes).toHaveLength(1);
    expect((await type('unsubscribe')).text).toContain('no longer gets the stock digest');
    expect((await type('subscribe at 08:30 daily mine')).text).toContain('every day at 08:30 (Europe/Oslo)');
  });

  test('a form tells a mistake at its field, and has its answer in its window', async () => {
    const { type, clickInView, submit } = morning.world;
    const short = await viewAfter(() => type('/sales', ''), opened);
    const form = await viewAfter(
      () => clickInView(short, buttonIn(short.view, 'More options')),
      ({ view }) => view.callback_id === 'form_sales',
    );
    const values = valuesOf(form.view, { to: { type: 'datepicker', selected_date: '2026-11-01' } });
    expect(JSON.stringify(await submit(form, values))).toContain('Choose the first day too');
    await viewAfter(() => submit(form, valuesOf(form.view, {})), withText(...totalOf(salesOf(YESTERDAY))));
    const stock = await viewAfter(() => type('/stock', ''), opened);
    const gone = morning.ownStock().filter((product) => product.stock === 0);
    const out = await viewAfter(
      () => submit(stock, valuesOf(stock.view, { list: { selected_option: { value: 'out' } } })),
      withText(`${gone.length} of your products are out of stock`),
    );
    for (const { productId } of gone) expect(readingOfView(out.view)).toContain(morning.label(productId));
  });

  test('App Home asks a recent question again, and changes a digest', async () => {
    const { act, clickInView, submit } = morning.world;
    await ask('/sales', 'yesterday by:store');
    const home = await viewAfter(
      () => act({ kind: 'openHome' }),
      withText('Stock for Fri 20 Nov 2026'),
      'home',
    );
    expect(readingOfView(home.view)).toContain('Sales up to Thu 19 Nov 2026');
    await viewAfter(
      () => clickInView(home, buttonIn(home.view, 'Ask again')),
      withText(...totalOf(salesOf(YESTERDAY))),
    );
    const form = await viewAfter(() => clickInView(home, buttonIn(home.view, 'New digest')), opened);
    const values = valuesOf(form.view, { digest_time: { type: 'timepicker', selected_time: '10:45' } });
    await viewAfter(() => submit(form, values), withText('at 10:45'), 'home');
  });
});
