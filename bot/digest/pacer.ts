import type { Clock } from 'retail-data-client/clock/clock';

/** Slack takes 300 messages a minute from an app in a workspace. */
const APART_MS = 200;
/** And one a second in a channel. */
const CHANNEL_APART_MS = 1_050;
/** No queue of one process is that long; further ahead is only what a clock that was set back has left. */
const LONGEST_WAIT_MS = 20_000;

/** Spaces the messages of this process; what replicas send together beyond Slack's limit gets a 429, which is waited for. */
export interface Pacer {
  /** Resolves when a message may go to that channel. @throws the signal's reason when it is aborted before */
  turn(channelId: string, signal: AbortSignal): Promise<void>;
}

export function createPacer(clock: Clock): Pacer {
  let next = 0;
  const nextIn = new Map<string, number>();
  return {
    async turn(channelId, signal) {
      const now = clock.now();
      const until = (at: number) => (at - now > LONGEST_WAIT_MS ? 0 : Math.max(0, at - now));
      const waitMs = Math.max(until(next), until(nextIn.get(channelId) ?? 0));
      next = now + until(next) + APART_MS;
      nextIn.set(channelId, now + waitMs + CHANNEL_APART_MS);
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
  };
}
