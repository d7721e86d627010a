import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openScene, type Scene } from '../../../../bot/demo/scene.ts';
import { PEOPLE, PLACES } from '../../../../bot/demo/slack/cast.ts';
import { openBrowser } from '../../../../tools/browser.ts';
import { readSheet } from '../../../support/workbook.ts';

const STOCK = PLACES['#stock'].id;
/** The machine may be busy with other tests. */
const PATIENCE_MS = 180_000;
const CLOCK_MS = 300_000;

/** A demo with its page, and how it is ended. */
interface Demo extends AsyncDisposable {
  readonly scene: Scene;
  readonly address: string;
}

async function openDemo(port = 0): Promise<Demo> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-page-'));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const scene = await openScene({ folder, port, isFixed: true, host: undefined, opened });
  const ended = opened.move();
  return { scene, address: scene.page.address, [Symbol.asyncDispose]: () => ended.disposeAsync() };
}

let browser: Browser;
let demo: Demo;
let page: Page;
const broken: string[] = [];

beforeAll(async () => {
  // First, so that its process isn't taken for one of the bot, for which the demo's clock would wait.
  browser = await openBrowser();
  demo = await openDemo();
});
afterAll(async () => {
  await browser?.close();
  await demo?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  demo.scene.slack.views.closeAll(PEOPLE.kari.id);
  page = await browser.newPage({ viewport: { width: 1_200, height: 800 } });
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => broken.push(error.message));
  await page.goto(demo.address);
  await page.locator('main .message').first().waitFor();
});
afterEach(async () => {
  await page.close();
  expect(broken.splice(0)).toEqual([]);
});

const channelBox = () => page.locator('main .composer textarea');
const threadBox = () => page.locator('aside .composer textarea');
const messages = () => page.locator('main .message');
/** The latest message in which that stands. */
const messageWith = (text: string | RegExp) => messages().filter({ hasText: text }).last();
const clickIn = (place: Locator | Page, name: string) =>
  place.getByRole('button', { name, exact: true }).click();

async function type(box: Locator, text: string): Promise<void> {
  await box.pressSequentially(text);
  await box.press('Enter');
}

/** Does something, and gives the message that comes of it. */
async function answerTo(work: () => Promise<unknown>): Promise<Locator> {
  const before = await messages().count();
  await work();
  const answer = messages().nth(before);
  await answer.waitFor();
  return answer;
}

async function choose(form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field, exact: true }).click();
  await form.getByRole('option', { name: option }).first().click();
}

const column = async (table: Locator, at: number) =>
  (await table.locator(`tbody td:nth-child(${at})`).allInnerTexts()).map((text) =>
    Number(text.replaceAll(',', '')),
  );

const isFalling = (numbers: readonly number[]) =>
  numbers.every((each, at) => at === 0 || each <= Number(numbers[at - 1]));

