import { readFileSync } from 'node:fs';
import { type Actor, isPerson, isPlace } from '../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import { clickablesIn } from '../../support/slack/screen.ts';
import type { Outcome, TestBot } from '../../support/testBot.ts';
import { differences, questionIn, type Recorder, type Taken } from './recorder.ts';

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

/** What is typed every day is recorded with the command that it is typed behind. */
export function readCommandsOf(command: string): TypedCommand[] {
  const own = readCommands(command);
  const lines = new Set(own.map(({ line }) => line));
  const everyDay = readCommands('everyDay').filter((each) => each.command === `/${command}`);
  return [...own, ...everyDay.filter(({ line }) => !lines.has(line))];
}

/** Types every command, and clicks each thing once that stands below what comes of it. */
export async function recordCommands(recorder: Recorder, commands: readonly TypedCommand[]): Promise<void> {
  const clicks = createClicks(recorder);
  for (const { line, actor, command, text } of commands) {
    const { seen } = await recorder.record(line, (bot) =>
      bot.as(actor.person, actor.place).type(command, text),
    );
    await clicks.clickAll(line, actor, seen);
  }
}

/**
 * The same for commands that ask something. Each question is answered once; for what is typed in other words stands its
 * question, with what is told besides.
 */
export async function recordQuestions(recorder: Recorder, commands: readonly TypedCommand[]): Promise<void> {
  const clicks = createClicks(recorder);
  const typed: { line: string; asked: string | undefined; lines: readonly string[]; taken: Taken }[] = [];
  const questions = new Map<string, { actor: Actor; question: string }>();
  for (const { line, actor, command, text } of commands) {
    const taken = await recorder.take((bot) => bot.as(actor.person, actor.place).type(command, text), true);
    const { seen, lines } = taken;
    const question = questionIn(seen);
    const { person } = actor;
    const asked =
      question === undefined ? undefined : `${person === EVERYDAY.person ? '' : `[${person}] `}${question}`;
    typed.push({ line, asked, lines, taken });
    if (asked !== undefined && question !== undefined)
      questions.set(asked, { actor: { ...EVERYDAY, person }, question });
    await clicks.clickAll(line, actor, seen);
  }
  const answers = new Map<string, Taken>();
  for (const [asked, { actor, question }] of questions) {
    const same = typed.find(({ line }) => line === asked)?.taken;
    answers.set(asked, same ?? (await recorder.take((bot) => ask(bot, actor, question), true)));
  }
  for (const { line, asked = '', lines } of typed) {
    const answer = answers.get(asked);
    if (answer === undefined) recorder.write(line, lines);
    else if (asked !== line) recorder.write(line, [`as ${asked}`, ...differences(answer.lines, lines)]);
  }
  const whole = [...Map.groupBy(answers.keys(), kindOf).values()].flatMap(([first]) => first ?? []);
  for (const [asked, { lines }] of answers)
    recorder.write(
      asked,
      whole.includes(asked) ? lines : lines.filter((line) => line.startsWith('  text: ')),
    );
  for (const asked of whole) {
    const isOfKari = questions.get(asked)?.actor.person === EVERYDAY.person;
    if (isOfKari) await recordFile(recorder, asked, answers.get(asked)?.seen ?? []);
  }
}

/** Questions about other days are of one kind: one of them is answered in whole, of the others the figures. */
function kindOf(question: string): string {
  return question.replace(/\d{4}-\d\d-\d\d/g, 'day');
}

/** The titles of the columns of what "All rows" sends, and its sums. */
async function recordFile(recorder: Recorder, asked: string, seen: readonly Seen[]): Promise<void> {
  const button = clickablesIn(seen).find(({ control }) => control.actionId === 'answer_csv');
  if (button === undefined) return;
  const { lines } = await recorder.take((bot) => bot.kari.clickControl(button.click));
  const titles = lines[lines.findIndex((line) => line.trim() === '␍') + 1] ?? '';
  const sums = lines.filter((line) => /^ +\d+ more, sum/.test(line));
  recorder.write(`${asked} > all rows`, [lines[0] ?? '', titles, ...sums]);
}

function ask(bot: TestBot, { person, place }: Actor, question: string): Promise<Outcome> {
  const [command = '', ...words] = question.split(' ');
  return bot.as(person, place).type(command, words.join(' '));
}

export interface Clicks {
  /** Clicks what stands below the last of what was seen, each thing once for a person. */
  clickAll(title: string, actor: Actor, seen: readonly Seen[]): Promise<void>;
}

export function createClicks(recorder: Recorder): Clicks {
  const clicked = new Set<string>();

  const clickAll = async (title: string, actor: Actor, seen: readonly Seen[]) => {
    for (const { control, click } of clickablesIn(seen)) {
      // "answer_ask:0" and "answer_ask:1" are one thing.
      const thing = `${actor.person} ${click.on.kind} ${control.actionId.replace(/:\d+$/, '')}`;
      if (clicked.has(thing)) continue;
      clicked.add(thing);
      const step = `${title} > [${control.title}] ${control.actionId}`;
      const recorded = await recorder.record(step, (bot) =>
        bot.as(actor.person, actor.place).clickControl(click),
      );
      await clickAll(step, actor, recorded.seen);
    }
  };

  return { clickAll };
}
