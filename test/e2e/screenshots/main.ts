import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { HOME_LANGUAGE } from '../../../bot/views/home.ts';
import { buttonIn } from '../../support/bot/buttons.ts';
import { chosen, stateOf } from '../../support/bot/filledForm.ts';
import { packageRoot } from '../../support/nodes/build.ts';
import { until } from '../../support/until.ts';
import { openMorning } from '../bot/morning.ts';
import type { ShownView } from '../bot/viewProxy.ts';
import { openBrowser } from '../n8n/browser.ts';
import { type Previewed, previewPage } from './preview.ts';

/** `npm run screenshots`: pictures of each kind of answer, of the sandbox on one morning, for people and the README. */
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    width: { type: 'string', default: '680' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(`npm run screenshots -- [--to FOLDER] [--width N]
  --to FOLDER  where the pictures go, docs/screenshots when not set
  --width N    of the page in pixels, 680 when not set
`);
  process.exit(0);
}
const folder = values.to ?? join(packageRoot, 'docs', 'screenshots');
const width = Number(values.width);
const LARGEST_BYTES = 200_000;
mkdirSync(folder, { recursive: true });

const browser = await openBrowser().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
  return process.exit(1);
});
const morning = await openMorning('emulate');
try {
  for (const [name, previews] of Object.entries(await shownThere())) {
    const page = await browser.newPage({ viewport: { width, height: 600 }, deviceScaleFactor: 1 });
    await page.setContent(previewPage(previews));
    await keep(page, name);
    await page.close();
  }
} finally {
  await morning.close();
  await browser.close();
}

async function keep(page: Page, name: string): Promise<void> {
  const path = join(folder, `slack-${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled', scale: 'css' });
  const { size } = statSync(path);
  if (size > LARGEST_BYTES)
    throw new Error(`${path} has ${size} bytes; a picture may have ${LARGEST_BYTES}.`);
  process.stdout.write(`${path}\n`);
}

async function shownThere(): Promise<Record<string, Previewed[]>> {
  const { world } = morning;
  const { hands, proxy, standIn } = world;
  const typed = async (command: string, text: string): Promise<Previewed> => {
    const { blocks } = await world.ask(command, text);
    return { title: `${command} ${text}`, blocks: blocksIn(blocks) };
  };
  const viewAfter = async (work: () => Promise<unknown>, method: string): Promise<ShownView> => {
    const before = proxy.views.length;
    await work();
    return until('the view', async () =>
      proxy.views.slice(before).findLast((view) => view.method === method),
    );
  };
  const windowOf = (title: string, { view }: ShownView): Previewed => ({
    title,
    blocks: blocksIn(view.blocks),
    window: windowIn(view),
  });
  const [digest] = await world.digests();
  const stockForm = await viewAfter(() => standIn.type('/stock', ''), 'open');
  const low = stateOf(stockForm.view, { what: chosen('low') });
  const stockWindow = await viewAfter(() => hands.submit(stockForm, low), 'update');
  const salesForm = await viewAfter(() => standIn.type('/sales', ''), 'open');
  const byDay = await world.ask('/sales', 'last week by:day');
  const compared = await world.answerTo('the comparison', () =>
    hands.click(buttonIn(byDay, 'Compare with previous period')),
  );
  const pictures: Record<string, Previewed[]> = {
    digest: [{ title: 'Posted in #stock', blocks: blocksIn(digest?.blocks ?? []) }],
    'stock-low': [await typed('/stock', 'low 7')],
    'stock-product': [await typed('/stock', '1101')],
    'stock-changes': [await typed('/stock', 'changes')],
    'sales-yesterday': [await typed('/sales', 'yesterday')],
    'sales-by-day': [{ title: '/sales last week by:day', blocks: blocksIn(byDay.blocks) }],
    'sales-compared': [{ title: 'Compare with previous period', blocks: blocksIn(compared.blocks) }],
    'sales-thirty-days': [await typed('/sales', 'last 30 days by:day')],
    stores: [await typed('/stores', 'near 59.91,10.75'), await typed('/stores', 'oslo')],
    mistakes: [
      await typed('/stock', '1101 store:143'),
      await typed('/sales', 'yesteday'),
      await typed('/sales', '2026-11-15'),
      await typed('/stock', 'help'),
    ],
    'form-stock': [windowOf('/stock', stockForm)],
    'form-answer': [windowOf('/stock, running low', stockWindow)],
    'form-sales': [windowOf('/sales', salesForm)],
  };
  const home = await viewAfter(() => hands.openHome(), 'publish');
  const english = await typed('/stock', '1101');
  await viewAfter(() => hands.clickInView(home, { action_id: HOME_LANGUAGE, value: 'nb' }), 'publish');
  return {
    ...pictures,
    home: [{ title: 'App Home', blocks: blocksIn(home.view.blocks) }],
    norwegian: [english, await typed('/stock', '1101')],
  };
}

function blocksIn(blocks: readonly unknown[]): Previewed['blocks'] {
  return blocks.filter(
    (block): block is Previewed['blocks'][number] => typeof block === 'object' && block !== null,
  );
}

function windowIn(view: object): NonNullable<Previewed['window']> {
  const text = (key: string) => {
    const element: unknown = Reflect.get(view, key);
    return typeof element === 'object' && element !== null && 'text' in element
      ? String(element.text)
      : undefined;
  };
  const [title, submit, close] = ['title', 'submit', 'close'].map(text);
  return {
    title: title ?? '',
    ...(submit === undefined ? {} : { submit }),
    ...(close === undefined ? {} : { close }),
  };
}
