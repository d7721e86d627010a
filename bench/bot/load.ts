import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { type Slack, TEAM } from '../../tools/slack/slack.ts';
import { FIRST_PRODUCT } from './fill.ts';

export type Mode = 'HTTP' | 'Socket Mode';

/** Milliseconds from sending a command, one of each per command. */
export interface Times {
  readonly acknowledged: number[];
  readonly answered: number[];
}

export interface Load {
  /** So many commands, never more than `inFlight` at a time; a new one goes out when one is answered. */
  run(commands: number, inFlight: number): Promise<Times>;
  close(): Promise<void>;
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

export function createLoad(
  slack: Slack,
  mode: Mode,
  { port, signingSecret }: { readonly port: number; readonly signingSecret: string },
): Load {
  const agent = new Agent({ connections: 200 });
  let sent = 0;

  const overHttp = async (body: Readonly<Record<string, string>>) => {
    const text = new URLSearchParams(body).toString();
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${text}`).digest('hex');
    const response = await request(`http://127.0.0.1:${port}/slack/events`, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      },
      body: text,
    });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`The bot answered ${response.statusCode} to a command.`);
  };

  const ask = async (times: Times) => {
    sent += 1;
    const id = String(sent);
    const [command, text] = COMMANDS[sent % COMMANDS.length]?.(sent) ?? ['/stock', 'help'];
    const { url, answered } = slack.expectAnswer(id);
    const body = {
      command,
      text,
      response_url: url,
      team_id: TEAM,
      channel_id: 'C0BENCH',
      channel_name: 'stock',
      user_id: `U0BENCH${sent % PEOPLE}`,
      user_name: 'bench',
      trigger_id: `${sent}.1`,
      token: 'unused',
      api_app_id: 'A0BENCH',
    };
    const from = performance.now();
    const acknowledged = mode === 'HTTP' ? overHttp(body) : slack.sendEnvelope(id, body);
    await inTime(acknowledged, `the acknowledgement of ${command} ${text}`);
    times.acknowledged.push(performance.now() - from);
    const { text: said } = await inTime(answered, `the answer to ${command} ${text}`);
    times.answered.push(performance.now() - from);
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
    close: () => agent.close(),
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
