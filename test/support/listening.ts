import { once } from 'node:events';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Lets the server listen on the loopback interface until the test ends; gives its port. */
export async function listenInTest(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
