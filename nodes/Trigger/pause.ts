/** Three calls in any hour, however often n8n polls. */
const PAUSE_MS = 20 * 60_000;

/** The same memory, with the time of a call: the next one may not follow at once. */
export function pausedAt<Memory extends { readonly askedAt: number | null }>(
  memory: Memory,
  now: number,
): Memory {
  return { ...memory, askedAt: now };
}

/** True while the last call is too recent. A clock that was set back does not hold up the next one. */
export function isTooSoon(askedAt: number | null, now: number): boolean {
  return askedAt !== null && askedAt <= now && now < askedAt + PAUSE_MS;
}
