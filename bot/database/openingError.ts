import { readPostgresAddress } from '../settings/postgresAddress.ts';

/** The database of a setting can't be used. The message names the setting and says what to do. */
export class DatabaseOpeningError extends Error {
  /** True if it may pass without new settings, for example while a server starts. */
  readonly isTransient: boolean;

  constructor(message: string, cause: unknown, isTransient = false) {
    super(message, { cause });
    this.name = 'DatabaseOpeningError';
    this.isTransient = isTransient;
  }
}

interface Reason {
  /** Codes of the file system or the connection, primary result codes of SQLite, or SQLSTATEs. */
  readonly codes: RegExp;
  readonly fix: string;
  readonly isTransient?: true;
}

const FILE_REASONS: readonly Reason[] = [
  {
    // Busy, I/O error, disk full, or a missing file.
    codes: /^(5|10|13|ENOENT|ENOSPC)$/,
    fix: 'Free space on its disk, and end other programs that use the file.',
    isTransient: true,
  },
  {
    codes: /^(11|26)$/,
    fix: "Restore a backup, or set a new file: the bot fetches sales and today's stock again, and the rest is lost.",
  },
  {
    codes: /^(8|14|EEXIST|ENOTDIR|EACCES|EPERM|EROFS)$/,
    fix: "Allow the bot's user to write the file and its folder, or set another file.",
  },
];

const POSTGRES_REASONS: readonly Reason[] = [
  { codes: /^53100$/, fix: 'Free space on the disk of PostgreSQL.', isTransient: true },
  {
    codes: /^53300$/,
    fix: 'End other connections to PostgreSQL, or let it take more (max_connections).',
    isTransient: true,
  },
  {
    codes: /^(ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|53\d{3}|57P0[123])$/,
    fix: 'Start PostgreSQL, or correct the host and port.',
    isTransient: true,
  },
  {
    // A statement that was cancelled, a lock that another session holds, and two sessions that wait for each other.
    codes: /^(57014|55P03|40\w{3})$/,
    fix: 'End other programs that use the database, and raise statement_timeout and lock_timeout if they are set.',
    isTransient: true,
  },
  { codes: /^MISCONFIGURED_POOLER$/, fix: 'Correct the pooler in front of PostgreSQL, or the address.' },
  { codes: /^08\w{3}$/, fix: 'Start PostgreSQL, and the pooler in front of it.', isTransient: true },
  {
    codes:
      /^(ENOENT|EACCES|EPROTO|ERR_(OSSL|SSL|TLS)_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|28\w{3}|3D000|42501|25006)$/,
    fix: 'Correct the address, or what the server allows this user to do.',
  },
];

/** The messages of pg, which have no code, when a server accepts a connection and then doesn't answer. */
const SILENT = /timeout|Connection terminated/i;
/** What a pooler says that no restart mends; it gives most of its errors one code. */
const MISCONFIGURED =
  /no such (database|user)|config error|not allowed|unsupported (startup|pkt)|auth(entication)? (failed|error)/i;
const NO_TLS = /SSL connection/i;

/** A DatabaseOpeningError for a SQLite file that can't be opened or written; `error` itself if its code is unknown. */
export function fileOpeningError(error: unknown, file: string, setting: string): unknown {
  const { code, errcode, syscall } = Object(error);
  // ENOENT from `mkdir` means that a folder can't be created. Unlike a missing file, that isn't transient.
  const name = code === 'ENOENT' && syscall === 'mkdir' ? 'ENOTDIR' : String(code);
  // The primary result code is the lowest byte of the extended one.
  const found = errcode === undefined ? name : String(Number(errcode) & 0xff);
  return openingError(error, FILE_REASONS, found, setting, `SQLite file ${file}`);
}

/**
 * A DatabaseOpeningError for a PostgreSQL, or `error` itself. Of the address, only host, port and database are shown.
 */
export function postgresOpeningError(error: unknown, address: string, setting: string): unknown {
  const { code, message } = Object(error);
  const unnamed = SILENT.test(message) ? 'ETIMEDOUT' : NO_TLS.test(message) ? 'EPROTO' : '';
  const isPooler = code === '08P01' && MISCONFIGURED.test(message);
  const found = isPooler ? 'MISCONFIGURED_POOLER' : (code ?? unnamed);
  return openingError(error, POSTGRES_REASONS, found, setting, `PostgreSQL ${placeOf(address)}`);
}

/** Host, port and database of a PostgreSQL, or database and folder of its socket. */
export function placeOf(address: string): string {
  return readPostgresAddress(address)?.place ?? '(hidden)';
}

function openingError(
  error: unknown,
  reasons: readonly Reason[],
  code: string,
  setting: string,
  place: string,
): unknown {
  const message = String(Object(error).message);
  if (message.startsWith('corrupted migrations')) {
    return new DatabaseOpeningError(
      `${setting} is the ${place}, but a newer version of the bot has changed its tables. Start that version, or set another database.`,
      error,
    );
  }
  const reason = reasons.find(({ codes }) => codes.test(code));
  if (reason === undefined) return error;
  // The message is empty when several addresses of a host were tried.
  const said = message.replaceAll(/\s+/g, ' ') || code;
  return new DatabaseOpeningError(
    `${setting} is the ${place}, but it can't be used: ${said}. ${reason.fix}`,
    error,
    reason.isTransient,
  );
}
