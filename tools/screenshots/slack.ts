import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { openScene } from '../../bot/demo/scene.ts';
import { PEOPLE } from '../../bot/demo/slack/cast.ts';
import { addEmojiFont } from './emojiFont.ts';
import { takePicture } from './picture.ts';

/** A Friday of the sandbox, with the stock of two weeks before, enough for a chart. */
const DAY = '2026-11-20';
const STOCK_DAYS = 13;
const HIGHEST = 3_000;
const PATIENCE_MS = 120_000;

/** Only what the picture is about: the messages, without the frame around them and buttons that follow the pointer. */
const STYLE = `
  .page, .page.with-thread { display: block; height: auto; background: none; }
  .top, nav, .suggestions, .composer, .reply, .latest, main > header { display: none; }
  .message:not(.shown), .day, .beginning { display: none; }
  .list, .home { overflow: visible; padding-block: 8px; }
`;

/** Takes the pictures of answers, the digest and App Home that pages show, from the page of the demo. */
export async function picturesOfSlack(browser: Browser, folder: string, width: number): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const files = await mkdtemp(join(tmpdir(), 'retail-data-pictures-'));
  opened.defer(() => rm(files, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const scene = await openScene({
    folder: files,
    port: 0,
    isFixed: true,
    host: undefined,
    day: DAY,
    stockDays: STOCK_DAYS,
    opened,
  });
  const look = async (person: string) => {
    const page = await browser.newPage({
      viewport: { width, height: HIGHEST },
      colorScheme: 'light',
      deviceScaleFactor: 1,
      bypassCSP: true,
    });
    opened.defer(() => page.close());
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript((id) => sessionStorage.setItem('retail-data-demo-person', id), person);
    await page.goto(scene.page.address);
    await page.locator('main .message').first().waitFor();
    await addEmojiFont(page);
    return createHand(page, folder);
  };

  const kari = await look(PEOPLE.kari.id);
  await kari.take('digest', await kari.digest());
  await kari.take('stock-low', await kari.ask('/stock low 7'));
  const byDay = await kari.ask('/sales last week by:day');
  await kari.take('sales-compared', await kari.click(byDay, 'Compare with previous period'));
  await kari.take(
    'mistakes',
    await kari.ask('/stock 1101 store:143'),
    await kari.ask('/sales yesteday'),
    await kari.ask('/sales 2026-11-15'),
    await kari.ask('/stock help'),
  );
  await kari.takeHome('home');
  const ola = await look(PEOPLE.ola.id);
  await ola.take('stock-low-nb', await ola.ask('/stock lav 7'));
  const perDay = await ola.ask('/sales forrige uke per dag');
  await ola.take('sales-compared-nb', await ola.click(perDay, 'Sammenlign med forrige periode'));
  await ola.takeHome('home-nb');
}

/** One person at the page. */
interface Hand {
  digest(): Promise<Locator>;
  ask(command: string): Promise<Locator>;
  /** Clicks a button below an answer; gives the answer to that. */
  click(answer: Locator, button: string): Promise<Locator>;
  /** Takes a picture of these messages. */
  take(name: string, ...messages: readonly Locator[]): Promise<void>;
  takeHome(name: string): Promise<void>;
}

function createHand(page: Page, folder: string): Hand {
  const messages = page.locator('main .message');
  const box = page.locator('main .composer textarea');
  /** The message that comes of it, once it says more than that data is fetched. */
  const answerTo = async (work: () => Promise<unknown>) => {
    const before = await messages.count();
    await work();
    const answer = messages.nth(before);
    await answer.locator('.actions, table, pre, code').first().waitFor();
    return answer;
  };
  const picture = async (name: string) => {
    // A font is fetched once something is drawn with it.
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await takePicture(page, folder, `slack-${name}`, { style: STYLE, fullPage: true });
  };
  return {
    async digest() {
      await messages.first().locator('svg[role="img"]').waitFor();
      return messages.first();
    },
    ask: (command) =>
      answerTo(async () => {
        await box.fill(command);
        await box.press('Escape');
        await box.press('Enter');
      }),
    click: (answer, button) =>
      answerTo(() => answer.getByRole('button', { name: button, exact: true }).click()),
    async take(name, ...shown) {
      for (const each of shown) await each.evaluate((message) => message.classList.add('shown'));
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 100 });
      await picture(name);
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: HIGHEST });
      for (const each of shown) await each.evaluate((message) => message.classList.remove('shown'));
    },
    async takeHome(name) {
      await page.locator('nav button').last().dispatchEvent('click');
      await page.locator('.home .section').first().waitFor();
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 100 });
      await picture(name);
    },
  };
}
