import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import { createIds } from '../../support/slack/readable.ts';
import { isAtHome } from '../../support/slack/screen.ts';
import { atOnceLines, seenLines } from '../../support/slack/seenLines.ts';
import type { Outcome, TestBot } from '../../support/testBot.ts';
import { shortened, shortenedAtOnce, shortFile } from './shortened.ts';

/** Lines by what was done. */
export type Entries = ReadonlyMap<string, readonly string[]>;

/** Does one thing after the other and writes down what comes of it. */
export interface Recorder {
  readonly bot: TestBot;
  readonly entries: Entries;
  /** Does something, and gives the lines of it without writing them down; `withAnswers` in place of `hasAnswers`. */
  take(work: (bot: TestBot) => Promise<Outcome>, withAnswers?: boolean): Promise<Taken>;
  /** `title`: what is done. @throws Error when nobody sees anything of it, or the bot failed in good weather */
  record(title: string, work: (bot: TestBot) => Promise<Outcome>): Promise<Taken>;
  /** Writes down what was seen before anything was done. */
  note(title: string, seen: readonly Seen[], atOnce?: unknown): void;
  /** What is done again has a number behind it. */
  write(title: string, lines: readonly string[]): void;
}

export interface Taken extends Outcome {
  readonly lines: readonly string[];
}

/** Slack takes one message a second in a channel. */
const AFTER_POST_S = 2;

/** The log's line of a request that was answered by a sentence about a failure: see currentRequest.ts. */
const FAILED = /"outcome":"(?:failed|service)"/;

export interface Recorded {
  /** Writes App Home down too, which is drawn anew beside many answers: whole at first, then what changes. */
  readonly hasHome?: boolean;
  /** So many seconds belong to what is done, as where the bot tries again. */
  readonly waitS?: number;
  /** Writes down answers too; else the question stands for each, which is answered in the recording of its command. */
  readonly hasAnswers?: boolean;
  /** Writes down what is in a form; else its title stands for it. */
  readonly hasForms?: boolean;
  /** What the bot says of failures is written down too. */
  readonly isBadWeather?: boolean;
}

export function createRecorder(
  bot: TestBot,
  { hasHome = false, waitS = 0, hasAnswers = false, hasForms = true, isBadWeather = false }: Recorded = {},
): Recorder {
  const entries = new Map<string, readonly string[]>();
  const homes = new Map<string, readonly string[]>();

  const linesOf = (seen: readonly Seen[], atOnce: unknown, withAnswers = hasAnswers): string[] => {
    const ids = createIds();
    const linesOfOne = (each: Seen): string[] => {
      const lines = seenLines(shortened(each), ids, shortFile);
      if (isAtHome(each)) return changedHome(each, lines);
      const question = questionIn([each]);
      if (question !== undefined && !withAnswers) return [lines[0] ?? '', `  answer: ${question}`];
      if (each.kind === 'view' && isForm(each.view) && !hasForms) return lines.slice(0, 2);
      return lines;
    };
    const changedHome = (each: Seen, lines: readonly string[]): string[] => {
      const user = each.kind === 'view' ? each.userId : '';
      const before = homes.get(user);
      homes.set(user, lines);
      if (before === undefined) return [...lines];
      const changed = differences(before, lines);
      return changed.length === 0 ? [] : [lines[0] ?? '', ...changed];
    };
    const shown = hasHome ? seen : seen.filter((each) => !isAtHome(each));
    const told = atOnceLines(shortenedAtOnce(atOnce), ids);
    if (told.length === 0 && shown.length === 0) throw new Error('nobody sees anything of it');
    const lines = [...told, ...shown.flatMap(linesOfOne)];
    return lines.length === 0 ? ['App Home as before'] : lines.map(withoutPorts).map(withoutTitle);
  };
  const write = (title: string, lines: readonly string[]) => {
    let unique = title;
    for (let time = 2; entries.has(unique); time += 1) unique = `${title} (${time})`;
    entries.set(unique, lines);
  };
  const take: Recorder['take'] = async (work, withAnswers) => {
    const from = bot.slack.seen.length;
    const logged = bot.logText().length;
    const outcome = await work(bot);
    if (waitS > 0) await bot.pass(waitS);
    const seen = bot.slack.seen.slice(from);
    const log = bot.logText().slice(logged);
    if (!isBadWeather && FAILED.test(log)) throw new Error(`the bot failed in good weather:\n${log}`);
    const lines = linesOf(seen, outcome.atOnce, withAnswers);
    const isPosted = seen.some((each) => each.kind === 'message' && each.by === 'chat.postMessage');
    await bot.pass(isPosted ? AFTER_POST_S : 0.001);
    return { ...outcome, seen, lines };
  };

  return {
    bot,
    entries,
    take,
    write,
    async record(title, work) {
      const taken = await take(work);
      write(title, taken.lines);
      return taken;
    },
    note: (title, seen, atOnce) => write(title, linesOf(seen, atOnce)),
  };
}

/** Lines that are in one of the two alone. */
export function differences(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...withoutThose(before, after).map((line) => `- ${line.trim()}`),
    ...withoutThose(after, before).map((line) => `+ ${line.trim()}`),
  ];
}

function withoutThose(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const found = left.indexOf(line);
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}

/** Those below an answer whose value is its question. */
const OF_QUESTION = ['answer_csv', 'answer_share'];

/** The question that was answered last, as a command; undefined when none was. */
export function questionIn(seen: readonly Seen[]): string | undefined {
  const values = seen.flatMap((each) => {
    if (each.kind === 'file' || isAtHome(each)) return [];
    const blocks = listAt(each.kind === 'message' ? each.body : each.view, 'blocks');
    const elements = blocks.flatMap((block) => listAt(block, 'elements'));
    return elements
      .filter((element) => OF_QUESTION.includes(textAt(element, 'action_id')))
      .map((element) => textAt(element, 'value'));
  });
  return values.at(-1);
}

function isForm(view: object): boolean {
  return at(view, 'submit') !== undefined;
}

/** A button is recorded with its title where it is clicked. */
function withoutTitle(line: string): string {
  return line.replace(/^( *)\[.*\] (answer_\w+(?::\d+)? = )/, '$1$2');
}

function withoutPorts(line: string): string {
  return line.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
}
