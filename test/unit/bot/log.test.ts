import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../bot/process/log.ts';

/** What the log of production writes. */
function logged(write: (log: ReturnType<typeof createLog>) => void, secrets: readonly string[] = []): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog('info', secrets, sink));
  return text;
}

const RESPONSE_URL = 'https://hooks.slack.com/commands/T0/1/very-secret';

describe('the log does not hold', () => {
  test.each([
    'token',
    'botToken',
    'appToken',
    'signingSecret',
    'subscriptionKey',
    'authorization',
    'password',
    'response_url',
    'responseUrl',
    'trigger_id',
    'triggerId',
    'Ocp-Apim-Subscription-Key',
    'x-slack-signature',
  ])('a value under %s, however deep it stands', (key) => {
    const text = logged((log) => {
      log.info({ [key]: 'very-secret' }, 'at the top');
      log.info({ a: { [key]: 'very-secret' } }, 'one below');
      log.info({ a: [{ b: { c: { d: { [key]: 'very "secret\\' } } } }] }, 'far below');
    });
    expect(text).not.toContain('secret');
    expect(text.match(/\*\*\*/g)).toHaveLength(3);
    for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('what shows by its form that it is a secret, whatever it stands in', () => {
    const text = logged((log) => {
      log.warn(`answered at ${RESPONSE_URL}`);
      log.error({ err: new Error('xoxb-123-very-secret was refused, so was xapp-1-very-secret') }, 'failed');
      log.info({ place: 'postgres://bot:very-secret@db.example/bot' }, 'opened');
    });
    expect(text).not.toContain('very-secret');
    expect(text).toContain('db.example');
  });

  test('a secret that it was told of, in an error and its stack too', () => {
    const key = '0a1b2c3d4e5f6071';
    const text = logged((log) => log.error({ err: new TypeError(`Invalid header: ${key}`) }, key), [key]);
    expect(text).not.toContain(key);
    expect(text).toContain('TypeError');
  });
});

test('the log keeps what is no secret as it is', () => {
  const fields = { channel: 'C0STOCK', url: 'https://hooks.example/a', tokens: 3, note: 'a token of thanks' };
  expect(JSON.parse(logged((log) => log.info(fields, 'posted')))).toMatchObject(fields);
});
