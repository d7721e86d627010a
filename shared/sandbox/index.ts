import { type FaultRule, Faults } from './faults.ts';
import { type SandboxOptions, settingsFrom } from './options.ts';
import { type SandboxRequest, startServer } from './server.ts';
import { createService } from './service.ts';
import { type SandboxTruth, truthOf } from './truth.ts';

export type { TruthPermission } from './chain/permissionRegister.ts';
export type { TruthStock } from './chain/stock.ts';
export type { StoreDetails } from './chain/stores.ts';
export type { Fault } from './faults.ts';
export type { SandboxOptions } from './options.ts';
export type { SandboxTruth, TruthProduct, TruthSale } from './truth.ts';

/** A running stand-in of the retail data service. */
export interface Sandbox {
  /** http://127.0.0.1:PORT, without a trailing slash. */
  readonly url: string;
  readonly subscriptionKey: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly SandboxRequest[];
  readonly truth: SandboxTruth;
  fail(rule: FaultRule): void;
  clearFaults(): void;
  /** Ends open sockets too. */
  close(): Promise<void>;
}

/**
 * Starts the stand-in on the loopback interface, for the demo and the tests. It shares no code with the client, so that
 * it can judge it. Throws a RangeError for an option that makes no sense; rejects when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settingsFrom(options);
  const service = createService(settings);
  const faults = new Faults();
  const requests: SandboxRequest[] = [];
  const server = await startServer(service, faults, requests);
  return {
    url: server.url,
    subscriptionKey: settings.subscriptionKey,
    requests,
    truth: truthOf(service),
    fail: (rule) => faults.add(rule),
    clearFaults: () => faults.clear(),
    close: () => server.close(),
  };
}
