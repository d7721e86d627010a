import { randomUUID } from 'node:crypto';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { afterEach, beforeEach, vi } from 'vitest';
import type { CredentialFields } from './credentials.ts';
import { type NodeOutcome, type NodeRun, runNode } from './run.ts';

/** A Friday noon; the newest sales are those of Thursday 2026-11-19. */
export const NOON = Date.parse('2026-11-20T12:00:00Z');

export interface Service {
  readonly sandbox: Sandbox;
  readonly credentials: CredentialFields;
  run(node: string, run?: Partial<Omit<NodeRun, 'node'>>): Promise<NodeOutcome>;
  /** The query of each request so far. */
  queries(): readonly Readonly<Record<string, string>>[];
}

/**
 * Starts services that the end of the test closes. Each has a key of its own: budgets belong to keys. It is noon for the
 * nodes too, until a test says otherwise.
 */
export function useService(): (options?: SandboxOptions) => Promise<Service> {
  const open: Sandbox[] = [];
  beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }));
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
  });
  return async (options = {}) => {
    const subscriptionKey = `key-${randomUUID()}`;
    const sandbox = await startSandbox({ now: () => NOON, subscriptionKey, ...options });
    open.push(sandbox);
    const credentials = { baseUrl: sandbox.url, subscriptionKey };
    return {
      sandbox,
      credentials,
      run: (node, run = {}) => runNode({ credentials, ...run, node }),
      queries: () => sandbox.requests.map(({ query }) => query),
    };
  };
}
