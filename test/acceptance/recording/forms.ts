import type { Actor } from '../../../bot/demo/slack/cast.ts';
import { at, textAt } from '../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import type { Click } from '../../../bot/demo/slack/payloads.ts';
import { clickablesIn, valuesOf } from '../../support/slack/screen.ts';
import { namedProducts, type Outcome } from '../../support/testBot.ts';
import { type Clicks, createClicks } from './commands.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';

const KARI: Actor = { person: 'kari', place: '#stock' };
const OLA: Actor = { person: 'ola', place: '#stock' };

/** What is filled in over what a form opens with: elements by block. */
type Filling = Readonly<Record<string, object>>;

const option = (value: string) => ({ selected_option: { value, text: { type: 'plain_text', text: value } } });
const options = (...values: string[]) => ({
  selected_options: values.map((value) => ({ value, text: { type: 'plain_text', text: value } })),
});
const text = (value: string) => ({ value });
const day = (selected: string) => ({ selected_date: selected });
const time = (selected: string) => ({ selected_time: selected });
const channel = (selected: string) => ({ selected_conversation: selected });

/** Those that "More options" opens and that are filled in below. */
const MORE_FIELDS = ['from', 'to', 'compare'];

interface FormToFill {
  readonly name: string;
  readonly actor: Actor;
  readonly command: string;
  /** By what they are about. Each is sent in from a form that was opened anew. */
  readonly fillings: Readonly<Record<string, Filling>>;
}

/** Opens each form of that command, fills it in in every way there is, and sends it in. */
export function recordFormsOf(command: string): Recording {
  return {
    name: `${command}Form`,
    about: `the form of /${command}, filled in in every way`,
    record: (recorder) => recordForms(recorder, `/${command}`),
  };
}

async function recordForms(recorder: Recorder, command: string): Promise<void> {
  const clicks = createClicks(recorder);
  const products = namedProducts(recorder.bot.service).map(({ id }) => id);
  for (const { actor, name, fillings } of formsOf(products).filter((form) => form.command === command)) {
    const { person, place } = actor;
    const opened = await recorder.record(name, (bot) => bot.as(person, place).type(command));
    const more = moreIn(opened);
    if (more !== undefined)
      await recorder.record(`${name} > more`, (bot) => bot.as(person, place).clickControl(more));
    for (const [about, filling] of Object.entries({ 'as opened': {}, ...fillings })) {
      const again = await recorder.take((bot) => bot.as(person, place).type(command));
      const isShort = Object.keys(filling).some((block) => MORE_FIELDS.includes(block));
      const click = isShort ? moreIn(again) : undefined;
      const { seen } =
        click === undefined ? again : await recorder.take((bot) => bot.as(person, place).clickControl(click));
      await submitLast(recorder, clicks, `${name}, ${about}`, actor, seen, filling);
    }
  }
}

function moreIn({ seen }: Outcome): Click | undefined {
  return clickablesIn(seen).find(({ control }) => control.actionId === 'form_more')?.click;
}

/** Sends in the window that was opened last, and whatever window with a submit button comes of that. */
async function submitLast(
  recorder: Recorder,
  clicks: Clicks,
  title: string,
  actor: Actor,
  seen: readonly Seen[],
  filling: Filling,
): Promise<void> {
  const window = seen.findLast((each) => each.kind === 'view' && each.by !== 'views.publish');
  if (window?.kind !== 'view' || at(window.view, 'submit') === undefined) return;
  const values = valuesOf(window.view, filling);
  const step = `${title} > send`;
  const sent = await recorder.record(step, (bot) => bot.as(actor.person, actor.place).send(window, values));
  const next = at(sent.atOnce, 'view');
  const shown = sent.seen.findLast((each) => each.kind === 'view' && each.by === 'views.update');
  const later = shown?.kind === 'view' && isSameForm(shown.view, window.view) ? shown.view : undefined;
  for (const view of [next, later]) {
    if (typeof view !== 'object' || view === null || at(view, 'submit') === undefined) continue;
    await recorder.record(`${step} > confirm`, (bot) =>
      bot.as(actor.person, actor.place).send({ ...window, view }, {}),
    );
  }
  await clicks.clickAll(step, actor, sent.seen);
}

