import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../support/nodes/build.ts';

/** Where the README finds them. */
const FOLDER = join(packageRoot, 'docs', 'screenshots');
const LARGEST_BYTES = 200_000;
/** n8n's messages in the corner and its button below cover what the picture is about. */
const NOT_SHOWN = [
  '.el-notification',
  '[data-test-id="execute-workflow-button"]',
  '[data-test-id="workflow-chat-button"]',
];
const STYLE = `${NOT_SHOWN.join(', ')} { visibility: hidden !important; }`;

/** Takes a picture of what the page shows now; throws when it is too large to be kept with the source. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide', scale: 'css', style: STYLE });
  const { size } = statSync(path);
  if (size > LARGEST_BYTES)
    throw new Error(`${path} has ${size} bytes; a screenshot may have ${LARGEST_BYTES}.`);
}
