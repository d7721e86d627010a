import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

export type { Browser };

/** Names a Chromium of one's own. */
const SETTING = 'CHROMIUM_PATH';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of this machine; throws with how to get one when there is none. */
export function chromiumPath(): string {
  const chosen = process.env[SETTING];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places =
    chosen === undefined || chosen === ''
      ? [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE]
      : [chosen];
  const found = places.find(canRun);
  if (found !== undefined) return found;
  throw new Error(
    chosen === undefined || chosen === ''
      ? `n8n and the demo's page are driven in Chromium, and this machine has none. Install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or name one in ${SETTING}.`
      : `${SETTING} is ${chosen}, which cannot be run. Give the path of a Chromium or Chrome.`,
  );
}

/** Starts Chromium without a window. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    // Root, as in a container, has no sandbox of its own; all that is opened is on this machine.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  });
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
