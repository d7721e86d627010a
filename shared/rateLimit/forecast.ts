import type { Clock } from '../clock/clock.ts';
import { inDuration } from '../errors/duration.ts';
import { RateLimitError } from '../errors/errors.ts';
import type { RateLimiter } from './rateLimiter.ts';

/** What the rest of a read of accumulated stock needs; instants are milliseconds since 1970. */
export interface CallForecast {
  /** Further calls that the total and the size of the first page make necessary. */
  readonly callsNeeded: number;
  /** How many of these are allowed before a wait beyond the caller's limit, if nobody else uses the key. */
  readonly callsLeft: number;
  readonly nextAllowedAt: number;
  /** When the last of the calls needed is allowed at the earliest. */
  readonly lastAllowedAt: number;
  /** One sentence for a person. */
  readonly reason: string;
}

/** More calls are not looked at: it takes 25 days to make so many. */
const MAX_CALLS_AHEAD = 10_000;

/** Looks ahead at the calls a read still needs. The answer of the service alone has cost a call by then. */
export async function forecastCalls(
  rateLimiter: RateLimiter,
  clock: Pick<Clock, 'now'>,
  callsNeeded: number,
  maxWaitMs: number,
): Promise<CallForecast & { readonly firstLongWaitMs: number }> {
  const instants = await rateLimiter.schedule(Math.min(callsNeeded, MAX_CALLS_AHEAD));
  const now = clock.now();
  const waitBefore = (number: number) => (instants[number] ?? now) - (instants[number - 1] ?? now);
  const stop = instants.findIndex((_, number) => waitBefore(number) > maxWaitMs);
  const nextAllowedAt = Math.max(now, instants[0] ?? now);
  const lastAllowedAt = Math.max(now, instants.at(-1) ?? now);
  return {
    callsNeeded,
    callsLeft: stop === -1 ? callsNeeded : stop,
    firstLongWaitMs: stop === -1 ? 0 : (instants[stop] ?? now) - now,
    nextAllowedAt,
    lastAllowedAt,
    reason: `Accumulated stock: ${inCalls(callsNeeded)} more needed; ${lastAllowedAt > now ? `the last is allowed in ${inDuration(lastAllowedAt - now)}` : 'all are allowed now'}, at 20 a minute and 400 a day.`,
  };
}

/** The error for a read that could not reach its end; said before its calls are spent. */
export function tooFewCalls(
  forecast: CallForecast & { readonly firstLongWaitMs: number },
  maxWaitMs: number,
): RateLimitError {
  const { callsNeeded, callsLeft, firstLongWaitMs } = forecast;
  return new RateLimitError(
    `Accumulated stock: the rest needs ${inCalls(callsNeeded)} more, of which ${callsLeft} ${callsLeft === 1 ? 'is' : 'are'} allowed before a wait longer than the longest of ${inDuration(maxWaitMs)}; they were not spent.`,
    `Read with a larger page size or a limit, allow a longer wait, or try again in ${inDuration(firstLongWaitMs)}. The service takes 20 calls a minute and 400 a day.`,
    { operation: 'accumulatedStock', retryAfterMs: firstLongWaitMs },
  );
}

function inCalls(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}
