import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, PageScreenshotOptions } from 'playwright-core';

const LARGEST_BYTES = 200_000;

/** Takes a picture of what the page shows now; throws when it is too large to be kept with the source. */
export async function takePicture(
  page: Page,
  folder: string,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide', scale: 'css', ...options });
  const { size } = statSync(path);
  if (size > LARGEST_BYTES)
    throw new Error(`${path} has ${size} bytes; a picture may have ${LARGEST_BYTES}.`);
  process.stdout.write(`${path}\n`);
}
