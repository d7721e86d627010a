import { InvalidInputError } from 'retail-data-client';
import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { parseSubscriptionKey } from 'retail-data-client/transport/subscriptionKey';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { describe, expect, test } from 'vitest';

const SECRET = 'hunter2/s3cret@word';

function refusal(work: () => unknown): InvalidInputError {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('the base URL', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    [' https://api.example.com// ', 'https://api.example.com'],
    ['https://api.example.com/retail/', 'https://api.example.com/retail'],
    ['HTTPS://API.Example.com:8443/Retail', 'https://api.example.com:8443/Retail'],
    ['https://api.example.com:443', 'https://api.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://bjørk.example.no', 'https://xn--bjrk-hra.example.no'],
  ])('%s is accepted', (given, parsed) => {
    expect(parseBaseUrl(given)).toBe(parsed);
  });

  test.each([
    ['nothing', ''],
    ['no scheme', 'api.example.com'],
    ['only a path', '/retail'],
    ['another scheme', 'ftp://api.example.com'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['http to another machine', 'http://api.example.com'],
    ['http to a name that only begins like this machine', 'http://localhost.example.com'],
    ['http to a name that only looks like this machine', 'http://127.0.0.1.example.com'],
    ['http to every address', 'http://0.0.0.0:3000'],
    ['a query', 'https://api.example.com/?a=1'],
    ['an empty query', 'https://api.example.com/?'],
    ['a fragment', 'https://api.example.com/#top'],
    ['an empty fragment', 'https://api.example.com/#'],
    ['a user', 'https://kari@api.example.com'],
    ['a user and a password', 'https://kari:hunter2@api.example.com'],
    ['an empty user', 'https://@api.example.com'],
    ['a space inside', 'https://api.exam ple.com'],
    ['a space in the path', 'https://api.example.com/re tail'],
    ['a line break inside', 'https://api.example\n.com'],
    ['a line break in the path', 'https://api.example.com/a\r\nb'],
    ['a tab', 'https://api.\texample.com'],
    ['a backslash', 'https://api.example.com\\@evil.example'],
    ['two slashes missing', 'https:api.example.com'],
    ['no host', 'https://'],
    ['a port that is none', 'https://api.example.com:99999'],
  ])('with %s is refused, naming the setting', (_, given) => {
    const error = refusal(() => parseBaseUrl(given, 'RETAIL_DATA_BASE_URL'));
    expect(error.field).toBe('RETAIL_DATA_BASE_URL');
    expect(error.message).toMatch(/^RETAIL_DATA_BASE_URL is .* but it must be /);
    expect(() => createUndiciTransport({ baseUrl: given, subscriptionKey: 'key' })).toThrow(
      InvalidInputError,
    );
  });

  test.each([
    `https://kari:${SECRET}@api.example.com`,
    `https://kari:${SECRET}@api.example.com/?a=b`,
    `https://${SECRET}@api.example.com`,
    `http://kari:${SECRET}@api.example.com`,
    `https:kari:${SECRET}@api.example.com`,
    `https:\\\\kari:${SECRET}@api.example.com`,
    `kari:${SECRET}@api.example.com`,
    `ftp://kari:${encodeURIComponent(SECRET)}@api.example.com`,
    `https://api.example.com/?subscription-key=${SECRET}`,
    `https://api.example.com/#${SECRET}`,
    `https://api example.com/?subscription-key=${SECRET}`,
    SECRET,
  ])('%s is refused without showing what is secret in it', (given) => {
    const error = refusal(() => parseBaseUrl(given));
    const shown = `${error.message} ${error.advice} ${error.stack} ${JSON.stringify(error)}`;
    for (const part of ['hunter2', 's3cret', 'word@', '@word']) expect(shown).not.toContain(part);
  });
});

describe('the subscription key', () => {
  test.each(['0a1b2c3d', 'a+b/c==', '~!"#$%&()', 'x'])('%s is accepted', (key) => {
    expect(parseSubscriptionKey(key)).toBe(key);
    expect(parseSubscriptionKey(` ${key}\n`)).toBe(key);
  });

  test.each([
    ['nothing', ''],
    ['only spaces', '   '],
    ['a space inside', 'hunter2 s3cret'],
    ['a line break inside', 'hunter2\r\nX-Other: s3cret'],
    ['a tab inside', 'hunter2\ts3cret'],
    ['a letter outside ASCII', 'hunter2æs3cret'],
    ['a control sign', 'hunter2\u0000s3cret'],
  ])('with %s is refused, naming the setting and not the key', (_, key) => {
    const error = refusal(() => parseSubscriptionKey(key, 'RETAIL_DATA_SUBSCRIPTION_KEY'));
    expect(error.field).toBe('RETAIL_DATA_SUBSCRIPTION_KEY');
    const shown = `${error.message} ${error.advice} ${error.stack} ${JSON.stringify(error)}`;
    expect(shown).toContain('RETAIL_DATA_SUBSCRIPTION_KEY');
    expect(shown).not.toMatch(/hunter2|s3cret/);
    expect(() => createUndiciTransport({ baseUrl: 'https://a.example', subscriptionKey: key })).toThrow(
      InvalidInputError,
    );
  });
});
