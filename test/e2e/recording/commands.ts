import { readFileSync } from 'node:fs';
import type { Actor } from './hand.ts';
import { PEOPLE, type PersonName, PLACES, type PlaceName } from './people.ts';
import { type Clickable, clickablesIn, type Recorder } from './recorder.ts';
import type { Seen } from './slackServer.ts';

/** One line of commands.txt. */
export interface TypedCommand {
  /** As it stands there. */
  readonly line: string;
  readonly actor: Actor;
  readonly command: string;
  readonly text: string;
}

const COMMANDS = new URL('commands.txt', import.meta.url);
/** `[ola #second] /stock low 7`: who types, and where, if it is not kari in #stock. */
const LINE = /^(?:\[(?<person>\w+)(?: (?<place>\S+))?\] )?(?<command>\/\w+)(?: (?<text>.*))?$/;
const EVERYDAY: Actor = { person: 'kari', place: '#stock' };

export function readCommands(): TypedCommand[] {
  return readFileSync(COMMANDS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const {
        person = EVERYDAY.person,
        place = EVERYDAY.place,
        command = '',
        text = '',
      } = LINE.exec(line)?.groups ?? {};
      if (command === '' || !isPerson(person) || !isPlace(place))
        throw new Error(`commands.txt: what is "${line}"?`);
      return { line, actor: { person, place }, command, text };
    });
}

function isPerson(name: string): name is PersonName {
  return Object.hasOwn(PEOPLE, name);
}

function isPlace(name: string): name is PlaceName {
  return Object.hasOwn(PLACES, name);
}

/** So many answers of a kind have everything clicked that stands below them. */
const MOST_CLICKED = 2;
/** What comes of a click has buttons too. */
const DEEPEST = 2;

/** Types every command, and clicks all that stands below the first answers of each kind. */
export async function recordCommands(recorder: Recorder, clicks: Clicks): Promise<void> {
  for (const { line, actor, command, text } of readCommands()) {
    const topic = command.slice(1);
    const { seen } = await recorder.record(topic, line, (hand) => hand.type(actor, command, text));
    await clicks.clickAll(`${topic}Clicks`, line, actor, seen);
  }
}

export interface Clicks {
  /** Clicks everything below the last of what was seen, if it is one of the first of its kind. */
  clickAll(topic: string, title: string, actor: Actor, seen: readonly Seen[]): Promise<void>;
}

export function createClicks(recorder: Recorder): Clicks {
  const kinds = new Map<string, number>();

  const clickEach = async (
    topic: string,
    title: string,
    actor: Actor,
    seen: readonly Seen[],
    depth: number,
  ) => {
    const clickables = clickablesIn(seen);
    const kind = `${actor.person} ${depth} ${clickables.map(kindOf).join(', ')}`;
    const before = kinds.get(kind) ?? 0;
    if (clickables.length === 0 || before >= MOST_CLICKED / depth) return;
    kinds.set(kind, before + 1);
    for (const { control, click } of clickables) {
      const step = `${title} > [${control.title}] ${control.actionId}`;
      const recorded = await recorder.record(topic, step, (hand) => hand.click(actor, click));
      if (depth < DEEPEST) await clickEach(topic, step, actor, recorded.seen, depth + 1);
    }
  };

  return { clickAll: (topic, title, actor, seen) => clickEach(topic, title, actor, seen, 1) };
}

/** "answer_ask:0" and "answer_ask:1" are of one kind. */
function kindOf({ control, click }: Clickable): string {
  return `${click.on.kind} ${control.actionId.replace(/:\d+$/, '')}`;
}
