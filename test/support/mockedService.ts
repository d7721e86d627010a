import nock from 'nock';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

// To import nock turns it on, for all files that share the process.
nock.restore();

export const BASE_URL = 'https://retail.example.test';

export const PATHS = {
  permission: '/auth/v0/permission',
  dailySales: '/my-products/v0/daily-sales-per-store',
  stores: '/stores/v0/details',
  accumulatedStock: '/press-products/v0/accumulated-stock',
} as const;

/**
 * Answers requests to `BASE_URL` with nock in this file. After each test every answer must have been asked for, and
 * no request may have gone without one (nock itself would answer those with a 501).
 */
export function useMockedService(): void {
  const unanswered: string[] = [];
  const note = (request: unknown) => unanswered.push(describeRequest(request));

  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
    nock.emitter.on('no match', note);
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    const without = unanswered.splice(0);
    nock.cleanAll();
    expect(without, 'requests that no mock answers').toEqual([]);
    expect(pending, 'mocks that were never asked for').toEqual([]);
  });
  afterAll(() => {
    nock.emitter.off('no match', note);
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
  });
}

function describeRequest(request: unknown): string {
  if (typeof request !== 'object' || request === null) return String(request);
  return `${Reflect.get(request, 'method')} ${Reflect.get(request, 'path') ?? Reflect.get(request, 'url')}`;
}
