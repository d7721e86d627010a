import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { waitForShutdownSignal } from '../process/shutdown.ts';
import { typedAs } from '../text/typedAs.ts';
import { plainText } from './plainText.ts';
import { openScene, type Scene } from './scene.ts';
import { PEOPLE, PLACES } from './slack/cast.ts';
import type { SlackAct } from './slack/hands.ts';
import type { HeldMessage } from './slack/workspace.ts';

/** Tried first, so that a page that stays open finds the demo again after a restart. */
const PORT = 4790;
/** The bot itself waits no longer for its first sales. */
const PATIENCE_MS = 6 * 60_000;

const HELP = `${typedAs('start', '[--port NUMBER] [--host ADDRESS]')}

With settings in the environment (see docs/settings.md): the bot. With none: a demo on made-up data, which ends with Ctrl-C.

  --port NUMBER   the port of the demo's page; ${PORT} or the next free one when not set
  --host ADDRESS  the address to listen on, 0.0.0.0 in a container; this machine only when not set
  --help          prints this`;

const channel = PLACES['#stock'].id;

/** What the demo types, so that there is something to see at once. */
const SHOWN: readonly { readonly title: string; readonly act: SlackAct }[] = [
  { title: '/stock low 7', act: { kind: 'command', channel, command: '/stock', text: 'low 7' } },
  { title: '/sales yesterday', act: { kind: 'command', channel, command: '/sales', text: 'yesterday' } },
  {
    title: '@Retail Data how much gin did we sell last week',
    act: { kind: 'message', channel, text: '@Retail Data how much gin did we sell last week' },
  },
];

/**
 * Shows everything once without any configuration: the digest of an open day, three answers, and a page to play with.
 * @throws DemoError
 */
export async function runDemo(parameters: readonly string[]): Promise<void> {
  if (parameters.includes('--help')) return say(HELP);
  const stopped = waitForShutdownSignal();
  const place = readParameters(parameters);
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-demo-'));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  await Promise.race([showAll(place, folder, opened), stopped]);
  await stopped;
}

interface PagePlace {
  readonly port: number;
  readonly isFixed: boolean;
  readonly host: string | undefined;
}

async function showAll(place: PagePlace, folder: string, opened: AsyncDisposableStack): Promise<void> {
  const scene = await openScene({ ...place, folder, opened }).catch((error: unknown) => {
    throw demoErrorOf(error, place) ?? error;
  });
  say(framed('Posted in #stock', await nextAnswer(scene, undefined, 'the digest')));
  for (const { title, act } of SHOWN) {
    const before = answers(scene).at(-1)?.ts;
    const { error } = await scene.hands.act(PEOPLE.kari.id, act);
    if (error !== undefined) throw new Error(error);
    say(framed(title, await nextAnswer(scene, before, `the answer to ${title}`)));
  }
  say(`\nSlack, on made-up data: ${scene.page.address}\nCtrl-C ends it. To set up the bot: bot/README.md`);
}

/** @throws DemoError */
function readParameters(parameters: readonly string[]): PagePlace {
  const { port, host } = valuesIn(parameters);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    throw new DemoError(`--port is "${port}", but it must be a number from 0 to 65535.`);
  return { port: Number(port ?? PORT), isFixed: port !== undefined, host };
}

function valuesIn(parameters: readonly string[]): { readonly port?: string; readonly host?: string } {
  try {
    const options = { port: { type: 'string' }, host: { type: 'string' } } as const;
    return parseArgs({ args: [...parameters], options }).values;
  } catch (error) {
    throw error instanceof TypeError ? new DemoError(`${error.message}\n\n${HELP}`) : error;
  }
}

/** What is wrong with the place that was asked for; undefined for other errors. */
function demoErrorOf(error: unknown, { port, host }: PagePlace): DemoError | undefined {
  switch (Object(error).code) {
    case 'EADDRINUSE':
      return new DemoError(
        `--port is ${port}, but another program already uses it. Give another port, or none.`,
      );
    case 'EACCES':
      return new DemoError(`--port is ${port}, which this user can't use. Give a port from 1024 to 65535.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new DemoError(`--host is "${host}", which isn't an address of this machine.`);
    default:
      return undefined;
  }
}

/** What the bot said in #stock that Kari sees, in threads too; announcements of an answer have no blocks. */
function answers({ slack }: Scene): HeldMessage[] {
  return slack.workspace
    .seenBy(PEOPLE.kari.id, channel)
    .filter(({ author, blocks }) => author === undefined && blocks.length > 0);
}

async function nextAnswer(scene: Scene, before: string | undefined, what: string): Promise<HeldMessage> {
  const giveUp = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUp) {
    const answer = answers(scene).find(({ ts }) => before === undefined || ts > before);
    if (answer !== undefined) return answer;
    await delay(20);
  }
  throw new Error(`${what} didn't arrive within ${PATIENCE_MS / 60_000} minutes`);
}

function framed(title: string, { onlyFor, ...message }: HeldMessage): string {
  const lines = plainText(message).split('\n');
  return [
    '',
    `── ${title} ${onlyFor === undefined ? '' : '(only Kari sees it) '}──`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The demo can't run with these parameters. The message says what can. */
export class DemoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DemoError';
  }
}