function isSameForm(view: object, other: object): boolean {
  return textAt(view, 'callback_id') === textAt(other, 'callback_id');
}

function formsOf(products: readonly string[]): FormToFill[] {
  const [first = '', second = ''] = products;
  return [
    {
      name: '/stock form',
      actor: KARI,
      command: '/stock',
      fillings: {
        'low in the chain': { list: option('low #'), scope: option('all'), list_number: text('10') },
        'two products': { product: options(first, second) },
        'few units': { list: option('low # units'), list_number: text('50') },
        changes: { list: option('changes') },
        out: { list: option('out') },
        'a list of single products': { list: option('low #'), product: options(first) },
        'no number of days': { list: option('low #'), list_number: text('0') },
        'products that are none': { product: options('abc') },
      },
    },
    {
      name: '/sales form',
      actor: KARI,
      command: '/sales',
      fillings: {
        'last week by day beside the week before': {
          period: option('last week'),
          rows: option('by:day'),
          compare: option('before'),
        },
        'chosen days of a product in a store': {
          from: day('2026-11-02'),
          to: day('2026-11-08'),
          product: options(first),
          store: options('0143'),
        },
        'from a day on by store': { from: day('2026-11-16'), rows: option('by:store') },
        'days backwards': { from: day('2026-11-08'), to: day('2026-11-02') },
        'a last day alone': { to: day('2026-11-02') },
        'days to come': { from: day('2026-12-24') },
        'a period that is none': { period: option('sometime') },
      },
    },
    {
      name: '/sales form of ola',
      actor: OLA,
      command: '/sales',
      fillings: { 'by week': { period: option('last 30 days'), rows: option('by:week') } },
    },
    {
      name: '/digest form',
      actor: KARI,
      command: '/digest',
      fillings: {
        'sales in another channel': {
          digest_content: option('sales'),
          digest_channel: channel('C0SECOND'),
          digest_time: time('09:15'),
          digest_days: options('1', '3', '5'),
          digest_choice: option('all'),
          digest_language: option('nb'),
        },
        'two products': { digest_channel: channel('C0STOCK'), digest_products: options(first, second) },
        'everything wrong': {
          digest_channel: channel('nowhere'),
          digest_time: time('25:00'),
          digest_days: options(),
          digest_products: options('abc'),
        },
        'a channel without the app': { digest_channel: channel('C0OUTSIDE') },
        'a shared channel': { digest_channel: channel('C0SHARED') },
      },
    },
    { name: '/digest form of ola', actor: OLA, command: '/digest', fillings: {} },
  ];
}

/** What selects offer while somebody types. */
export async function recordPickers(recorder: Recorder): Promise<void> {
  const fourth = namedProducts(recorder.bot.service)[3]?.id ?? '';
  const typed = {
    pick_product: ['', 'fjord', 'pale ale', 'RIOJA', 'maake', fourth, '1', 'zzz', 'fjrod', '"'],
    pick_store: ['', 'oslo', 'berg', '143', '0143', 'tromso', 'zzz'],
  };
  for (const [actionId, texts] of Object.entries(typed)) {
    for (const each of texts)
      await recorder.record(`${actionId} "${each}"`, (bot) => bot.kari.suggest(actionId, each));
  }
}

/** Opens a window with a control that opens one, and sends it in. */
export async function recordForm(
  recorder: Recorder,
  clicks: Clicks,
  title: string,
  actor: Actor,
  click: Click,
  filling: Filling = {},
): Promise<void> {
  const opened = await recorder.record(title, (bot) => bot.as(actor.person, actor.place).clickControl(click));
  await submitLast(recorder, clicks, title, actor, opened.seen, filling);
}
