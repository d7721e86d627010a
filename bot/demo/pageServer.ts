import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { Act, Answer, Change, JumpName, Snapshot } from './page/protocol.ts';
import { pageFile } from './pageFiles.ts';
import { PEOPLE } from './slack/cast.ts';
import { type Hands, UnknownPlace } from './slack/hands.ts';
import { LOOPBACK, listenOnLoopback } from './slack/loopback.ts';
import { channelsOf, fileInfoOf, messageOf, pageOf, threadOf, viewOf } from './slack/screen.ts';
import type { Slack } from './slack/slack.ts';

/** What the page shows, and how. */
export interface PageOptions {
  readonly slack: Slack;
  readonly hands: Hands;
  /** What only the demo knows of a person's snapshot. */
  readonly facts: (userId: string) => Omit<Snapshot, 'session' | 'me' | 'channels' | 'home' | 'modals'>;
  /** In the order of the sidebar; direct messages with the app among them. */
  readonly channelIds: readonly string[];
  /** Moves the clock; resolves when what is due then is done. */
  readonly moveClock: (to: JumpName) => Promise<void>;
  /** The port to try first; any that is free when it is in use, unless `isFixed`. */
  readonly port: number;
  readonly isFixed: boolean;
  readonly host: string | undefined;
}

export interface PageServer {
  /** Where the page is. */
  readonly address: string;
  /** Tells everybody who looks what time it is, each in their language. */
  tellTime(): void;
  close(): Promise<void>;
}

/** Somebody's browser. */
interface Stream {
  readonly userId: string;
  readonly response: ServerResponse;
}

/** The largest file that can be uploaded; Slack takes more. */
const LARGEST_BYTES = 20_000_000;
const LARGEST_ACT_BYTES = 1_000_000;
/** What may wait for a browser that has stopped reading: it is cut off, and connects again. */
const LARGEST_BACKLOG = 8_000_000;
/** Further ports to try, so that a second demo has an address that stays, too. */
const PORTS_TO_TRY = 10;

const POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'";

/** The page, and what it asks and does (page/protocol.ts), over HTTP. @throws the error of Node when the port is in use */
export async function startPageServer(options: PageOptions): Promise<PageServer> {
  const { slack, hands, facts, channelIds, moveClock } = options;
  const session = randomUUID();
  const streams = new Set<Stream>();

  const snapshotOf = (userId: string): Snapshot => {
    const home = slack.views.home(userId);
    return {
      ...facts(userId),
      session,
      me: userId,
      channels: channelsOf(slack, userId, channelIds),
      home: home === undefined ? undefined : viewOf(home),
      modals: slack.views.modals(userId).map(viewOf),
    };
  };
  const send = ({ response }: Stream, change: Change) => {
    if (response.writableLength > LARGEST_BACKLOG) response.destroy();
    else response.write(`data: ${JSON.stringify(change)}\n\n`);
  };

  slack.workspace.listen((message) => {
    const { channel, ts, threadTs, onlyFor, deletedAt } = message;
    for (const stream of streams) {
      if (onlyFor !== undefined && onlyFor !== stream.userId) continue;
      if (channelsSeen(stream.userId).every((id) => id !== channel)) continue;
      if (deletedAt !== undefined) send(stream, { kind: 'removed', channel, ts });
      const all = slack.workspace.seenBy(stream.userId, channel);
      for (const each of all) {
        if (each.ts === ts || each.ts === threadTs)
          send(stream, { kind: 'message', channel, message: messageOf(each, all) });
      }
    }
  });
  slack.views.listen((userId, what) => {
    for (const stream of streams) {
      if (stream.userId !== userId) continue;
      const home = slack.views.home(userId);
      if (what === 'modals') send(stream, { kind: 'modals', modals: slack.views.modals(userId).map(viewOf) });
      else if (home !== undefined) send(stream, { kind: 'home', home: viewOf(home) });
    }
  });
  const channelsSeen = (userId: string) =>
    channelIds.filter((id) => !id.startsWith('D') || id === `D${userId.slice(1)}`);

  const act = async (userId: string, body: Buffer): Promise<Answer> => {
    const asked = ACT.safeParse(parsed(body));
    if (!asked.success) throw new BadRequest(`This isn't something to do: ${z.prettifyError(asked.error)}`);
    if (asked.data.kind !== 'moveClock') return hands.act(userId, asked.data);
    await moveClock(asked.data.to);
    return {};
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    const isPost = request.method === 'POST';
    requireOwnPage(request);
    const userId = () => personIn(searchParams);
    const wanted = (name: string) => {
      const value = searchParams.get(name);
      if (value === null) throw new BadRequest(`${name} is missing.`);
      return value;
    };
    const [, kind = '', name = ''] = pathname.split('/');
    if (kind === 'events') {
      const stream = { userId: userId(), response };
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      send(stream, { kind: 'snapshot', snapshot: snapshotOf(stream.userId) });
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
    } else if (kind === 'state') json(response, snapshotOf(userId()));
    else if (kind === 'messages') {
      const channel = wanted('channel');
      if (!channelsSeen(userId()).includes(channel))
        throw new UnknownPlace(`There is no channel ${channel}.`);
      const thread = searchParams.get('thread');
      json(
        response,
        thread === null
          ? pageOf(slack, userId(), channel, wanted('before'))
          : threadOf(slack, userId(), channel, thread),
      );
    } else if (kind === 'act' && isPost) {
      json(response, await act(userId(), await bodyOf(request, LARGEST_ACT_BYTES)));
    } else if (kind === 'upload' && isPost) {
      const file = slack.upload(wanted('name'), await bodyOf(request, LARGEST_BYTES));
      json(response, fileInfoOf(file));
    } else if (kind === 'file') {
      const file = slack.file(name);
      if (file === undefined) throw new NotFound();
      response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'x-content-type-options': 'nosniff',
        })
        .end(file.bytes);
    } else {
      const found = await pageFile(kind === '' ? 'index.html' : kind);
      if (found === undefined || name !== '') throw new NotFound();
      response
        .writeHead(200, {
          'content-type': found.type,
          'cache-control': 'no-cache',
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
        })
        .end(found.bytes);
    }
  };

  const { port, close } = await listenOnFreePort(options, (request, response) =>
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) throw error;
      const status = error instanceof NotFound ? 404 : 400;
      if (!(error instanceof BadRequest || error instanceof UnknownPlace || error instanceof NotFound))
        throw error;
      json(response, { error: error.message }, status);
    }),
  );
  return {
    address: `http://${isAnyAddress(options.host) ? LOOPBACK : options.host}:${port}`,
    tellTime() {
      for (const stream of streams) send(stream, { kind: 'clock', clock: facts(stream.userId).clock });
    },
    close,
  };
}

