import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** One side of a WebSocket (RFC 6455) as far as Socket Mode needs it: whole texts both ways. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
}

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Accepts the upgrade of a request; `onText` gets each text that comes in. */
export function acceptTextSocket(
  request: IncomingMessage,
  socket: Duplex,
  onText: (text: string) => void,
): TextSocket {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}${MAGIC}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('error', () => socket.destroy());
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (let frame = takeFrame(waiting); frame !== undefined; frame = takeFrame(waiting)) {
      waiting = waiting.subarray(frame.size);
      if (frame.kind === TEXT) onText(frame.payload.toString('utf8'));
      else if (frame.kind === PING) socket.write(frameOf(PONG, frame.payload));
      else if (frame.kind === CLOSE) socket.end(frameOf(CLOSE, frame.payload));
    }
  });
  return {
    send: (text) => void socket.write(frameOf(TEXT, Buffer.from(text))),
    close: () => socket.destroy(),
  };
}

interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
  /** With its head. */
  readonly size: number;
}

/** The first frame, when all of it is there; a client masks what it sends. */
function takeFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const head = 2 + lengthBytes + 4;
  if (bytes.length < head) return undefined;
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  const mask = bytes.subarray(head - 4, head);
  const payload = Buffer.from(bytes.subarray(head, head + length));
  for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at % 4] ?? 0);
  return { kind: bytes.readUInt8(0) & 0x0f, payload, size: head + length };
}

function frameOf(kind: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head.writeUInt8(0x80 | kind, 0);
  if (length < 126) head.writeUInt8(length, 1);
  else if (length < 65_536) {
    head.writeUInt8(126, 1);
    head.writeUInt16BE(length, 2);
  } else {
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}
