/** The database of a setting cannot be used as it is; the message names the setting and says what to do. */
export class DatabaseOpeningError extends Error {
  /** It may pass without a change of settings, as a server does that is being started. */
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
    // Locked, broken or full.
    codes: /^(5|10|13|ENOENT|ENOSPC)$/,
    fix: 'Free space on its disk, and end other programs that use the file.',
    isTransient: true,
  },
  { codes: /^(11|26)$/, fix: 'Restore a backup, or set a new file: the bot fetches stock and sales again.' },
  {
    codes: /^(8|14|EEXIST|ENOTDIR|EACCES|EPERM|EROFS)$/,
    fix: "Allow the bot's user to write the file and its folder, or set another file.",
  },
];

const POSTGRES_REASONS: readonly Reason[] = [
  {
    codes: /^(ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|53\d{3}|57P0[123])$/,
    fix: 'Start PostgreSQL, or correct the host and port.',
    isTransient: true,
  },
  {
    codes:
      /^(ENOENT|EACCES|EPROTO|ERR_(OSSL|SSL|TLS)_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|28\w{3}|3D000|42501|25006)$/,
    fix: 'Correct the address, or what the server allows this user to do.',
  },
];

/** What pg says, without a code, of a server that accepts a connection and then does not answer. */
const SILENT = /timeout|Connection terminated/i;
const NO_TLS = /SSL connection/i;

/** What to tell of a SQLite file that could not be opened or written; the error itself when it is of another kind. */
export function fileOpeningError(error: unknown, file: string, setting: string): unknown {
  const { code, errcode, syscall } = Object(error);
  // `mkdir` alone says so of a folder, which no other program makes.
  const name = code === 'ENOENT' && syscall === 'mkdir' ? 'ENOTDIR' : String(code);
  // The primary result code is the lowest byte of the extended one.
  const found = errcode === undefined ? name : String(Number(errcode) & 0xff);
  return told(error, FILE_REASONS, found, setting, `SQLite file ${file}`);
}

/** The same of a PostgreSQL; of its address only host, port and database are told. */
export function postgresOpeningError(error: unknown, address: string, setting: string): unknown {
  const { code, message } = Object(error);
  const unnamed = SILENT.test(message) ? 'ETIMEDOUT' : NO_TLS.test(message) ? 'EPROTO' : '';
  return told(error, POSTGRES_REASONS, code ?? unnamed, setting, `PostgreSQL ${placeOf(address)}`);
}

/** Host, port and database of a PostgreSQL. */
export function placeOf(address: string): string {
  const { hostname, port, pathname } = new URL(address);
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

function told(
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
  // Where several addresses of a host were tried there is no message.
  const said = message.replaceAll(/\s+/g, ' ') || code;
  return new DatabaseOpeningError(
    `${setting} is the ${place}, but it can't be used: ${said}. ${reason.fix}`,
    error,
    reason.isTransient,
  );
}
