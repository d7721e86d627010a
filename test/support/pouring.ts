import type { Socket } from 'node:net';
import { httpHead } from './rawServer.ts';

export interface Poured {
  /** Bytes of the body handed to the socket so far. */
  bytes: number;
}

/** Answers with `begin` and then `piece` again and again until the reader goes away; that many times when given. */
export function pour(socket: Socket, begin: string, piece: Buffer, times = Number.POSITIVE_INFINITY): Poured {
  const poured = { bytes: begin.length };
  let left = times;
  socket.write(Buffer.concat([httpHead({ connection: 'close' }), Buffer.from(begin)]));
  const goOn = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      poured.bytes += piece.length;
      if (!socket.write(piece)) {
        socket.once('drain', goOn);
        return;
      }
    }
    socket.end();
  };
  goOn();
  return poured;
}

/** Answers with `begin` and then one byte after the other, faster than any idle timeout; ends with its reader. */
export function drip(socket: Socket, begin: string, byte = ' '): void {
  socket.write(Buffer.concat([httpHead({ connection: 'close' }), Buffer.from(begin)]));
  const drops = setInterval(() => socket.write(byte), 5);
  socket.on('close', () => clearInterval(drops));
}
