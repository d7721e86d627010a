import { Writable } from 'node:stream';
import { type App, LogLevel, type Receiver } from '@slack/bolt';
import { type Logger, pino } from 'pino';
import type { Person } from '../../../../bot/access/person.ts';
import { type ListenerMiddleware, useMiddleware } from '../../../../bot/listeners/middleware/index.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { AcknowledgingApp } from '../../../../bot/slack/acknowledgingApp.ts';
import { createPendingRequests } from '../../../../bot/slack/pendingRequests.ts';
import { NO_REPLAYS } from '../../../../bot/slack/replays.ts';
import type { ViewsClient } from '../../../../bot/slack/viewsClient.ts';
import { ENGLISH_READERS } from '../englishReaders.ts';
import {
  clickBody,
  clickInView,
  commandBody,
  DOUBLE_TEAM,
  homeOpenedBody,
  searchBody,
  submissionBody,
} from '../payloadBodies.ts';
import { type RegisteredListener, registeredListeners } from '../registeredListeners.ts';
import { mutate, pick, type Random, randomBy } from './mutate.ts';

export interface PayloadFuzz {
  readonly seed: number;
  readonly payloads: number;
  /** Registers the listeners that are to be tried; their forms and buttons are found by name. */
  readonly register: (
    app: App,
    middleware: ListenerMiddleware,
    viewsClient: ViewsClient,
    log: Logger,
  ) => void;
  /** Words that the commands know, to be mixed with words they do not. */
  readonly words: readonly string[];
  /** What buttons carry, to be mixed with what none carries. */
  readonly values?: readonly string[];
  /** Told now and then how far it has come. */
  readonly say?: (done: number) => void;
}

export interface FuzzResult {
  readonly payloads: number;
  /** Something was said or shown, or choices were given. */
  readonly answered: number;
  /** Acknowledged, and turned away with a line in the log. */
  readonly turnedAway: number;
}

/** A payload that was not dealt with as it should; the message holds the seed and the payload. */
export class PayloadFuzzError extends Error {}

const RESPONSE_URL = 'https://hooks.slack.com/commands/fuzz';

/**
 * Sends random and mutated payloads through the real Bolt app and the real middleware, without a network. Each has to be
 * acknowledged exactly once, answered or turned away, and to break nothing.
 */
export async function fuzzPayloads({
  seed,
  payloads,
  register,
  words,
  values = [],
  say,
}: PayloadFuzz): Promise<FuzzResult> {
  const random = randomBy(seed);
  const lines: string[] = [];
  const log = pino({ level: 'info', base: null }, linesInto(lines));
  const pendingRequests = createPendingRequests();
  let shown = 0;
  const receiver: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };
  const app = new AcknowledgingApp(
    {
      receiver,
      authorize: async () => ({ botToken: 'xoxb-fuzz', botId: 'B0', botUserId: 'U0' }),
      clientOptions: {
        fetch: async (address) => {
          if (!String(address).startsWith('https://hooks.slack.com/')) {
            throw new Error(`a request went to ${String(address)}`);
          }
          shown += 1;
          return new Response('ok');
        },
      },
      logger: quiet(),
      convoStore: false,
    },
    { log, isRepeated: () => false },
  );
  const showing = async () => {
    shown += 1;
    return { id: 'V1', hash: undefined, order: shown };
  };
  const viewsClient: ViewsClient = {
    modalOf: ({ id, hash }) => ({ id, hash, order: shown }),
    open: showing,
    push: showing,
    update: async () => {
      await showing();
      return 'shown';
    },
    publishHome: async () => void (await showing()),
  };
  const middleware = useMiddleware(app, {
    languages: ENGLISH_READERS,
    policy: {
      ...DEFAULT_POLICY,
      teams: [DOUBLE_TEAM],
      holders: { ...DEFAULT_POLICY.holders, admin: { users: ['U0KARI'], groups: [], channels: [] } },
    },
    directory: {
      namedBy: async () => [],
      channelsOf: async () => new Set<string>(),
      person: async (userId) => personBy(userId),
      place: async (channelId) =>
        channelId === undefined ? { kind: 'alone' } : { kind: 'channel', channelId, shared: false },
    },
    log,
    pendingRequests,
    slackApiUrl: undefined,
    viewsClient,
    replays: NO_REPLAYS,
    audit: { add: async () => true },
  });
  const registered = registeredListeners(app);
  register(app, middleware, viewsClient, log);

  let answered = 0;
  let logged = 0;
  for (let done = 1; done <= payloads; done += 1) {
    const body = payloadOf(random, registered, words, values);
    const before = shown;
    lines.length = 0;
    const acks: unknown[] = [];
    const fail = (what: string) => {
      throw new PayloadFuzzError(`seed ${seed}, payload ${done}: ${what}\n${JSON.stringify(body)}`);
    };
    try {
      await app.processEvent({ body, ack: async (answer) => void acks.push(answer) });
      await orHangs(pendingRequests.settled());
    } catch (error) {
      fail(`threw ${String(error)}`);
    }
    if (acks.length !== 1) fail(`was acknowledged ${acks.length} times`);
    const broken = lines.filter((line) => line.includes(ERROR_LEVEL) && !line.includes(UNREADABLE));
    if (broken.length > 0) fail(`broke something: ${broken.join('')}`);
    if (shown > before || acks[0] !== undefined) answered += 1;
    else if (lines.length > 0) logged += 1;
    else if (!isSilent(body)) fail('was neither answered nor turned away');
    if (done % 1_000 === 0) say?.(done);
  }
  return { payloads, answered, turnedAway: logged };
}

