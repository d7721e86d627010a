import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptTextSocket, type TextSocket } from './webSocket.ts';

/** The connections of Socket Mode. */
export interface Sockets {
  /** Connections that stand open. */
  count(): number;
  /** Sends something to the bot on the newest connection; gives what the bot acknowledges it with. */
  send(type: string, payload: unknown): Promise<unknown>;
  /** Writes a frame that may be anything. */
  writeFrame(text: string): void;
  /** Breaks every connection. */
  drop(): void;
  /** Tells the bot to come again, as Slack does every few hours. */
  refresh(): void;
  upgrade(request: IncomingMessage, stream: Duplex): void;
}

/** Something that was sent and isn't acknowledged yet. */
interface Waiting {
  readonly socket: TextSocket;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export function createSockets(): Sockets {
  const sockets = new Set<TextSocket>();
  const waiting = new Map<string, Waiting>();
  let envelopes = 0;
  const write = (socket: TextSocket, message: object) => socket.send(JSON.stringify(message));

  const newest = () => {
    const socket = [...sockets].at(-1);
    if (socket === undefined) throw new Error('the bot has no connection open');
    return socket;
  };

  return {
    count: () => sockets.size,
    writeFrame: (text) => newest().send(text),
    async send(type, payload) {
      envelopes += 1;
      const id = `envelope ${envelopes}`;
      const socket = newest();
      const answered = new Promise<unknown>((resolve, reject) =>
        waiting.set(id, { socket, resolve, reject }),
      );
      write(socket, { type, envelope_id: id, accepts_response_payload: true, payload });
      return answered;
    },
    drop() {
      for (const socket of sockets) socket.close();
    },
    refresh() {
      for (const socket of sockets) write(socket, { type: 'disconnect', reason: 'refresh_requested' });
    },
    upgrade(request, stream) {
      const socket = acceptTextSocket(request, stream, (text) => {
        const { envelope_id: id = '', payload }: { envelope_id?: string; payload?: unknown } =
          JSON.parse(text);
        waiting.get(id)?.resolve(payload);
        waiting.delete(id);
      });
      sockets.add(socket);
      stream.on('close', () => {
        sockets.delete(socket);
        for (const [id, { socket: carrier, reject }] of waiting) {
          if (carrier !== socket) continue;
          waiting.delete(id);
          reject(new Error('the connection closed before the bot acknowledged'));
        }
      });
      write(socket, { type: 'hello' });
    },
  };
}
