import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { TransportFailure, type TransportRequest } from 'retail-data-client/transport/transport';
import { createUndiciTransport, type UndiciTransportOptions } from 'retail-data-client/transport/undici';
import { ProxyAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { KEY, rejection } from '../../../support/testClient.ts';

const REQUEST: TransportRequest = { method: 'GET', path: '/a', query: {}, headers: {}, timeoutMs: 20_000 };

function transportTo(baseUrl: string, options: Partial<UndiciTransportOptions> = {}) {
  const transport = createUndiciTransport({ baseUrl, subscriptionKey: KEY, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('headers come by lower-case name, repeated ones joined', async () => {
  const server = await startRawServer((socket) =>
    socket.write(
      'HTTP/1.1 200 OK\r\nX-Total-COUNT: 7\r\nLink: <a>\r\nlink: <b>\r\ncontent-length: 0\r\n\r\n',
    ),
  );
  const answer = await transportTo(server.url).send(REQUEST);
  expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '7', link: '<a>, <b>' } });
  expect(await textOf(answer.body)).toBe('');
});

test('a body that is not what its encoding says is a broken answer', async () => {
  const server = await startRawServer((socket) =>
    socket.write(httpAnswer('plain text', { 'content-encoding': 'gzip' })),
  );
  const answer = await transportTo(server.url).send(REQUEST);
  expect(await rejection(textOf(answer.body))).toMatchObject({ kind: 'interrupted' });
});

test('a proxy that wants a password is named, and told apart from one that is not there', async () => {
  const proxy = createServer();
  proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const failureThrough = async () => {
    const dispatcher = new ProxyAgent(`http://127.0.0.1:${port}`);
    onTestFinished(() => dispatcher.close());
    return rejection(transportTo('https://service.example', { dispatcher }).send(REQUEST));
  };
  expect(await failureThrough()).toMatchObject({
    kind: 'refused',
    message: 'the proxy wants a user and password (407)',
  });
  await new Promise((resolve) => proxy.close(resolve));
  expect(await failureThrough()).toMatchObject({ kind: 'unreachable', message: 'ECONNREFUSED' });
});

test('a body that is silent for too long is a timeout of its own', async () => {
  const server = await startRawServer((socket) => socket.write(httpHead({ 'content-length': '10' })));
  const answer = await transportTo(server.url, { idleTimeoutMs: 50 }).send(REQUEST);
  const failure = await rejection(textOf(answer.body));
  expect(failure).toBeInstanceOf(TransportFailure);
  expect(failure).toMatchObject({ kind: 'timeout', message: 'UND_ERR_BODY_TIMEOUT' });
  await server.allClosed();
});

test('a reader who leaves in the middle of a body lets the connection go', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const part = encoding === 'gzip' ? gzipSync(Buffer.alloc(500_000, 'x')) : Buffer.alloc(1_000, 'x');
    const server = await startRawServer((socket) =>
      socket.write(
        Buffer.concat([httpHead({ 'content-length': '9000000', 'content-encoding': encoding }), part]),
      ),
    );
    const answer = await transportTo(server.url).send(REQUEST);
    for await (const chunk of answer.body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await server.allClosed();
  }
});

test('no more than eight connections are opened, and the calls beyond them wait', async () => {
  const connections = new Set<Socket>();
  const waiting: Socket[] = [];
  const server = await startRawServer((socket) => {
    connections.add(socket);
    waiting.push(socket);
    if (waiting.length < 8) return;
    for (const answered of waiting.splice(0)) answered.write(httpAnswer('[]'));
  });
  const transport = transportTo(server.url);
  const bodies = await Promise.all(
    Array.from({ length: 40 }, async () => textOf((await transport.send(REQUEST)).body)),
  );
  expect(bodies).toEqual(Array.from({ length: 40 }, () => '[]'));
  expect(connections.size).toBe(8);
});
