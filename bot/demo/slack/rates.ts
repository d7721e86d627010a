/** Refills steadily and holds only so much, so that a burst is short. */
class Bucket {
  readonly #perMs: number;
  readonly #holds: number;
  #left: number;
  #at: number;

  constructor(perMinute: number, holds: number, now: number) {
    this.#perMs = perMinute / 60_000;
    this.#holds = holds;
    this.#left = holds;
    this.#at = now;
  }

  /** Milliseconds to wait until one is there; 0 when it is. */
  wait(now: number): number {
    this.#left = Math.min(this.#holds, this.#left + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
    return this.#left >= 1 - 1e-9 ? 0 : (1 - this.#left) / this.#perMs;
  }

  take(): void {
    this.#left -= 1;
  }
}

/** Channels that Slack tells about in a minute; as many may be asked about at once. */
export const CHANNELS_A_MINUTE = 50;

/** Calls a minute and workspace that Slack's documentation names for each method the bot may use. */
const TIERS: Readonly<Record<string, number>> = {
  'conversations.list': 20,
  'usergroups.users.list': 20,
  'users.conversations': 50,
  'conversations.info': CHANNELS_A_MINUTE,
  'conversations.history': 50,
  'conversations.replies': 50,
  'conversations.open': 50,
  'chat.update': 50,
  'chat.delete': 50,
  'users.info': 100,
  'views.publish': 100,
  'views.open': 100,
  'chat.postEphemeral': 100,
  'files.getUploadURLExternal': 100,
  'files.completeUploadExternal': 100,
};

export const MESSAGES_A_MINUTE = 300;
/** Messages of a workspace that may come at once: Slack tolerates a burst and does not say how long. */
export const MESSAGE_BURST = 20;

/** Slack's limits: one message a second and channel, 300 a minute and workspace, and the tier of each method. */
export interface SlackRates {
  /** Seconds to wait, at least 1, when the call is over a limit; 0 when it counts as made. */
  take(method: string, channel: string | undefined, now: number): number;
}

export function createSlackRates(): SlackRates {
  const channels = new Map<string, Bucket>();
  const methods = new Map<string, Bucket>();
  let workspace: Bucket | undefined;

  const bucketOf = (
    kept: Map<string, Bucket>,
    key: string,
    perMinute: number,
    holds: number,
    now: number,
  ) => {
    const bucket = kept.get(key) ?? new Bucket(perMinute, holds, now);
    kept.set(key, bucket);
    return bucket;
  };

  return {
    take(method, channel, now) {
      const buckets: Bucket[] = [];
      if (method === 'chat.postMessage') {
        workspace ??= new Bucket(MESSAGES_A_MINUTE, MESSAGE_BURST, now);
        buckets.push(bucketOf(channels, channel ?? '', 60, 1, now), workspace);
      }
      const tier = TIERS[method];
      if (tier !== undefined) buckets.push(bucketOf(methods, method, tier, tier, now));
      const wait = Math.max(0, ...buckets.map((bucket) => bucket.wait(now)));
      if (wait > 0) return Math.max(1, Math.ceil(wait / 1_000));
      for (const bucket of buckets) bucket.take();
      return 0;
    },
  };
}
