import type { DemoTime } from './protocol.ts';

/** How days and times are written for a person. */
export interface Dates {
  /** 08:45 */
  time(ms: number): string;
  /** Friday, 20 November, "Today" or "Yesterday" by the demo's clock. */
  day(ms: number): string;
  /** Fri 20 Nov */
  shortDay(ms: number): string;
  /** What Slack makes of `<!date^seconds^format>`. */
  formatted(seconds: number, format: string): string;
}

const NEARBY = { en: ['Today', 'Yesterday'], nb: ['I dag', 'I går'] } as const;

export function datesOf(language: 'en' | 'nb', { now, timeZone }: Pick<DemoTime, 'now' | 'timeZone'>): Dates {
  const locale = language === 'nb' ? 'nb-NO' : 'en-GB';
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return (ms: number) => format.format(ms);
  };
  const key = writer({ dateStyle: 'short' });
  const time = writer({ hour: '2-digit', minute: '2-digit' });
  const long = writer({ weekday: 'long', day: 'numeric', month: 'long' });
  const near = (ms: number) => {
    const at = [key(now), key(now - 86_400_000)].indexOf(key(ms));
    return NEARBY[language][at];
  };
  const day = (ms: number) => near(ms) ?? long(ms);
  const tokens: Readonly<Record<string, (ms: number) => string>> = {
    date_num: (ms) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(ms),
    date: writer({ day: 'numeric', month: 'long', year: 'numeric' }),
    date_short: writer({ day: 'numeric', month: 'short', year: 'numeric' }),
    date_long: writer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    time,
    time_secs: writer({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  };
  return {
    time,
    day,
    shortDay: writer({ weekday: 'short', day: 'numeric', month: 'short' }),
    formatted: (seconds, format) =>
      format.replace(/\{(\w+?)(_pretty)?\}/g, (token, name: string, pretty?: string) => {
        const ms = seconds * 1_000;
        const write = tokens[name];
        if (write === undefined) return token;
        return (pretty !== undefined && near(ms)?.toLowerCase()) || write(ms);
      }),
  };
}

export function msOf(ts: string): number {
  return Number(ts) * 1_000;
}
