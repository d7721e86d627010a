import type { Actor } from '../../../bot/demo/slack/cast.ts';
import type { Click } from '../../../bot/demo/slack/payloads.ts';
import { clickablesAtHome } from '../../support/slack/screen.ts';
import { namedProducts } from '../../support/testBot.ts';
import { type Clicks, createClicks } from './commands.ts';
import { recordForm } from './forms.ts';
import type { Recorder } from './recorder.ts';

const READERS: readonly Actor[] = (['kari', 'ola', 'guest', 'stranger'] as const).map((person) => ({
  person,
  place: 'direct',
}));

/** App Home of every kind of person, and what its buttons bring. */
export async function recordHome(recorder: Recorder): Promise<void> {
  const clicks = createClicks(recorder);
  for (const actor of READERS) {
    const title = `App Home of ${actor.person}`;
    const opened = await recorder.record(title, (bot) => bot.as(actor.person, actor.place).openHome());
    for (const { control, click } of clickablesAtHome(opened.seen)) {
      const step = `${title} > [${control.title}] ${control.actionId}`;
      if (control.actionId === 'home_upload') await recordUploads(recorder, clicks, step, actor, click);
      else await recordForm(recorder, clicks, step, actor, click);
    }
    await recorder.record(`${title}, once more`, (bot) => bot.as(actor.person, actor.place).openHome());
  }
}

/** The form for a product list, with lists that are right and wrong. */
async function recordUploads(
  recorder: Recorder,
  clicks: Clicks,
  title: string,
  actor: Actor,
  click: Click,
): Promise<void> {
  const { service, slack } = recorder.bot;
  const lines = namedProducts(service).map(({ id, name }) => `${id};${name} (new);New`);
  const lists = {
    nothing: undefined,
    'wrong lines': 'number;name\nabc;Not a number\n1101\n1101;Twice\n1101;Twice',
    'not a list': '\u0000\u0001',
    'a good list': ['number;name;group', ...lines].join('\n'),
  };
  for (const [about, content] of Object.entries(lists)) {
    const files =
      content === undefined
        ? []
        : [{ id: 'F0LIST', name: 'list.csv', size: content.length, url_private: slack.keepFile(content) }];
    await recordForm(recorder, clicks, `${title}, ${about}`, actor, click, { file: { files } });
  }
}
