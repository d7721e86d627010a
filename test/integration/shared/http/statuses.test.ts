import nock from 'nock';
import { RateLimitError, type RetailDataErrorKind } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { describe, expect, test } from 'vitest';
import { createJumpingClock, NOON } from '../../../support/fakeClock.ts';
import { BASE_URL, PATHS, useMockedService } from '../../../support/mockedService.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

useMockedService();

interface Refused {
  readonly status: number;
  readonly body?: string | object;
  readonly headers?: Record<string, string>;
}

/** The error of `stores` when every attempt is refused that way, and how many attempts there were. */
async function refuse({ status, body = '', headers = {} }: Refused) {
  let attempts = 0;
  const clock = createJumpingClock();
  nock(BASE_URL)
    .get(PATHS.stores)
    .times(10)
    .optionally()
    .reply(() => {
      attempts += 1;
      return [status, body, headers];
    });
  const error = await rejection(
    createTestClient({ baseUrl: BASE_URL, clock }).stores({}, { maxWaitMs: 60_000 }),
  );
  nock.cleanAll();
  return { error, attempts, waited: clock.now() - NOON };
}

test.each<[number, RetailDataErrorKind, number]>([
  [204, 'unexpectedResponse', 1],
  [301, 'redirected', 1],
  [304, 'unexpectedResponse', 1],
  [400, 'badRequest', 1],
  [401, 'authentication', 1],
  [403, 'authentication', 1],
  [404, 'unexpectedResponse', 1],
  [407, 'connection', 1],
  [408, 'timeout', 4],
  [409, 'unexpectedResponse', 1],
  [422, 'unprocessable', 1],
  [429, 'rateLimit', 4],
  [500, 'server', 4],
  [502, 'server', 4],
  [503, 'server', 4],
  [504, 'timeout', 4],
])('%d is a %s error, attempted %d times', async (status, kind, expectedAttempts) => {
  const { error, attempts } = await refuse({ status });
  expect(error).toMatchObject({ kind, status, operation: 'stores' });
  expect(error).toHaveProperty('advice', expect.stringMatching(/\w+ .*\.$/));
  expect(String(error)).toContain('Stores: ');
  expect(String(error)).toContain(String(status));
  expect(attempts).toBe(expectedAttempts);
});

describe('what the service itself said', () => {
  test.each<[string, Refused, string]>([
    ['a gateway body', { status: 400, body: { statusCode: 400, message: 'Bad date.' } }, '"Bad date."'],
    ['an error field', { status: 400, body: { error: 'Bad date.' } }, '"Bad date."'],
    ['plain text', { status: 422, body: '  No such\n permission ' }, '"No such permission"'],
    [
      'an error with a message in it',
      { status: 400, body: { error: { code: 17, message: 'Bad date.' } } },
      '"Bad date."',
    ],
    [
      'the title of a problem',
      { status: 400, body: { type: 'about:blank', title: 'Bad date.' } },
      '"Bad date."',
    ],
    [
      'JSON of another shape, without its braces',
      { status: 400, body: { problems: [{ field: 'date', why: 'Bad date.' }], count: 1 } },
      '"date, Bad date."',
    ],
  ])('%s is quoted', async (_, refused, quoted) => {
    const { error } = await refuse(refused);
    expect(String(error)).toContain(`It said: ${quoted}`);
  });

  test('a long text is cut', async () => {
    const { error } = await refuse({ status: 400, body: 'x'.repeat(10_000) });
    expect(String(error).length).toBeLessThan(400);
  });

  test.each(['null', '7', '"', '{', '[]', '{"message":7}'])('a body of %s troubles nobody', async (body) => {
    expect((await refuse({ status: 400, body })).error).toMatchObject({ kind: 'badRequest' });
  });
});

