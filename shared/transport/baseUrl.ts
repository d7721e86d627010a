import { InvalidInputError } from '../errors/errors.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const REFUSED_PARTS: readonly (readonly [RegExp, string])[] = [
  [/[\s\\]/, 'spaces, line breaks or backslashes'],
  [/@/, 'a user or password (no "@")'],
  [/\?/, 'a query (no "?")'],
  [/#/, 'a fragment (no "#")'],
];

/**
 * Checks the address of the service and gives it without a trailing slash. It must be https (http only for an address
 * of this machine) and carry no user, query or fragment, so that the key cannot leave unencrypted or be misdirected.
 */
export function parseBaseUrl(value: string, name = 'baseUrl'): string {
  // A program in JavaScript may hand over a setting that is not there.
  const text = String(value ?? '').trim();
  const wrong = (expected: string) => new InvalidInputError({ field: name, value: showable(text), expected });
  // The parser would mend these, and what it makes of them may be another address than the one that was meant.
  for (const [sign, part] of REFUSED_PARTS) if (sign.test(text)) throw wrong(`an address without ${part}`);
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text))
    throw wrong('an address such as https://api.example.com');
  const url = new URL(text);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw wrong('an https address (http is accepted for this machine only)');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong('an https address');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Scheme and host of what was given. The rest is hidden: it may hold a password, or be the key in the wrong field, and
 * must not come back in the message that refuses it.
 */
function showable(text: string): string {
  if (text === '') return '';
  const host = text.includes('@') ? undefined : /^[a-z]+:\/\/[^\s/\\?#]*/i.exec(text)?.[0];
  if (host === undefined) return '(hidden)';
  return host === text ? host : `${host}...`;
}
