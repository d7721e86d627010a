import { type Logger, pino } from 'pino';
import type { LogLevel } from './settings/settings.ts';

/** The bot's log: one JSON line an event. Keys that could hold a secret are masked, wherever they stand. */
export function createLog(level: LogLevel | 'silent'): Logger {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['token', 'authorization', 'subscriptionKey', 'signingSecret'].flatMap((key) => [
        key,
        `*.${key}`,
        `*.*.${key}`,
      ]),
      censor: '***',
    },
  });
}
