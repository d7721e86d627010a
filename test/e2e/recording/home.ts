import type { Clicks } from './commands.ts';
import { recordForm } from './forms.ts';
import type { Actor } from './hand.ts';
import { PEOPLE } from './people.ts';
import { clickablesAtHome, type Recorder } from './recorder.ts';
import type { World } from './world.ts';

const READERS: readonly Actor[] = (['kari', 'ola', 'guest', 'stranger'] as const).map((person) => ({
  person,
  place: 'direct',
}));

/** App Home of every kind of person, and what its buttons bring. */
export async function recordHome(recorder: Recorder, clicks: Clicks, world: World): Promise<void> {
  for (const actor of READERS) {
    const user = PEOPLE[actor.person].id;
    const title = `App Home of ${actor.person}`;
    const opened = await recorder.record('home', title, (hand) =>
      hand.event({ type: 'app_home_opened', user, channel: 'D0DIRECT', tab: 'home' }),
    );
    for (const { control, click } of clickablesAtHome(opened.seen)) {
      const step = `${title} > [${control.title}] ${control.actionId}`;
      if (control.actionId === 'home_upload')
        await recordUploads(recorder, clicks, world, step, actor, click);
      else await recordForm(recorder, clicks, step, actor, click);
    }
    await recorder.record('home', `${title}, once more`, (hand) =>
      hand.event({ type: 'app_home_opened', user, channel: 'D0DIRECT', tab: 'home' }),
    );
  }
}

type Opening = Parameters<typeof recordForm>[4];

/** The form for a product list, with lists that are right and wrong. */
async function recordUploads(
  recorder: Recorder,
  clicks: Clicks,
  { slack, products }: World,
  title: string,
  actor: Actor,
  click: Opening,
): Promise<void> {
  const lines = products.map(({ id, name }) => `${id};${name} (new);New`);
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
