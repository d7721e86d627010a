const SECOND = 1000;
/** Waits are counted in 31 bits; a longer one that a service names, up to endless, is cut to that. */
const LONGEST_MS = 2_147_483_647;

/** Elsewhere a duration in a body tells what went wrong, such as a query that was given up after so many seconds. */
const BODY_TELLS_WAIT = new Set([403, 429, 503]);

export interface AskedWait {
  readonly status: number;
  readonly header: string | undefined;
  readonly body: string;
  readonly now: number;
}

/** How long a refusal asks callers to wait, in milliseconds, from the header in both its forms, else from the body. */
export function readRetryAfter({ status, header, body, now }: AskedWait): number | undefined {
  const fromHead = fromHeader(header?.trim() ?? '', now);
  const asked = fromHead ?? (BODY_TELLS_WAIT.has(status) ? fromBody(body) : undefined);
  return asked === undefined ? undefined : Math.min(asked, LONGEST_MS);
}

/** RFC 9110, 10.2.3: a number of seconds, or a date. */
function fromHeader(header: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * SECOND);
  if (!/[a-z]{3}/i.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Gateways word it as "Try again in 27 seconds", "will be replenished in 05:10:09" or, of days, "in 5.03:23:11". */
function fromBody(body: string): number | undefined {
  const seconds = /\bin (\d{1,6}) seconds?\b/i.exec(body)?.[1];
  if (seconds !== undefined) return Number(seconds) * SECOND;
  const [, days = '0', hours, minutes, rest] =
    /\bin (?:(\d{1,4})\.)?(\d{1,3}):(\d{2}):(\d{2})\b/i.exec(body) ?? [];
  if (hours === undefined) return undefined;
  return ((Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60 + Number(rest)) * SECOND;
}
