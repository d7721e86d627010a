import { InvalidInputError } from '../client/errors.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of the service and gives it without a trailing slash. It must be https (http only for an address
 * of this machine) and carry no user, query or fragment, so that the key cannot leave unencrypted or be misdirected.
 */
export function parseBaseUrl(value: string, name = 'baseUrl'): string {
  const text = value.trim();
  const wrong = (expected: string) =>
    new InvalidInputError({ field: name, value: withoutUser(text), expected });
  if (!URL.canParse(text)) throw wrong('an address such as https://api.example.com');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw wrong('an address without a user or password');
  if (url.search !== '' || text.includes('?')) throw wrong('an address without a query (no "?")');
  if (url.hash !== '' || text.includes('#')) throw wrong('an address without a fragment (no "#")');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw wrong('an https address (http is accepted for this machine only)');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong('an https address');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** A password typed into the address must not come back in the message that refuses it. */
function withoutUser(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//***@');
}
