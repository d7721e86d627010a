import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Draws emoji alike on every machine, whether its fonts have them or not. The page must be opened with `bypassCSP`. */
export async function addEmojiFont(page: Page): Promise<void> {
  const font = await readFile(createRequire(import.meta.url).resolve('twemoji-colr-font/twemoji.woff2'));
  const source = `data:font/woff2;base64,${font.toString('base64')}`;
  await page.addStyleTag({
    content: `@font-face { font-family: Twemoji; src: url(${source}) } .emoji { font-family: Twemoji !important }`,
  });
}
