import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';
/**
 * Below the ports that systems give to whoever asks for any: none is gone before somebody listens on it. Above 10080, the
 * highest port that `fetch` refuses as a bad one.
 */
const PORTS = { from: 10_081, to: 32_768 };
const MOST_KEPT = 200;
const kept: Socket[] = [];

/**
 * A port of the loopback interface that is free, for a program that takes no "any free one". It is kept by the same port of
 * UDP, on which nobody listens: no process is given it a second time, until this one ends or has asked for many more.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  const socket = await keep(port);
  if (socket === undefined) return freePort();
  if (!(await isFree(port))) {
    socket.close();
    return freePort();
  }
  kept.push(socket);
  if (kept.length > MOST_KEPT) kept.shift()?.close();
  return port;
}

/** Undefined where somebody has it. */
async function keep(port: number): Promise<Socket | undefined> {
  const socket = createSocket('udp4').unref();
  try {
    socket.bind({ port, address: HOST, exclusive: true });
    await once(socket, 'listening');
    return socket;
  } catch {
    socket.close();
    return undefined;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
