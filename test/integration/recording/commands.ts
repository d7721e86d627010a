import { readFileSync } from 'node:fs';
import { type Actor, isPerson, isPlace } from '../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import { type Clickable, clickablesIn } from '../../support/slack/screen.ts';
import type { Recorder } from './recorder.ts';

/** One line of a file in `commands/`. */
export interface TypedCommand {
  /** As it stands there. */
  readonly line: string;
  readonly actor: Actor;
  readonly command: string;
  readonly text: string;
}

/** `[ola #second] /stock low 7`: who types, and where, if it is not kari in #stock. */
const LINE = /^(?:\[(?<person>\w+)(?: (?<place>\S+))?\] )?(?<command>\/\w+)(?: (?<text>.*))?$/;
const EVERYDAY: Actor = { person: 'kari', place: '#stock' };

export function readCommands(name: string): TypedCommand[] {
  return readFileSync(new URL(`commands/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const {
        person = EVERYDAY.person,
        place = EVERYDAY.place,
        command = '',
        text = '',
      } = LINE.exec(line)?.groups ?? {};
      if (command === '' || !isPerson(person) || !isPlace(place))
        throw new Error(`commands/${name}.txt: what is "${line}"?`);
      return { line, actor: { person, place }, command, text };
    });
}

/** So many answers of a kind have everything clicked that stands below them. */
const MAX_CLICKED = 2;
/** What comes of a click has buttons too. */
const DEEPEST = 2;

/** Types every command of the file, and clicks all that stands below the first answers of each kind. */
export async function recordCommands(recorder: Recorder, name: string): Promise<void> {
  const clicks = createClicks(recorder);
  for (const { line, actor, command, text } of readCommands(name)) {
    const { seen } = await recorder.record(line, (bot) =>
      bot.as(actor.person, actor.place).type(command, text),
    );
    await clicks.clickAll(line, actor, seen);
  }
}

export interface Clicks {
  /** Clicks everything below the last of what was seen, if it is one of the first of its kind. */
  clickAll(title: string, actor: Actor, seen: readonly Seen[]): Promise<void>;
}

export function createClicks(recorder: Recorder): Clicks {
  const kinds = new Map<string, number>();

  const clickEach = async (title: string, actor: Actor, seen: readonly Seen[], depth: number) => {
    const clickables = clickablesIn(seen);
    const kind = `${actor.person} ${depth} ${clickables.map(kindOf).join(', ')}`;
    const before = kinds.get(kind) ?? 0;
    if (clickables.length === 0 || before >= MAX_CLICKED / depth) return;
    kinds.set(kind, before + 1);
    for (const { control, click } of clickables) {
      const step = `${title} > [${control.title}] ${control.actionId}`;
      const recorded = await recorder.record(step, (bot) =>
        bot.as(actor.person, actor.place).clickControl(click),
      );
      if (depth < DEEPEST) await clickEach(step, actor, recorded.seen, depth + 1);
    }
  };

  return { clickAll: (title, actor, seen) => clickEach(title, actor, seen, 1) };
}

/** "answer_ask:0" and "answer_ask:1" are of one kind. */
function kindOf({ control, click }: Clickable): string {
  return `${click.on.kind} ${control.actionId.replace(/:\d+$/, '')}`;
}