/** So that what never ends is told with its payload. */
async function orHangs(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a minute without an end')), 60_000);
  });
  await Promise.race([work, hangs]).finally(() => clearTimeout(timer));
}

const ERROR_LEVEL = '"level":50';
/** Said of what Bolt itself cannot read; it has been acknowledged and nothing was done for it. */
const UNREADABLE = 'something came from Slack that could not be read';

/** A form that closes, App Home on its other tab and a click that has no address for an answer need no word. */
function isSilent(body: Readonly<Record<string, unknown>>): boolean {
  const isClickInView = body.type === 'block_actions' && !body.response_url;
  return isClickInView || body.type === 'view_submission' || 'event' in body;
}

function payloadOf(
  random: Random,
  registered: readonly RegisteredListener[],
  words: readonly string[],
  values: readonly string[],
): Record<string, unknown> {
  let body = baseOf(random, registered, words, values);
  const mutations = pick(random, [0, 1, 1, 2, 5]);
  for (let done = 0; done < mutations; done += 1) body = mutate(random, body);
  return body;
}

function baseOf(
  random: Random,
  registered: readonly RegisteredListener[],
  words: readonly string[],
  values: readonly string[],
): Record<string, unknown> {
  const [first, ...others] = registered;
  if (first === undefined) throw new Error('no listener is registered');
  const { kind, name } = pick(random, [first, ...others]);
  const value = pick(random, ['', '1', '15', 'newest', 'x', '-1', '9'.repeat(40), ...values, ...values]);
  switch (kind) {
    case 'command':
      return { ...commandBody(RESPONSE_URL), command: name, text: textOf(random, words) };
    case 'action':
      return random() < 0.5
        ? clickBody(RESPONSE_URL, `${name}:${value}`, value)
        : clickInView(pick(random, ['modal', 'home']), name, value);
    case 'submission':
      return submissionBody(name, value, valuesOf(random, words));
    case 'options':
      return searchBody(name, textOf(random, words));
    case 'event':
    case 'other':
      return homeOpenedBody(pick(random, ['home', 'messages']));
  }
}

/** Words of the command, of no command, and characters of any kind. */
function textOf(random: Random, words: readonly string[]): string {
  const count = Math.floor(random() * 6);
  return Array.from({ length: count }, () =>
    random() < 0.6 ? pick(random, ['help', ...words]) : anyCharacters(random),
  ).join(pick(random, [' ', '  ', '\t', '\u00a0', '']));
}

function anyCharacters(random: Random): string {
  const length = Math.floor(random() * 12);
  return String.fromCodePoint(
    ...Array.from({ length }, () => Math.floor(random() * (random() < 0.7 ? 0x180 : 0xd7ff))),
  );
}

/** The fields of all forms at once: each reads its own. */
function valuesOf(random: Random, words: readonly string[]): object {
  const text = () => ({ type: 'plain_text_input', value: textOf(random, words) });
  const option = (...values: [string, ...string[]]) => ({
    type: 'static_select',
    selected_option: pick(random, [null, { value: pick(random, values) }, { value: textOf(random, words) }]),
  });
  const options = () => ({
    type: 'multi_external_select',
    selected_options: pick(random, [[], [{ value: '1101' }], [{ value: textOf(random, words) }, {}], null]),
  });
  const day = () => ({
    type: 'datepicker',
    selected_date: pick(random, [null, '2026-11-12', '2026-11-19', '2999-01-01', 'x', 7]),
  });
  return {
    email: { email: { type: 'plain_text_input', value: pick(random, ['kari@example.no', 'kari', '']) } },
    role_id: { role_id: text() },
    main_role_id: { main_role_id: text() },
    active: {
      active: { type: 'radio_buttons', selected_option: { value: pick(random, ['on', 'off', '?']) } },
    },
    what: { what: option('overview', 'out', 'low', 'changes') },
    scope: { scope: option('mine', 'all') },
    products: { products: options(), pick_product: options() },
    stores: { stores: options(), pick_store: options() },
    store: { store: option('143'), pick_store: option('143') },
    days: { days: { type: 'number_input', value: pick(random, ['7', '0', '-1', '1e9', '', null]) } },
    period: { period: option('yesterday', 'last week') },
    from: { from: day() },
    to: { to: day() },
    by: { by: option('product', 'store', 'day', 'week') },
    compare: { compare: option('nothing', 'before', '2026-11-02..2026-11-08') },
    open: { open: { type: 'checkboxes', selected_options: pick(random, [[], [{ value: 'yes' }]]) } },
    words: { words: text() },
    near: { near: { type: 'plain_text_input', value: pick(random, ['59.91,10.75', '91,0', 'x', null]) } },
    file: {
      file: { type: 'file_input', files: pick(random, [[], null, [{ id: 'F1', name: 'a.csv' }], [{}]]) },
    },
    where: { where: { type: 'conversations_select', selected_conversation: 'C0STOCK' } },
  };
}

const STANDINGS: readonly Person['standing'][] = ['member', 'guest', 'stranger', 'bot', 'gone'];

/** Kari is a member; what others are, their id decides. */
function personBy(userId: string): Person {
  const sum = [...userId].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const standing = userId === 'U0KARI' ? 'member' : (STANDINGS[sum % STANDINGS.length] ?? 'gone');
  return { userId, teamIds: [DOUBLE_TEAM], standing, groupIds: [], locale: undefined };
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

/** Bolt's own lines are of no interest here. */
function quiet(): NonNullable<ConstructorParameters<typeof AcknowledgingApp>[0]>['logger'] & object {
  const nothing = () => {};
  return {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    setLevel: nothing,
    setName: nothing,
    getLevel: () => LogLevel.ERROR,
  };
}
