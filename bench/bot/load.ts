import { TEAM } from '../../bot/demo/slack/cast.ts';
import { postSigned, type SignedPlace } from '../../bot/demo/slack/delivery.ts';
import type { Slack } from '../../bot/demo/slack/slack.ts';
import { FIRST_PRODUCT } from './fill.ts';

export type Mode = 'HTTP' | 'Socket Mode';

/** Milliseconds from sending a command, one of each per command. */
export interface Times {
  readonly acknowledged: number[];
  readonly answered: number[];
}

export const BENCH_CHANNEL = 'C0BENCH';

export interface Load {
  /** So many commands, never more than `inFlight` at a time; a new one goes out when one is answered. */
  run(commands: number, inFlight: number): Promise<Times>;
}

/** Questions whose answers are held; the products differ from one command to the next. */
const COMMANDS: readonly ((turn: number) => readonly [string, string])[] = [
  (turn) => ['/stock', String(FIRST_PRODUCT + (turn % 1_000))],
  () => ['/stock', 'out'],
  () => ['/sales', 'yesterday'],
  (turn) => ['/sales', `last week product:${FIRST_PRODUCT + (turn % 9)}`],
  () => ['/stock', 'low 7'],
  () => ['/sales', 'last week by:store'],
  () => ['/stock', 'changes'],
  () => ['/stores', '143'],
];
const PEOPLE = 20;
const PATIENCE_MS = 60_000;
/** What stands in an answer while the service is asked. */
const PROGRESS = /^Fetching from the data service/;

export function createLoad(slack: Slack, mode: Mode, place: SignedPlace): Load {
  let sent = 0;
  const answers = new Map<string, (said: string) => void>();
  slack.listen(({ method, url, parameters: { text } }, phase) => {
    if (phase === 'arrived' && method === 'response_url' && !PROGRESS.test(String(text)))
      answers.get(url)?.(String(text));
  });

  const overHttp = async (body: Readonly<Record<string, string>>) => {
    const response = await postSigned(place, new URLSearchParams(body).toString());
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The bot answered ${response.status} to a command.`);
  };

  const ask = async (times: Times) => {
    sent += 1;
    const [command, text] = COMMANDS[sent % COMMANDS.length]?.(sent) ?? ['/stock', 'help'];
    const url = slack.answerUrl();
    const answered = new Promise<string>((resolve) => answers.set(url, resolve));
    const body = {
      command,
      text,
      response_url: url,
      team_id: TEAM,
      channel_id: BENCH_CHANNEL,
      channel_name: 'stock',
      user_id: `U0BENCH${sent % PEOPLE}`,
      user_name: 'bench',
      trigger_id: `${sent}.1`,
      token: 'unused',
      api_app_id: 'A0BENCH',
    };
    const from = performance.now();
    const acknowledged = mode === 'HTTP' ? overHttp(body) : slack.sockets.send('slash_commands', body);
    await inTime(acknowledged, `the acknowledgement of ${command} ${text}`);
    times.acknowledged.push(performance.now() - from);
    const said = await inTime(answered, `the answer to ${command} ${text}`);
    times.answered.push(performance.now() - from);
    answers.delete(url);
    if (/went wrong|not allowed|may not|Sorry/i.test(said)) throw new Error(`${command} ${text}: ${said}`);
  };

  return {
    async run(commands, inFlight) {
      const times: Times = { acknowledged: [], answered: [] };
      let left = commands;
      const oneAfterTheOther = async () => {
        while (left > 0) {
          left -= 1;
          await ask(times);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, oneAfterTheOther));
      return times;
    },
  };
}

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come.`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The value that this part of the times is at or below. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
