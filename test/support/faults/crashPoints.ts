import type { Ledger } from '../../../bot/digest/ledger.ts';
import type { Outbound } from '../../../bot/slack/messages.ts';

type CallOf<Name extends string, Port> = `${Name}.${Extract<keyof Port, string>}`;
type Call = CallOf<'ledger', Ledger> | CallOf<'outbound', Outbound>;

/** A moment at which a process can be gone: directly before or after one of its calls to the world outside. */
export type CrashPoint = `${'before' | 'after'} ${Call}`;

/** Called at each crash point; a test ends the process there. */
export type PassCrashPoint = (point: CrashPoint) => Promise<void> | void;

/** The same port, which passes its crash points. */
export function withCrashPoints<Port extends object>(
  name: 'ledger' | 'outbound',
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
