/** A PostgreSQL address, read as its driver reads it. */
export interface PostgresAddress {
  /** Host, port and database, or `/database?host=/folder` for the socket of a folder; without user and password. */
  readonly place: string;
  /** As written and decoded. */
  readonly passwords: readonly string[];
}

const PREFIX = /^postgres(ql)?:\/\//i;

/**
 * Undefined for an address without host or database, and for one with an "@" after the host: there a password has a
 * character that must be encoded, and what follows it would be read, and shown, as host, port or database.
 */
export function readPostgresAddress(value: string): PostgresAddress | undefined {
  if (!PREFIX.test(value)) return undefined;
  const [, , authority = '', ...rest] = value.split(/[/?#]/);
  if (rest.some((part) => part.includes('@'))) return undefined;
  // URL refuses a user without a host, which a socket doesn't need.
  const url = URL.parse(authority.endsWith('@') ? value.replace('@/', '@socket/') : value);
  if (url === null) return undefined;
  const { hostname, port, pathname, password, searchParams } = url;
  const host = authority.endsWith('@') ? '' : hostname;
  const named = searchParams.get('host') ?? decoded(host);
  if (named === '' || pathname.length < 2) return undefined;
  const at = searchParams.get('port') ?? port;
  const place = named.startsWith('/')
    ? `${pathname}?host=${named}${at === '' ? '' : `&port=${at}`}`
    : `${named}${at === '' ? '' : `:${at}`}${pathname}`;
  const passwords = [password, decoded(password), searchParams.get('password') ?? ''];
  return { place, passwords: passwords.filter((one) => one !== '') };
}

/** A "%" that encodes nothing is literal, as it is for the driver. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
