import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../browser.ts';
import { packageRoot } from '../build.ts';
import { picturesOfN8n } from './n8n.ts';
import { picturesOfSlack } from './slack.ts';

const USAGE = `npm run screenshots -- [slack] [n8n] [--to FOLDER] [--width N]
  slack        answers of the bot, on one morning of the sandbox
  n8n          each node and each example in real n8n (installs n8n once)
               both when none is named
  --to FOLDER  where the pictures go, docs/screenshots when not set
  --width N    of the page with the answers, in pixels, 680 when not set
`;

/** Each takes its pictures into that folder. */
const PICTURES = { slack: picturesOfSlack, n8n: picturesOfN8n };

/** `npm run screenshots`: the pictures of the pages. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string', default: join(packageRoot, 'docs', 'screenshots') },
      width: { type: 'string', default: '680' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const unknown = positionals.find((name) => !Object.hasOwn(PICTURES, name));
  if (unknown !== undefined) throw new Error(`There are pictures of slack and of n8n, not of "${unknown}".`);
  mkdirSync(values.to, { recursive: true });
  const browser = await openBrowser();
  try {
    for (const [name, take] of Object.entries(PICTURES)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      await take(browser, values.to, Number(values.width));
    }
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
