import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../../bot/bot.ts';
import { chosen } from '../support/filledForm.ts';
import { limitBreachesOf } from '../support/slackLimits.ts';
import { openStandInPage, type ShownView } from '../support/standInPage.ts';
import { inLitres, sumBy } from './figures.ts';
import { openWorld, STAND_INS, until, type World } from './world.ts';

describe.runIf(STAND_INS.includes('local-slack'))('windows over Socket Mode', () => {
  let world: World;
  let bot: Bot;

  beforeAll(async () => {
    world = await openWorld('local-slack');
    bot = await world.start();
    await world.untilDigests(1);
  });
  afterAll(async () => {
    await bot.stop(2_000);
    await world.close();
  });

  const page = () => openStandInPage(world.standIn.page ?? '');
  const shown = (what: string, look: () => ShownView | undefined, text: string) =>
    until(what, async () => {
      const view = look();
      return JSON.stringify(view)?.includes(text) === true ? view : undefined;
    });
  /** Litres sold in the week before, as the sandbox knows them. */
  const litresOfTheWeek = () => {
    const [all] = sumBy(world.sandbox.truth.sales('2026-11-09', '2026-11-15'), () => 'all');
    return `${inLitres(all?.millilitres ?? Number.NaN)} litres`;
  };

  test('/sales alone opens a form, which is answered with the true sum', async () => {
    const { modal, submit } = await page();
    await world.standIn.type('/sales', '');
    const form = await shown('the form', modal, 'form_sales');
    expect(limitBreachesOf(form, 'modal')).toEqual([]);
    submit({ period: chosen('last week') });
    const answer = await shown('the answer', modal, ' litres');
    expect(limitBreachesOf(answer, 'modal')).toEqual([]);
    expect(JSON.stringify(answer)).toContain(litresOfTheWeek());
  });

  test('App Home shows what was asked, answers it again, and opens the form for a product list', async () => {
    const { modal, home, openHome, click } = await page();
    openHome();
    const view = await shown('App Home', home, '/sales 2026-11-09..2026-11-15');
    expect(limitBreachesOf(view, 'home')).toEqual([]);
    expect(JSON.stringify(view)).toContain('Stock of *Fri 20 Nov 2026*');
    const [, id = ''] = /"action_id":"home_ask:0".*?"value":"([^"]+)"/.exec(JSON.stringify(view)) ?? [];
    click('home_ask:0', id);
    const answer = await shown('the answer', modal, ' litres');
    expect(JSON.stringify(answer)).toContain(litresOfTheWeek());
    click('home_upload', 'upload');
    await shown('the form for a product list', modal, 'file_input');
  });
});
