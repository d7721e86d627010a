import type { Ledger } from '../../../bot/digest/ledger.ts';
import type { Outbound } from '../../../bot/slack/messages.ts';
import type { StockImport } from '../../../bot/stock/import.ts';

type CallOf<Name extends string, Port> = `${Name}.${Extract<keyof Port, string>}`;
type Call = CallOf<'ledger', Ledger> | CallOf<'outbound', Outbound> | CallOf<'import', StockImport>;

/** A moment at which a process can be gone: directly before or after one of its calls to the world outside. */
export type CrashPoint = `${'before' | 'after'} ${Call}`;

/** Called at each crash point; a test ends the process there. */
export type PassCrashPoint = (point: CrashPoint) => Promise<void> | void;

/** Every crash point on the way from the stock of the day to a recorded outcome, in the order of the way. */
export const CRASH_POINTS = [
  'before import.read',
  'after import.read',
  'before import.save',
  'after import.save',
  'before ledger.lastDates',
  'before ledger.record',
  'after ledger.record',
  'after ledger.supersede',
  'after ledger.expireLeases',
  'after ledger.due',
  'after ledger.claim',
  'after outbound.describe',
  'before ledger.renew',
  'after ledger.renew',
  'after outbound.post',
  'after ledger.markSent',
  'before ledger.markFailed',
  'after ledger.markFailed',
  'after ledger.markUnclear',
  'after outbound.copies',
  'after ledger.markFound',
  'after ledger.takeCheck',
  'after outbound.remove',
  'after ledger.checkAgain',
  'after ledger.requeue',
  'before outbound.tell',
  'after outbound.tell',
] as const satisfies readonly CrashPoint[];

/** The same port, which passes its crash points. */
export function withCrashPoints<Port extends object>(
  name: 'ledger' | 'outbound' | 'import',
  port: Port,
  pass: PassCrashPoint,
): Port {
  return new Proxy(port, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function' || typeof key !== 'string') return method;
      const call = `${name}.${key}` as Call;
      return async (...given: unknown[]) => {
        await pass(`before ${call}`);
        const result: unknown = await method.apply(target, given);
        await pass(`after ${call}`);
        return result;
      };
    },
  });
}