describe('on the page of the demo, as in Slack', { timeout: 2 * CLOCK_MS }, () => {
  test('a command is completed and answered for oneself, with a table of pages that can be sorted', async () => {
    await channelBox().pressSequentially('/sto');
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toHaveLength(2);
    await channelBox().press('Enter');
    await expect.poll(() => channelBox().inputValue()).toBe('/stock ');
    const answer = await answerTo(() => type(channelBox(), 'over 6'));
    await answer.getByText('Only visible to you').waitFor();
    const table = answer.locator('.table');
    expect(await column(table, 2)).toSatisfy(isFalling);
    await clickIn(table, 'Units');
    await clickIn(table, 'Units');
    await expect.poll(() => column(table, 3)).toSatisfy(isFalling);
    await clickIn(table, 'Next page');
    await expect.poll(() => table.locator('.pages').innerText()).toMatch(/^16–\d+ of \d+/);
    expect(await page.locator('.unknown').count()).toBe(0);
  });

  test('a mention is answered in its thread, where one follows up', async () => {
    await channelBox().pressSequentially('@ret');
    await page.getByRole('option', { name: 'Retail Data APP', exact: true }).click();
    const asked = await answerTo(() => type(channelBox(), 'how much gin did we sell last week'));
    await asked.getByRole('button', { name: '1 reply' }).click();
    const replies = page.locator('aside .message');
    await replies.filter({ hasText: 'Måke Gin' }).waitFor();
    await type(threadBox(), '@Retail Data and by store?');
    await replies.filter({ hasText: /Ålesund|Bergen|Oslo|Trondheim/ }).waitFor();
    await asked.getByRole('button', { name: '3 replies' }).waitFor();
    await type(threadBox(), '/stock');
    expect(await page.getByRole('alert').innerText()).toContain('/stock isn’t supported in threads');
  });

  test('a form says what is wrong at its field, searches, and is answered', async () => {
    await type(channelBox(), '/sales');
    const form = page.getByRole('dialog');
    await clickIn(form, 'More options');
    await form.getByRole('group', { name: 'Also show' }).getByRole('checkbox').first().waitFor();
    await form.getByLabel('To', { exact: true }).fill('2026-11-01');
    await clickIn(form, 'Show');
    const field = form.locator('.field', { has: page.getByRole('alert') });
    expect(await field.innerText()).toContain('Choose the first day too');
    await form.getByLabel('To', { exact: true }).fill('');
    await choose(form, 'Period', 'Last week');
    await form.getByRole('combobox', { name: 'Products', exact: true }).click();
    await page.keyboard.type('gin');
    // The first is the group.
    const chosen = await form.locator('[role="option"]:nth-child(2)', { hasText: 'Gin' }).innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await choose(form, 'One row per', 'Day');
    await clickIn(form, 'Show');
    await form.getByText('The form wrote').waitFor();
    const answer = await form.innerText();
    expect(answer).toContain(chosen);
    expect(answer).toMatch(/\d l\b/);
  });

  test('a form is filled in with the keys alone', async () => {
    await type(channelBox(), '/sales');
    const form = page.getByRole('dialog');
    const field = (name: string) => form.getByRole('combobox', { name, exact: true });
    await field('Period').focus();
    await page.keyboard.press('ArrowDown');
    await form.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await form.getByRole('listbox').waitFor({ state: 'detached' });
    // At once, before the list has followed.
    await page.keyboard.type('last mo');
    await page.keyboard.press('Enter');
    await expect.poll(() => field('Period').inputValue()).toMatch(/^Last month/);
    await field('Products').focus();
    await page.keyboard.type('gin');
    const gins = form.locator('[role="option"]:nth-child(2)', { hasText: 'Gin' });
    const chosen = await gins.innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const chip = form.locator('.chip', { hasText: chosen });
    await chip.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await chip.waitFor({ state: 'detached' });
    await field('Products').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await form.getByRole('listbox').waitFor({ state: 'detached' });
  });

  test('a thread opens at its end, with a line before the replies, of which the first has its author', async () => {
    const { workspace } = demo.scene.slack;
    const post = (text: string, threadTs: string | undefined, blocks: object[]) =>
      workspace.post({ channel: STOCK, threadTs, text, blocks, metadata: null });
    const data = Array.from({ length: 12 }, (_, at) => ({ label: `${at}`, value: at * 1_000 }));
    const chart = {
      type: 'data_visualization',
      title: 'Litres a day',
      chart: {
        type: 'bar',
        axis_config: { x_label: 'Day', y_label: 'Litres', categories: data.map(({ label }) => label) },
        series: [{ name: 'Sales', data }],
      },
    };
    const { ts } = post('A chart', undefined, [chart, chart, chart]);
    post('All of it', ts, []);
    await messageWith('Litres a day').getByRole('button', { name: '1 reply' }).click();
    const thread = page.getByRole('complementary').getByRole('log');
    await thread.locator('svg[role="img"]').nth(2).waitFor();
    await thread.getByText('1 reply', { exact: true }).waitFor();
    const reply = thread.locator('.message').last();
    expect(await reply.innerText()).toMatch(/^RD\s+Retail Data\s+APP[\s\S]*All of it$/);
    const bottom = async (of: Locator) => {
      const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
      return y + height;
    };
    // It is drawn before it is scrolled to.
    await expect.poll(async () => (await bottom(reply)) - (await bottom(thread))).toBeLessThanOrEqual(0);
  });

  test('what is typed waits in its conversation, which a reload returns to', async () => {
    const show = (name: string) => page.locator('nav').getByRole('button', { name }).click();
    await channelBox().fill('of stock');
    await show('sales');
    await expect.poll(() => channelBox().inputValue()).toBe('');
    await type(channelBox(), 'see https://example.com/a?b=1&c=2.');
    const link = messageWith('see ').locator('a');
    expect(await link.getAttribute('href')).toBe('https://example.com/a?b=1&c=2');
    await expect.poll(() => page.locator('nav .unread').count()).toBe(0);
    await page.reload();
    await page.locator('main > header').getByText('sales').first().waitFor();
    await show('stock');
    await expect.poll(() => channelBox().inputValue()).toBe('of stock');
    await channelBox().fill('');
  });

  test('App Home takes a product list, shows its mistakes, and removes it after a question', async () => {
    await page.locator('nav').getByRole('button', { name: 'Retail Data' }).click();
    const home = page.locator('.home');
    const upload = async (name: string, content: string) => {
      await home.getByRole('button', { name: /^Upload/ }).click();
      const form = page.getByRole('dialog');
      await clickIn(form, 'Import');
      expect(await form.getByRole('alert').innerText()).not.toBe('');
      await form
        .locator('[type="file"]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
      await form.locator('.chip').waitFor();
      await clickIn(form, 'Import');
      return form;
    };
    const wrong = await upload('wrong.csv', 'number;name\n1101;Gin\nabc;Rum');
    await wrong.getByText('"abc" isn\'t a product number').waitFor();
    await wrong.getByRole('button', { name: 'Close' }).first().click();
    const list = demo.scene.sandbox.truth.products().filter(({ own }) => own);
    const lines = list.map(({ productId }) => `${productId};Renamed ${productId};Gin`);
    const form = await upload('mine.csv', ['number;name;group', ...lines].join('\n'));
    await form.getByText('Nothing has changed yet').first().waitFor();
    await clickIn(form, 'Replace the list');
    await form
      .getByText(/^Imported|Imported \d+ products/)
      .first()
      .waitFor();
    await form.getByRole('button', { name: 'Close' }).first().click();
    await home.getByText('mine.csv').waitFor();
    await home.getByRole('button', { name: /^Remove/ }).click();
    const question = page.getByRole('dialog');
    await clickIn(question, 'Cancel');
    await home.getByText('mine.csv').waitFor();
    await home.getByRole('button', { name: /^Remove/ }).click();
    await question.locator('[type="submit"]').click();
    await home.getByText('mine.csv').waitFor({ state: 'detached' });
  });

  test('the Excel file of an answer is downloaded with all its rows', async () => {
    const answer = await answerTo(() => type(channelBox(), '/sales last week by:store'));
    await clickIn(answer, 'All rows');
    await messageWith('rows are in').getByRole('button', { name: 'Retail Data' }).click();
    const file = page.locator('a.file').last();
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    expect(download.suggestedFilename()).toMatch(/^sales-2026-W\d+-by-store\.xlsx$/);
    const { rows } = readSheet(await readFile(await download.path()));
    const stores = new Set(demo.scene.sandbox.truth.stores().map(({ storeId }) => storeId));
    const listed = rows.filter(([id]) => stores.has(String(id?.value)));
    expect(listed.length).toBe(Number(/(\d+) rows/.exec(await messageWith(/\d+ rows/).innerText())?.[1]));
  });

  test('another person reads another language, or is refused what they may not see', async () => {
    const become = async (name: string) => {
      await page.getByRole('button', { name: /Look as|Se som/ }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.locator('main .message').first().waitFor();
    };
    await become('Ola Nordmann');
    await channelBox()
      .and(page.getByLabel(/eller skriv \/stock/))
      .waitFor();
    const norwegian = await answerTo(() => type(channelBox(), '/stock lav 7'));
    expect(await norwegian.innerText()).toMatch(/Bare synlig for deg[\s\S]*lagerdekning[\s\S]*1–15 av \d+/);
    await become('Per');
    const suggested = page.locator('.suggestions');
    await clickIn(suggested, 'Download a file');
    await page.locator('a.file').last().waitFor();
    await page.locator('nav').getByRole('button', { name: 'stock' }).click();
    await messageWith('rows are in').waitFor();
    expect(await messages().filter({ hasText: 'Bare synlig for deg' }).count()).toBe(0);
    const refused = await answerTo(() => type(channelBox(), '/sales yesterday'));
    expect(await refused.innerText()).not.toMatch(/\d l\b/);
    // In the channel: no thread has begun, and Slack would show it in none.
    await type(channelBox(), '@Retail Data how much gin did we sell last week');
    await messageWith('how much gin did we sell').waitFor();
    const mentioned = messages().last().filter({ hasText: 'Only visible to you' });
    await mentioned.waitFor();
    expect(await mentioned.innerText()).not.toMatch(/\d l\b/);
    await page.reload();
    await refused.waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Look as' }).innerText()).toContain('Per');
  });

  test('suggestions show where to begin: a follow-up in a thread, a form, a file', async () => {
    const suggest = (name: string) => clickIn(page.locator('.suggestions'), name);
    const list = page.getByRole('main').getByRole('log');
    await list.evaluate((element) => element.scrollTo(0, -element.scrollHeight));
    await suggest('Ask a question, then follow up');
    const stores = page.locator('aside .message').filter({ hasText: /Ålesund|Bergen|Oslo|Trondheim/ });
    await stores.waitFor();
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0);
    await clickIn(page.locator('aside'), 'Close');
    await page.locator('.suggestions button:enabled').first().waitFor();
    await suggest('Fill in a form');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await suggest('Download a file');
    await page.locator('a.file').last().waitFor();
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Messages');
  });

  test('text of any origin is text, wherever it stands', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    const plain = (text: string) => ({ type: 'plain_text', text });
    demo.scene.slack.workspace.post({
      channel: STOCK,
      threadTs: undefined,
      text: evil,
      metadata: null,
      blocks: [
        { type: 'header', text: plain(evil) },
        { type: 'section', text: { type: 'mrkdwn', text: `*${evil}* <javascript:alert(1)|${evil}>` } },
        {
          type: 'data_table',
          caption: evil,
          rows: [[{ type: 'raw_text', text: evil }], [{ type: 'raw_text', text: `${evil}!` }]],
        },
      ],
    });
    const message = messageWith('onerror');
    await message.getByText(`${evil}!`).waitFor();
    expect(await message.locator('img, a').count()).toBe(0);
    expect(await page.title()).toBe('Retail Data demo');
  });

  test('ten thousand messages leave it quick, and earlier ones come when one scrolls to them', async () => {
    const post = (text: string) =>
      demo.scene.slack.workspace.post({
        channel: PLACES['#sales'].id,
        author: { user: PEOPLE.ola.id },
        threadTs: undefined,
        text,
        blocks: [],
        metadata: null,
      });
    await page.goto('about:blank');
    for (let count = 1; count <= 10_000; count += 1) post(`Number ${count}.`);
    await page.goto(demo.address);
    await page.locator('nav').getByRole('button', { name: 'sales' }).click();
    await messageWith('Number 10000.').waitFor();
    for (let count = 1; count <= 300; count += 1) post(`Then ${count}.`);
    await messageWith('Then 300.').waitFor();
    expect(await messages().count()).toBeLessThan(100);
    const list = page.locator('main .list');
    for (let count = 0; count < 3; count += 1) {
      const drawn = await messages().count();
      await list.evaluate((element) => element.scrollTo(0, -element.scrollHeight));
      await messages().nth(drawn).waitFor();
    }
    await clickIn(page, 'Latest messages');
    await messageWith('Then 300.').waitFor();
  });

  test('the clock moves to the next digest, and the digest comes', async () => {
    const digests = messages().filter({ hasText: 'Stock digest ·' });
    const before = await digests.count();
    const day = await page.locator('.clock time').innerText();
    await clickIn(page, 'Next 08:30');
    await digests.nth(before).waitFor({ timeout: CLOCK_MS });
    expect(await digests.nth(before).innerText()).toMatch(
      /Stock digest · \w{3} \d+ \w{3} 2026[\s\S]*units of your/,
    );
    await expect.poll(() => page.locator('.clock time').innerText()).not.toBe(day);
  });

  test('a page that stays open through a restart of the demo connects again, with what there is then', async () => {
    const port = Number(new URL(demo.address).port);
    const answered = page.waitForResponse((response) => response.url().includes('/act'));
    await answerTo(() => type(channelBox(), 'from before'));
    // What the page doesn't know to be sent goes back into the box.
    await (await answered).finished();
    await demo[Symbol.asyncDispose]();
    await page.getByText('The demo isn’t running').waitFor();
    await type(channelBox(), 'into the void');
    await expect.poll(() => channelBox().inputValue()).toBe('into the void');
    expect(await page.getByText('The demo isn’t running').count()).toBe(1);
    demo = await openDemo(port);
    await page.getByText('The demo isn’t running').waitFor({ state: 'detached' });
    await page.getByText('The demo was started again').waitFor();
    await messageWith('Stock digest').waitFor();
    expect(await messages().filter({ hasText: 'from before' }).count()).toBe(0);
  });
});
