import { expect } from 'vitest';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import { createIds } from '../../support/slack/readable.ts';
import { isAtHome } from '../../support/slack/screen.ts';
import { atOnceLines, seenLines } from '../../support/slack/seenLines.ts';
import type { Outcome, TestBot } from '../../support/testBot.ts';

/** Does one thing after the other and writes down what comes of it. */
export interface Recorder {
  readonly bot: TestBot;
  /** `title`: what is done. @throws Error when nobody sees anything of it, or the bot failed in good weather */
  record(title: string, work: (bot: TestBot) => Promise<Outcome>): Promise<Outcome>;
  /** Writes down what was seen before anything was done. */
  note(title: string, seen: readonly Seen[], atOnce?: unknown): void;
  /**
   * Compares all with the file of that name in `recorded/`. `npx vitest run --config test/vitest.config.ts --project
   * bot test/integration/recording --update` writes the files anew.
   */
  compare(name: string): Promise<void>;
}

/** Slack takes one message a second in a channel. */
const AFTER_POST_S = 2;
const LONG_LINES = 6;

/** The log's line of a request that was answered by a sentence about a failure: see currentRequest.ts. */
const FAILED = /"outcome":"(?:failed|service)"/;

/**
 * `hasHome` writes App Home down too, which is drawn anew beside many answers. `waitS`: so many seconds belong to what is
 * done, as where the bot tries again. `isBadWeather`: what the bot says of failures is written down too.
 */
export function createRecorder(
  bot: TestBot,
  { hasHome = false, waitS = 0, isBadWeather = false } = {},
): Recorder {
  const entries: string[] = [];
  /** Where each long part was written first: what comes again is not written twice. */
  const written = new Map<string, string>();

  const onlyOnce = (lines: readonly string[], title: string): readonly string[] => {
    const part = lines.map(withoutPorts);
    if (part.length < LONG_LINES) return part;
    const text = part.join('\n');
    const before = written.get(text);
    if (before !== undefined) return [`the same as after ${before}`];
    written.set(text, title);
    return part;
  };
  const note = (title: string, seen: readonly Seen[], atOnce?: unknown) => {
    const ids = createIds();
    const shown = hasHome ? seen : seen.filter((each) => !isAtHome(each));
    const parts = [atOnceLines(atOnce, ids), ...shown.map((each) => seenLines(each, ids))];
    const lines = parts.flatMap((part) => onlyOnce(part, title));
    if (lines.length === 0) throw new Error(`${title}: nobody sees anything of it`);
    entries.push(`=== ${title}`, ...lines, '');
  };

  return {
    bot,
    async record(title, work) {
      const from = bot.slack.seen.length;
      const logged = bot.logText().length;
      const outcome = await work(bot);
      if (waitS > 0) await bot.pass(waitS);
      const seen = bot.slack.seen.slice(from);
      const log = bot.logText().slice(logged);
      if (!isBadWeather && FAILED.test(log))
        throw new Error(`${title}: the bot failed in good weather:\n${log}`);
      note(title, seen, outcome.atOnce);
      const isPosted = seen.some((each) => each.kind === 'message' && each.by === 'chat.postMessage');
      await bot.pass(isPosted ? AFTER_POST_S : 0.001);
      return { ...outcome, seen };
    },
    note,
    async compare(name) {
      await expect(`${entries.join('\n')}\n`).toMatchFileSnapshot(`recorded/${name}.txt`);
    },
  };
}

function withoutPorts(line: string): string {
  return line.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
}
