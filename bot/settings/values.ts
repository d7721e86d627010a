/** What the text of a setting must be. Each reader takes the text and the setting's name, and throws InvalidInputError. */
import { isIP } from 'node:net';
import { InvalidInputError } from 'retail-data-client/errors/errors';
import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { isLanguageCode, type LanguageCode } from '../language/locale.ts';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export function wrong(field: string, value: unknown, expected: string): InvalidInputError {
  return new InvalidInputError({ field, value, expected });
}

export function secret(prefix: string) {
  return (value: string, name: string): string => {
    if (value.startsWith(prefix) && /^[\x21-\x7e]+$/.test(value)) return value;
    const form =
      prefix === '' ? 'without spaces or line breaks' : `beginning with ${prefix} and without spaces`;
    throw wrong(name, '(hidden)', `the value from the Slack app's settings, ${form}`);
  };
}

export function slackApiUrl(value: string, name: string): string {
  return `${parseBaseUrl(value, name)}/`;
}

export function port(value: string, name: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= 65_535) return number;
  throw wrong(name, value, 'a port number from 1 to 65535');
}

/** An address and no name: a name may stand for several interfaces, or for none. */
export function host(value: string, name: string): string {
  if (isIP(value) !== 0) return value;
  throw wrong(
    name,
    value,
    'the IP address of an interface, such as 127.0.0.1 for this machine alone or 0.0.0.0 for all interfaces',
  );
}

export function databaseUrl(value: string, name: string): string {
  if (/^postgres(ql)?:/i.test(value)) return postgresAddress(value, name);
  const path = value.replace(/^file:(\/\/(?=\/))?/, '');
  const isAddress = path.startsWith('//') || /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
  // A database in memory would forget which digests were sent.
  if (path !== '' && path !== ':memory:' && !isAddress && !path.endsWith('/')) return path;
  const withoutPassword = value.replace(/\/\/.*@/s, '//***@').replace(/\?.*/s, '?***');
  throw wrong(
    name,
    withoutPassword,
    'a file, such as file:data/retail-data.sqlite, or a PostgreSQL, such as postgres://user:password@host/database',
  );
}

function postgresAddress(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && url.hostname !== '' && url.pathname.length > 1) return value;
  throw wrong(
    name,
    'postgres:(hidden)',
    'an address with host and database, such as postgres://user:password@host/database (special characters in a password are written as %40 for @)',
  );
}

export function days(least: number, most: number) {
  return (value: string, name: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw wrong(name, value, `a number of days from ${least} to ${most}`);
  };
}

export function timeOfDay(value: string, name: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  throw wrong(name, value, 'a time from 00:00 to 23:59, such as 08:30');
}

export function channels(value: string, name: string): string[] {
  const ids = value.split(/[\s,]+/).filter((id) => id !== '');
  for (const id of ids) {
    if (!/^[CG][A-Z0-9]{2,}$/.test(id)) {
      throw wrong(
        name,
        id,
        "channel ids separated by commas, such as C0123456789 (in Slack: the channel's details, at the bottom)",
      );
    }
  }
  return [...new Set(ids)];
}

export function language(value: string, name: string): LanguageCode {
  const code = value.toLowerCase();
  if (isLanguageCode(code)) return code;
  throw wrong(name, value, 'en for English or nb for Norwegian');
}

export function logLevel(value: string, name: string): LogLevel {
  const level = (['error', 'warn', 'info', 'debug'] as const).find((known) => known === value.toLowerCase());
  if (level !== undefined) return level;
  throw wrong(name, value, 'error, warn, info or debug');
}
