import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createPlainServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RetailDataClient } from 'retail-data-client';
import {
  createFetchTransport,
  createInProcessRateLimiter,
  PortableClient,
} from 'retail-data-client/portable';
import { Agent, EnvHttpProxyAgent } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import { KEY, rejection } from '../../../support/testClient.ts';

/** A certificate that nobody vouches for, made anew for each run. */
let tls: { readonly key: Buffer; readonly cert: Buffer };
const folder = mkdtempSync(join(tmpdir(), 'retail-data-tls-'));

beforeAll(() => {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const parts = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', String(key), '-out', String(cert)];
  const made = spawnSync('openssl', ['req', ...parts, ...names, ...files], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  tls = { key: readFileSync(String(key)), cert: readFileSync(String(cert)) };
});
afterAll(() => rmSync(folder, { recursive: true }));

async function startSecure(answer: RequestListener): Promise<number> {
  const server = createServer(tls, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** A proxy that gives a way to a port of this machine, or answers with that status. */
async function startProxy(port: number, status = 200) {
  const asked: string[] = [];
  const server = createPlainServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (head) => {
      asked.push(String(head).split('\r\n')[0] ?? '');
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const answerStores: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ANSWERS.stores));

function clientOf(port: number, parts: object = {}): RetailDataClient {
  const client = new RetailDataClient({
    baseUrl: `https://localhost:${port}`,
    subscriptionKey: KEY,
    clock: createJumpingClock(),
    random: () => 0,
    ...parts,
  });
  onTestFinished(() => client.close());
  return client;
}

describe('a certificate that nobody vouches for', () => {
  test('is named, not asked for again, and NODE_EXTRA_CA_CERTS is advised', async () => {
    let calls = 0;
    const port = await startSecure((...parts) => {
      calls += 1;
      answerStores(...parts);
    });
    const clock = createJumpingClock();
    const portable = new PortableClient({
      transport: createFetchTransport({ baseUrl: `https://localhost:${port}`, subscriptionKey: KEY }),
      clock,
      rateLimiter: createInProcessRateLimiter(clock),
    });
    for (const client of [clientOf(port, { clock }), portable]) {
      expect(await rejection(client.stores())).toMatchObject({
        kind: 'connection',
        isTemporary: false,
        message: expect.stringContaining(
          "nobody this machine trusts vouches for the service's certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
        ),
        advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      });
    }
    expect(calls).toBe(0);
    expect(clock.sleeps).toEqual([]);
  });

  test('for another host is named too', async () => {
    const port = await startSecure(answerStores);
    const dispatcher = new Agent({ connect: { ca: tls.cert } });
    const client = clientOf(port, { baseUrl: `https://127.0.0.1:${port}`, dispatcher });
    expect(await rejection(client.stores())).toMatchObject({
      message: expect.stringContaining("the service's certificate is for another host"),
    });
    expect(await clientOf(port, { dispatcher }).stores()).toEqual(ANSWERS.stores);
    await dispatcher.close();
  });

  test('is nothing but an address without TLS', async () => {
    const plain = createPlainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void plain.close());
    const error = await rejection(clientOf((plain.address() as AddressInfo).port).stores());
    expect(error).toMatchObject({ message: expect.stringContaining('does not speak TLS') });
  });
});

describe('a proxy', () => {
  test('of the environment gives the way to the service', async () => {
    const port = await startSecure(answerStores);
    const proxy = await startProxy(port);
    const client = clientOf(port, { environment: { HTTPS_PROXY: proxy.url } });
    // The certificate shows that the way through the proxy ended at the service.
    expect(await rejection(client.stores())).toMatchObject({
      message: expect.stringContaining('certificate'),
    });
    expect(proxy.asked).toEqual([`CONNECT localhost:${port} HTTP/1.1`]);
    const dispatcher = new EnvHttpProxyAgent({
      httpsProxy: proxy.url,
      noProxy: '',
      requestTls: { ca: tls.cert },
    });
    expect(await clientOf(port, { dispatcher }).stores()).toEqual(ANSWERS.stores);
    await dispatcher.close();
  });

  test.each([
    ['NO_PROXY names the host', (url: string) => ({ HTTPS_PROXY: url, NO_PROXY: 'localhost' })],
    ['none is set', () => ({})],
  ])('is left out where %s', async (_, environmentOf) => {
    const port = await startSecure(answerStores);
    const proxy = await startProxy(port);
    await rejection(clientOf(port, { environment: environmentOf(proxy.url) }).stores());
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    [407, 'the proxy wants a user and password (407)', 'HTTPS_PROXY'],
    [403, 'the proxy gave no way to the service (403)', 'NO_PROXY'],
  ])('that answers %d is named, and asked once', async (status, message, advice) => {
    const port = await startSecure(answerStores);
    const proxy = await startProxy(port, status);
    const client = clientOf(port, { environment: { https_proxy: proxy.url } });
    expect(await rejection(client.stores())).toMatchObject({
      kind: 'connection',
      message: expect.stringContaining(message),
      advice: expect.stringContaining(advice),
    });
    expect(proxy.asked).toHaveLength(1);
  });

  test('that does not reach the service for now is named, and asked again', async () => {
    const port = await startSecure(answerStores);
    const proxy = await startProxy(port, 502);
    const client = clientOf(port, { environment: { https_proxy: proxy.url } });
    expect(await rejection(client.stores())).toMatchObject({
      kind: 'connection',
      isTemporary: true,
      message: expect.stringContaining('the proxy answers with status 502'),
    });
    expect(proxy.asked.length).toBeGreaterThan(1);
  });
});
