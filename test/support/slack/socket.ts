import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connections of Socket Mode. */
export interface Sockets {
  /** Connections that stand open. */
  count(): number;
  /** Sends something to the bot on the newest connection; gives what the bot acknowledges it with. */
  send(type: string, payload: object): Promise<unknown>;
  /** From now on nobody is greeted. */
  silence(isSilent: boolean): void;
  /** Breaks every connection. */
  drop(): void;
  /** Tells the bot to come again, as Slack does every few hours. */
  refresh(): void;
  upgrade(request: IncomingMessage, socket: Duplex): void;
}

const ACCEPT_KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export function createSockets(): Sockets {
  const sockets = new Set<Duplex>();
  const waiting = new Map<string, (answer: unknown) => void>();
  let envelopes = 0;
  let isSilent = false;

  const take = (socket: Duplex, opcode: number, payload: Buffer) => {
    // Who closes is answered with the same, and hung up on.
    if (opcode === CLOSE) socket.end(frameOf(CLOSE, Buffer.alloc(0)));
    if (opcode === PING) socket.write(frameOf(PONG, payload));
    if (opcode !== TEXT) return;
    const { envelope_id: id = '', payload: answer }: { envelope_id?: string; payload?: unknown } = JSON.parse(
      payload.toString('utf8'),
    );
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };

  return {
    count: () => sockets.size,
    async send(type, payload) {
      const socket = [...sockets].at(-1);
      if (socket === undefined) throw new Error('the bot has no connection open');
      envelopes += 1;
      const id = `envelope ${envelopes}`;
      const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
      socket.write(textOf({ type, envelope_id: id, accepts_response_payload: true, payload }));
      return answered;
    },
    silence(now) {
      isSilent = now;
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    refresh() {
      for (const socket of sockets) socket.write(textOf({ type: 'disconnect', reason: 'refresh_requested' }));
    },
    upgrade(request, socket) {
      const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${ACCEPT_KEY}`);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${key.digest('base64')}\r\n\r\n`,
      );
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      let unread = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        unread = Buffer.concat([unread, chunk]);
        for (let frame = readFrame(unread); frame !== undefined; frame = readFrame(unread)) {
          unread = unread.subarray(frame.size);
          take(socket, frame.opcode, frame.payload);
        }
      });
      if (!isSilent) socket.write(textOf({ type: 'hello' }));
    },
  };
}

function textOf(message: object): Buffer {
  return frameOf(TEXT, Buffer.from(JSON.stringify(message)));
}

/** One whole frame from a server, which masks nothing. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 2 ** 16 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (head.length === 2) head[1] = payload.length;
  if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(payload.length, 2);
  }
  if (head.length === 10) {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The first frame of a client, whose payload is masked; undefined until it is whole. */
function readFrame(
  bytes: Buffer,
): { readonly opcode: number; readonly payload: Buffer; readonly size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + extra + 4;
  if (bytes.length < start) return undefined;
  const length = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return undefined;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + length)).map(
    (byte, at) => byte ^ (mask[at % 4] ?? 0),
  );
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: Buffer.from(payload), size: start + length };
}