describe('a refusal by what stands before the service', () => {
  const PAGE = '<html><body>The request is blocked.</body></html>';

  test.each([401, 403])('as a page with %d is no rejected key', async (status) => {
    const { error } = await refuse({ status, body: PAGE, headers: { 'content-type': 'text/html' } });
    expect(error).toMatchObject({
      kind: 'unexpectedResponse',
      message: expect.stringContaining('a firewall'),
      advice: expect.stringContaining('operator of the network'),
    });
  });

  test('as JSON without a word about the key speaks of addresses too', async () => {
    const { error } = await refuse({ status: 403, body: { statusCode: 403, message: 'Forbidden' } });
    expect(error).toMatchObject({ advice: expect.stringContaining('only certain addresses') });
  });

  test.each([
    [{ body: { statusCode: 500, message: 'Internal server error', activityId: 'a-1' } }, 'a-1'],
    [{ headers: { 'apim-request-id': 'a-2', 'x-request-id': 'b' } }, 'a-2'],
    [{ headers: { 'x-ms-request-id': 'a-3' } }, 'a-3'],
    [{ body: { activityId: 7 } }, undefined],
    [{ headers: { 'x-request-id': 'two words' } }, undefined],
  ])('is named by its request id: %j', async (refused, requestId) => {
    const { error } = await refuse({ status: 500, ...refused });
    expect(error).toMatchObject({ requestId });
    if (requestId !== undefined) expect(String(error)).toContain(`Request id: ${requestId}.`);
    else expect(String(error)).not.toContain('Request id');
  });
});

