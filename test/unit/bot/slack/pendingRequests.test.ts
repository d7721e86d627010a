import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPendingRequests } from '../../../../bot/slack/pendingRequests.ts';

test('is settled when nothing is pending any more, however it ended', async () => {
  const pendingRequests = createPendingRequests();
  const request = Promise.withResolvers<void>();
  const failing = pendingRequests.track(request.promise).catch(() => undefined);
  let isSettled = false;
  const settled = pendingRequests.settled().then(() => {
    isSettled = true;
  });
  await yieldToEventLoop();
  expect(isSettled).toBe(false);
  request.reject(new Error('failed'));
  await Promise.all([failing, settled]);
});
