import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { LARGEST_LIST_BYTES, ProductListError } from '../../../../bot/products/listText.ts';
import { downloadSlackFile } from '../../../../bot/products/uploadedFiles.ts';

const botToken = 'xoxb-secret';

async function slackFiles(answer: RequestListener) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const download = (fields: object = {}, timeoutMs = 20_000) =>
    downloadSlackFile(
      { url_private_download: `${origin}/files-pri/T1-F1/download/list.csv`, ...fields },
      { botToken, slackApiUrl: `${origin}/api/` },
      timeoutMs,
    );
  return { asked, origin, download };
}

test('an uploaded list is read with the bot token', async () => {
  const slack = await slackFiles((_, response) => response.end('1101;Pale Ale'));
  expect(new TextDecoder().decode(await slack.download())).toBe('1101;Pale Ale');
  expect(slack.asked).toEqual(['Bearer xoxb-secret']);
});

test.each([
  'https://evil.example/list.csv',
  'http://files.slack.com/list.csv',
  'https://files.slack.com.evil.example/list.csv',
  'https://files.slack.com@evil.example/list.csv',
  'https://files.slack.com:8443/list.csv',
  'file:///etc/passwd',
  '',
  undefined,
])('the token goes to no other place than Slack: %s', async (address) => {
  const slack = await slackFiles((_, response) => response.end('1;a'));
  await expect(slack.download({ url_private_download: address })).rejects.toThrow(/isn't stored in Slack/);
  const real = downloadSlackFile({ url_private: address }, { botToken, slackApiUrl: undefined });
  await expect(real).rejects.toThrow(ProductListError);
  expect(slack.asked).toEqual([]);
});

test('no redirect is followed: the token would go along', async () => {
  const other = await slackFiles((_, response) => response.end('1;a'));
  const slack = await slackFiles((_, response) =>
    response.writeHead(302, { location: `${other.origin}/list.csv` }).end(),
  );
  await expect(slack.download()).rejects.toThrow(/files:read/);
  expect(other.asked).toEqual([]);
});

test.each([
  ['a page for signing in', 200, { 'content-type': 'text/html; charset=utf-8' }, /files:read/],
  ['a refusal', 403, {}, /files:read/],
  ['a file that is gone', 404, {}, /no longer in Slack/],
  ['a failure', 503, {}, /status 503/],
] as const)('%s is said in words, without the token', async (_, status, headers, sentence) => {
  const slack = await slackFiles((__, response) => response.writeHead(status, headers).end('<html>'));
  const failure = await slack.download().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProductListError);
  expect(String(failure)).toMatch(sentence);
  expect(String(failure)).not.toContain('secret');
});

test('too large a file is refused before it is read, or while it comes', async () => {
  const slack = await slackFiles((_, response) => {
    const piece = Buffer.alloc(1024 * 1024, 'a');
    const pour = () => {
      while (!response.destroyed && response.write(piece)) {}
    };
    response.on('drain', pour);
    pour();
  });
  await expect(slack.download({ size: LARGEST_LIST_BYTES + 1 })).rejects.toThrow(/the limit is 16 MB/);
  expect(slack.asked).toEqual([]);
  await expect(slack.download({ size: 10 })).rejects.toThrow(/the limit is 16 MB/);
});

test('a download that does not end, or breaks off, is given up', async () => {
  const hanging = await slackFiles((_, response) => response.write('1;a'));
  await expect(hanging.download({}, 50)).rejects.toThrow(/took too long/);
  const broken = await slackFiles((request) => request.socket.destroy());
  await expect(broken.download()).rejects.toThrow(/connection to Slack was lost/);
});