describe('how long to wait', () => {
  const inSeventySeconds = new Date(NOON + 70_000).toUTCString();
  const anHourAgo = new Date(NOON - 3_600_000).toUTCString();

  test.each<[string, Refused, number | undefined]>([
    ['Retry-After as seconds', { status: 429, headers: { 'retry-after': '70' } }, 70_000],
    ['Retry-After as a date', { status: 429, headers: { 'Retry-After': inSeventySeconds } }, 70_000],
    ['Retry-After as a date that is over', { status: 429, headers: { 'retry-after': anHourAgo } }, 0],
    ['Retry-After on a 503', { status: 503, headers: { 'retry-after': '70' } }, 70_000],
    [
      'the body in seconds',
      { status: 429, body: { message: 'Rate limit is exceeded. Try again in 27 seconds.' } },
      27_000,
    ],
    ['one second', { status: 429, body: 'Try again in 1 second.' }, 1_000],
    [
      'the body as hours, minutes and seconds',
      { status: 403, body: { message: 'Out of call volume quota. Quota will be replenished in 05:10:09.' } },
      18_609_000,
    ],
    [
      'the header before the body',
      { status: 429, headers: { 'retry-after': '61' }, body: 'in 90 seconds' },
      61_000,
    ],
    [
      'a header that says nothing',
      { status: 429, headers: { 'retry-after': 'soon' }, body: 'in 90 seconds' },
      90_000,
    ],
    ['the body of a 503', { status: 503, body: 'Try again in 30 seconds.' }, 30_000],
    [
      'the body in days',
      {
        status: 403,
        body: { message: 'Out of call volume quota. Quota will be replenished in 5.03:23:11.' },
      },
      444_191_000,
    ],
    [
      'the body in many days',
      { status: 403, body: { message: 'Out of bandwidth quota. Quota will be replenished in 22.14:18:12.' } },
      1_952_292_000,
    ],
    ['nothing', { status: 429 }, undefined],
    ['no end at all', { status: 429, headers: { 'retry-after': '9'.repeat(400) } }, 2_147_483_647],
    [
      'the last year',
      { status: 429, headers: { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' } },
      2_147_483_647,
    ],
    ['403 with a Retry-After', { status: 403, headers: { 'retry-after': '61' } }, 61_000],
    ['403 that speaks of quota and not of time', { status: 403, body: 'Out of call volume quota.' }, 900_000],
  ])('%s', async (_, refused, retryAfterMs) => {
    const { error } = await refuse(refused);
    expect(error).toMatchObject({ retryAfterMs });
    if (refused.status !== 503) expect(error).toBeInstanceOf(RateLimitError);
  });

  test.each([
    ['Quota will be replenished in 5.03:23:11.', 'Try again in 5 days 3 h.'],
    ['Out of call volume quota.', 'Try again in 15 minutes.'],
  ])('is what is advised for a quota that says "%s"', async (message, advice) => {
    const { error } = await refuse({ status: 403, body: { statusCode: 403, message } });
    expect(error).toMatchObject({ kind: 'rateLimit', advice });
  });

  test.each([30, 120])(
    'a failure that tells how long it took, such as %d seconds, asks for no wait and is repeated',
    async (seconds) => {
      for (const status of [500, 502, 504]) {
        const body = { message: `The query did not complete in ${seconds} seconds.` };
        const { error, attempts, waited } = await refuse({ status, body });
        expect(error).toMatchObject({ status, retryAfterMs: undefined });
        expect(attempts).toBe(4);
        expect(waited).toBeLessThan(5_000);
      }
    },
  );

  test('a 403 that explains nothing speaks of the key, not of the quota', async () => {
    const { error } = await refuse({ status: 403, body: { message: 'Forbidden' } });
    expect(error).toMatchObject({ kind: 'authentication', retryAfterMs: undefined });
  });
});

describe('a refused call of accumulated stock', () => {
  async function refuseStock(refused: Refused, maxWaitMs: number) {
    const clock = createJumpingClock();
    const rateLimiter = createInProcessRateLimiter(clock);
    nock(BASE_URL)
      .get(PATHS.accumulatedStock)
      .reply(refused.status, refused.body ?? '', refused.headers ?? {});
    const client = createTestClient({ baseUrl: BASE_URL, clock, rateLimiter });
    const error = await rejection(client.get('accumulatedStock', {}, { maxWaitMs }));
    return { error, rateLimiter, client };
  }

  test.each<[string, Refused, number]>([
    ['for as long as it says', { status: 429, headers: { 'retry-after': '300' } }, 300_000],
    ['for a minute when it does not say', { status: 429 }, 60_000],
    [
      'for an hour at most, whatever it says',
      { status: 429, headers: { 'retry-after': '99999999999' } },
      3_600_000,
    ],
    [
      'until the quota is replenished',
      { status: 403, body: 'quota will be replenished in 00:20:00' },
      1_200_000,
    ],
    ['for a quarter of an hour when a 403 does not say', { status: 403, body: 'quota exceeded' }, 900_000],
  ])('closes the budget %s', async (_, refused, closedMs) => {
    const { error, rateLimiter } = await refuseStock(refused, 10_000);
    expect(error).toMatchObject({ kind: 'rateLimit' });
    expect(await rateLimiter.nextAllowedAt()).toBe(NOON + closedMs);
    expect(await rateLimiter.remaining()).toBe(0);
  });

  test('tells the next caller until when the service said to take no calls, and tries one after an hour', async () => {
    const body = '{"message":"Out of call volume quota. Quota will be replenished in 12:00:00."}';
    const clock = createJumpingClock();
    const client = createTestClient({
      baseUrl: BASE_URL,
      clock,
      rateLimiter: createInProcessRateLimiter(clock),
    });
    nock(BASE_URL).get(PATHS.accumulatedStock).reply(403, body);
    const read = () => client.get('accumulatedStock', {}, { maxWaitMs: 90_000 });
    expect(await rejection(read())).toMatchObject({ kind: 'rateLimit', retryAfterMs: 12 * 3_600_000 });
    await clock.sleep(20 * 60_000);
    expect(await rejection(read())).toMatchObject({
      kind: 'rateLimit',
      status: undefined,
      retryAfterMs: 40 * 60_000,
      message: expect.stringContaining(
        'the service refused a call and said that it takes none until 01:00 on 2026-11-21 (Europe/Oslo). The next one is tried in 40 minutes',
      ),
    });
    await clock.sleep(40 * 60_000);
    nock(BASE_URL).get(PATHS.accumulatedStock).reply(200, '[]', { 'content-type': 'application/json' });
    expect((await read()).data).toEqual([]);
  });

  test('leaves the budget open when it was for another reason', async () => {
    for (const status of [400, 401, 403]) {
      const { rateLimiter } = await refuseStock({ status }, 10_000);
      expect(await rateLimiter.remaining()).toBe(19);
    }
  });

  test('closes the budget for accumulated stock only: a refusal of another operation leaves it open', async () => {
    const clock = createJumpingClock();
    const rateLimiter = createInProcessRateLimiter(clock);
    nock(BASE_URL).get(PATHS.stores).reply(429, '', { 'retry-after': '300' });
    const client = createTestClient({ baseUrl: BASE_URL, clock, rateLimiter });
    expect(await rejection(client.stores({}, { maxRetries: 0 }))).toMatchObject({ kind: 'rateLimit' });
    expect(await rateLimiter.remaining()).toBe(20);
  });
});
