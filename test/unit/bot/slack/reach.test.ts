import { createServer } from 'node:http';
import { fetch as fetchBy, ProxyAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { causeOf } from '../../../../bot/slack/reach.ts';
import { freePort } from '../../../../tools/freePort.ts';
import { rejection } from '../../../support/testClient.ts';

/** The error of a call through a proxy at that port. */
async function errorThrough(port: number): Promise<unknown> {
  const dispatcher = new ProxyAgent(`http://127.0.0.1:${port}`);
  onTestFinished(() => dispatcher.close());
  return rejection(fetchBy('https://slack.example/api/auth.test', { dispatcher }));
}

test('a proxy that wants a password and one that is not there are told apart', async () => {
  const proxy = createServer();
  proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  expect(causeOf(await errorThrough(port))).toBe('the proxy answers with status 407');
  proxy.close();
  expect(causeOf(await errorThrough(await freePort()))).toBe('ECONNREFUSED');
});

test('an address that is none is told in words', async () => {
  const unknown = new DOMException('Invalid URL: nonsense', 'SyntaxError');
  expect(causeOf(unknown)).toBe('Invalid URL: nonsense');
  expect(causeOf(Object.assign(new Error('what was wrong'), { code: {} }))).toBe('what was wrong');
});
