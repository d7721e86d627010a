import { expect } from 'vitest';
import type { CrashPoint } from '../../faults/crashPoints.ts';
import type { Channels } from './channels.ts';

const MINUTE = 60_000;
/** Between the steps of one digest, the database can be gone. */
export const STEPS = [
  'before ledger.lastDates',
  'after ledger.record',
  'after ledger.supersede',
  'after ledger.expireLeases',
  'after ledger.claim',
  'after outbound.describe',
  'before ledger.renew',
  'after ledger.renew',
  'after outbound.post',
  'after ledger.markSent',
] as const satisfies readonly CrashPoint[];

/** Sweeps each minute whatever comes of it, and tells how often it failed. */
export async function keepSweeping(channels: Channels, minutes: number): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    channels.clock.set(channels.clock.now() + MINUTE);
    await channels
      .replica('later')
      .sweep()
      .catch((error: unknown) => failures.push(error));
  }
  return failures;
}

export async function expectOne(channels: Channels): Promise<void> {
  expect(channels.slack.workspace.all()).toHaveLength(1);
  expect(await channels.states()).toEqual(['2026-11-20 sent']);
  expect(await channels.runs()).toMatchObject([{ messageTs: channels.digests()[0]?.ts }]);
}