/** On the port that is asked for, else on one of those after it, else on any. */
async function listenOnFreePort(
  { port, isFixed, host = LOOPBACK }: PageOptions,
  serve: Parameters<typeof listenOnLoopback>[0],
): ReturnType<typeof listenOnLoopback> {
  const further = isFixed ? [] : [...Array.from({ length: PORTS_TO_TRY }, (_, at) => port + at + 1), 0];
  for (const tried of [port, ...further]) {
    try {
      return await listenOnLoopback(serve, undefined, tried, host);
    } catch (error) {
      if (Object(error).code !== 'EADDRINUSE' || tried === (further.at(-1) ?? port)) throw error;
    }
  }
  throw new RangeError('no port was tried');
}

/** Whether it listens on every interface, or on none that was named. */
function isAnyAddress(host: string | undefined): boolean {
  return host === undefined || host === '0.0.0.0' || host === '::';
}

class BadRequest extends Error {}

class NotFound extends Error {
  constructor() {
    super('There is nothing at this address.');
  }
}

function personIn(searchParams: URLSearchParams): string {
  const userId = searchParams.get('as') ?? PEOPLE.kari.id;
  if (!Object.values(PEOPLE).some((person) => 'name' in person && person.id === userId))
    throw new BadRequest(`There is no person ${userId}.`);
  return userId;
}

/** A page of somebody else that is open in the same browser types and reads nothing here. */
function requireOwnPage({ headers: { origin, host } }: IncomingMessage): void {
  if (origin !== undefined && URL.parse(origin)?.host !== host)
    throw new BadRequest(`The page at ${origin} isn't the demo's.`);
}

async function bodyOf(request: IncomingMessage, largest: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > largest) throw new BadRequest(`This is larger than ${largest / 1_000_000} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadRequest('This is no JSON.');
  }
}

function json(response: ServerResponse, body: object, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

const text = z.string();
const VALUES = z.record(text, z.record(text, z.record(text, z.unknown())));
const PLACE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), channel: text, ts: text }),
  z.object({ kind: z.literal('view'), viewId: text }),
]);
const ACT: z.ZodMiniType<Act> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), channel: text, command: text, text }),
  z.object({
    kind: z.literal('message'),
    channel: text,
    threadTs: z.optional(text),
    text,
    files: z.optional(z.array(text)),
  }),
  z.object({ kind: z.literal('click'), on: PLACE, action: z.record(text, z.unknown()), values: VALUES }),
  z.object({ kind: z.literal('options'), on: PLACE, blockId: text, actionId: text, typed: text }),
  z.object({ kind: z.literal('submit'), viewId: text, values: VALUES }),
  z.object({ kind: z.literal('close'), viewId: text, all: z.boolean() }),
  z.object({ kind: z.literal('openHome') }),
  z.object({ kind: z.literal('moveClock'), to: z.enum(['07:45', '08:30', 'monday']) }),
]);
