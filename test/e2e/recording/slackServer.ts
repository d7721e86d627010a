import { createServer, type IncomingMessage } from 'node:http';
import { listAt, textAt } from './fields.ts';
import { BOT_USER, channelsOf, PEOPLE, type Person, PLACES, type Place, TEAM } from './people.ts';

/** What the bot did that somebody can see. */
export type Seen =
  /** `by`: how it was sent. */
  | { readonly kind: 'message'; readonly by: string; readonly body: object; readonly ts: string }
  | {
      readonly kind: 'view';
      readonly by: string;
      readonly id: string;
      readonly hash: string;
      readonly userId: string;
      readonly view: object;
    }
  | { readonly kind: 'file'; readonly to: object; readonly name: string; readonly content: string };

/** Slack's Web API as far as the bot calls it. It takes everything, and keeps it. */
export interface SlackServer {
  readonly apiUrl: string;
  /** Takes answers to commands and clicks. */
  readonly answerUrl: string;
  readonly seen: readonly Seen[];
  /** Calls that have begun and not ended. */
  underWay(): number;
  /** Of every call so far. */
  calls(): number;
  /** Where a file can be downloaded that somebody has put into a form. */
  keepFile(content: string): string;
  close(): Promise<void>;
}

/** @param now what its answers say the time is */
export async function startSlackServer(now: () => number): Promise<SlackServer> {
  const seen: Seen[] = [];
  const uploads: { name: string; content: string }[] = [];
  const files: string[] = [];
  let views = 0;
  let calls = 0;
  let underWay = 0;

  const message = (by: string, body: object) => {
    const ts = `1795160000.${String(seen.length).padStart(6, '0')}`;
    seen.push({ kind: 'message', by, body, ts });
    return { ok: true, ts, message_ts: ts, channel: textAt(body, 'channel') };
  };
  const view = (by: string, body: object) => {
    views += 1;
    const [id, hash] = [textAt(body, 'view_id') || `V${views}`, `hash ${views}`];
    const shown = { kind: 'view', by, id, hash, userId: textAt(body, 'user_id') } as const;
    seen.push({ ...shown, view: JSON.parse(textAt(body, 'view') || '{}') });
    return { ok: true, view: { id, hash } };
  };

  const answerOf = (method: string, body: object): object => {
    const { origin } = new URL(apiUrl);
    switch (method) {
      case 'auth.test':
        return { ok: true, team: 'Home', team_id: TEAM, user: 'bot', user_id: BOT_USER, bot_id: 'B0BOT' };
      case 'users.info':
        return found('user', PEOPLE, textAt(body, 'user'), ({ id, account }: Person) => ({ id, ...account }));
      case 'conversations.info':
        return found('channel', PLACES, textAt(body, 'channel'), ({ id, channel }: Place) => ({
          id,
          ...channel,
        }));
      case 'conversations.members':
        return found('members', PLACES, textAt(body, 'channel'), ({ members = [] }: Place) => members);
      case 'conversations.open':
        return { ok: true, channel: { id: `D0${textAt(body, 'users').slice(2)}` } };
      case 'users.conversations': {
        const ids = channelsOf(textAt(body, 'user'));
        return {
          ok: true,
          channels: Object.values(PLACES)
            .filter(({ id }) => ids.includes(id))
            .map(({ id, channel }) => ({ id, ...channel })),
        };
      }
      case 'conversations.history':
        return { ok: true, messages: [] };
      case 'chat.postMessage':
      case 'chat.postEphemeral':
      case 'chat.update':
      case 'chat.delete':
        return message(method, unpacked(body));
      case 'views.open':
      case 'views.push':
      case 'views.update':
      case 'views.publish':
        return view(method, body);
      case 'files.getUploadURLExternal': {
        const at = uploads.push({ name: textAt(body, 'filename'), content: '' }) - 1;
        return { ok: true, upload_url: `${origin}/upload/${at}`, file_id: `F${at}` };
      }
      case 'files.completeUploadExternal': {
        const { files: listed, ...to } = unpacked(body);
        const ids = listAt(listed).map((file) => textAt(file, 'id'));
        for (const id of ids) {
          const upload = uploads[Number(id.slice(1))];
          if (upload !== undefined) seen.push({ kind: 'file', to, ...upload });
        }
        return { ok: true, files: ids.map((id) => ({ id })) };
      }
      default:
        throw new Error(`the recorder's Slack has no method ${method}; add it to slackServer.ts`);
    }
  };

  const server = createServer(async (request, response) => {
    calls += 1;
    underWay += 1;
    response.setHeader('date', new Date(now()).toUTCString());
    const [, kind = '', name = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const body = await contentOf(request);
    const json = (answer: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    if (kind === 'files') response.end(files[Number(name)]);
    else if (kind === 'answer') {
      message('response_url', JSON.parse(body));
      response.end('ok');
    } else if (kind === 'upload') {
      const upload = uploads[Number(name)];
      if (upload !== undefined) upload.content = uploadedText(body, request.headers['content-type']);
      response.end('OK');
    } else json(answerOf(name, Object.fromEntries(new URLSearchParams(body))));
    underWay -= 1;
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const apiUrl = `http://127.0.0.1:${port}/api/`;

  return {
    apiUrl,
    answerUrl: `http://127.0.0.1:${port}/answer`,
    seen,
    underWay: () => underWay,
    calls: () => calls,
    keepFile: (content) => `http://127.0.0.1:${port}/files/${files.push(content) - 1}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function found<Known extends { readonly id: string }>(
  what: string,
  known: Readonly<Record<string, Known>>,
  id: string,
  tell: (known: Known) => object,
): object {
  const one = Object.values(known).find((each) => each.id === id);
  return one === undefined ? { ok: false, error: `${what}_not_found` } : { ok: true, [what]: tell(one) };
}

/** web-api sends a form; what has structure is JSON in a field of it. */
function unpacked(body: object): { [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, /^[[{]/.test(value) ? JSON.parse(value) : value]),
  );
}

async function contentOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** A file comes as it is, or as the one part of a form. */
function uploadedText(body: string, contentType = ''): string {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1];
  if (boundary === undefined) return body;
  const [, part = ''] = body.split(`--${boundary}`);
  return part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '');
}
