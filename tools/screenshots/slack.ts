import type { Browser } from 'playwright-core';
import { HOME_LANGUAGE } from '../../bot/home/view.ts';
import { type Morning, openMorning, type View } from './morning.ts';
import { takePicture } from './picture.ts';
import { type Previewed, previewPage } from './preview.ts';

/** Takes pictures of each kind of answer. */
export async function picturesOfSlack(browser: Browser, folder: string, width: number): Promise<void> {
  const morning = await openMorning();
  try {
    for (const [name, previews] of Object.entries(await shownIn(morning))) {
      const page = await browser.newPage({ viewport: { width, height: 600 }, deviceScaleFactor: 1 });
      await page.setContent(previewPage(previews, width));
      await takePicture(page, folder, `slack-${name}`, { fullPage: true });
      await page.close();
    }
  } finally {
    await morning.close();
  }
}

async function shownIn(morning: Morning): Promise<Record<string, Previewed[]>> {
  const typed = async (command: string, text: string): Promise<Previewed> => ({
    title: `${command} ${text}`,
    blocks: await morning.ask(command, text),
  });
  const stockForm = await morning.openForm('/stock');
  const stockWindow = await morning.submit(stockForm, { what: 'low' });
  const salesForm = await morning.openForm('/sales');
  const byDay = await typed('/sales', 'last week by:day');
  const compared = await morning.clickBelow(byDay.blocks, 'Compare with previous period');
  const pictures: Record<string, Previewed[]> = {
    digest: [{ title: 'Posted in #stock', blocks: morning.digest }],
    'stock-low': [await typed('/stock', 'low 7')],
    'stock-product': [await typed('/stock', '1101')],
    'stock-changes': [await typed('/stock', 'changes')],
    'sales-yesterday': [await typed('/sales', 'yesterday')],
    'sales-by-day': [byDay],
    'sales-compared': [{ title: 'Compare with previous period', blocks: compared }],
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
  const home = await morning.openHome();
  const english = await typed('/stock', '1101');
  await morning.clickInHome(home, HOME_LANGUAGE, 'nb');
  return {
    ...pictures,
    home: [{ title: 'App Home', blocks: home.blocks }],
    norwegian: [english, await typed('/stock', '1101')],
  };
}

function windowOf(title: string, view: View): Previewed {
  const text = (key: string) => {
    const element = view[key];
    return typeof element === 'object' && element !== null && 'text' in element
      ? String(element.text)
      : undefined;
  };
  const [heading = '', submit, close] = ['title', 'submit', 'close'].map(text);
  return {
    title,
    blocks: view.blocks,
    window: {
      title: heading,
      ...(submit === undefined ? {} : { submit }),
      ...(close === undefined ? {} : { close }),
    },
  };
}
