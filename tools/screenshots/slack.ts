import type { Browser } from 'playwright-core';
import { HOME_LANGUAGE } from '../../bot/home/view.ts';
import { type Morning, openMorning } from './morning.ts';
import { takePicture } from './picture.ts';
import { type Previewed, previewPage } from './preview.ts';

/** Takes the pictures of answers, the digest and App Home that pages show. */
export async function picturesOfSlack(browser: Browser, folder: string, width: number): Promise<void> {
  const morning = await openMorning();
  try {
    for (const [name, previews] of Object.entries(await shownIn(morning))) {
      const page = await browser.newPage({ viewport: { width, height: 100 }, deviceScaleFactor: 1 });
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
  const byDay = await typed('/sales', 'last week by:day');
  const compared = await morning.clickBelow(byDay.blocks, 'Compare with previous period');
  const pictures: Record<string, Previewed[]> = {
    digest: [{ title: 'Posted in #stock', blocks: morning.digest }],
    'stock-low': [await typed('/stock', 'low 7')],
    'sales-compared': [{ title: 'Compare with previous period', blocks: compared }],
    mistakes: [
      await typed('/stock', '1101 store:143'),
      await typed('/sales', 'yesteday'),
      await typed('/sales', '2026-11-15'),
      await typed('/stock', 'help'),
    ],
  };
  const home = await morning.openHome();
  const homeInNorwegian = await morning.clickInHome(home, HOME_LANGUAGE, 'nb');
  const sales = await typed('/sales', 'forrige uke per dag');
  const comparedInNorwegian = await morning.clickBelow(sales.blocks, 'Sammenlign med forrige periode');
  return {
    ...pictures,
    home: [{ title: 'App Home', blocks: home.blocks }],
    'home-nb': [{ title: 'App Home', blocks: homeInNorwegian.blocks }],
    'stock-low-nb': [await typed('/stock', 'lav 7')],
    'sales-compared-nb': [{ title: 'Sammenlign med forrige periode', blocks: comparedInNorwegian }],
  };
}
