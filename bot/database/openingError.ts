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
  readonly what: string;
  readonly fix: string;
  readonly isTransient?: true;
}

const FREE_DISK = {
  what: 'its disk is full',
  fix: 'Make room on it, or name a file on another disk.',
  isTransient: true,
} as const;
const NO_FOLDER = {
  what: 'a part of its path is a file and no folder',
  fix: 'Name a file in a folder that exists or can be made.',
};
const NOT_ALLOWED = {
  what: 'the bot may not write there',
  fix: 'Let its user write the file and its folder, or name another file.',
};
const READ_ONLY = {
  what: 'it can be read but not written',
  fix: 'Let the user of the bot write the file and its folder, or name another file.',
};

/** By the code of the file system. */
const REASONS_BY_ERRNO: Readonly<Record<string, Reason>> = {
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: READ_ONLY,
  ENOENT: {
    what: 'another program has moved or removed it, or a file beside it, in this moment',
    fix: 'End that program, often another bot, and start again.',
    isTransient: true,
  },
  ENOSPC: FREE_DISK,
};

/** `mkdir` alone says so of a folder. */
const NO_PARENT: Reason = {
  what: 'its folder cannot be made',
  fix: 'Name a file in a folder that exists or can be made.',
};

/** By SQLite's primary result code, the lowest byte of the extended one. */
const REASONS_BY_SQLITE_CODE: Readonly<Record<number, Reason>> = {
  5: {
    what: 'another program keeps it locked',
    fix: 'End that program, or name another file; several bots share a PostgreSQL.',
    isTransient: true,
  },
  8: READ_ONLY,
  10: {
    what: 'its disk refuses to read or write',
    fix: 'Look whether the disk is full or broken, or name a file on another disk.',
    isTransient: true,
  },
  11: { what: 'it is damaged', fix: 'Restore it, or name a new file: the figures are read again.' },
  13: FREE_DISK,
  14: {
    what: 'it cannot be opened',
    fix: 'Name a file, not a folder, that the user of the bot may read and write.',
  },
  26: { what: 'it is no SQLite database', fix: 'Name another file; a new one is made where there is none.' },
};

const NO_SERVER = {
  what: 'nothing answers there',
  fix: 'Start the PostgreSQL, or correct host and port.',
  isTransient: true,
} as const;
const UNTRUSTED = {
  what: 'nobody vouches for its TLS certificate here',
  fix: 'Name the file of its authority in the address (sslrootcert=/path/ca.pem).',
};
const NO_TLS_AGREED = {
  what: 'no TLS connection comes about',
  fix: 'Look whether a PostgreSQL with TLS answers at host and port, and correct sslmode, sslcert, sslkey and sslrootcert in the address.',
};
const BETWEEN = {
  what: 'it is starting or stopping',
  fix: 'Try again in a moment.',
  isTransient: true,
} as const;
const NO_ENTRY = { what: 'it refuses the user or the password', fix: 'Correct them.' };

/** By the code of the connection, or of PostgreSQL. */
const REASONS_BY_POSTGRES_CODE: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: NO_SERVER,
  ECONNRESET: NO_SERVER,
  ETIMEDOUT: NO_SERVER,
  EHOSTUNREACH: NO_SERVER,
  ENETUNREACH: NO_SERVER,
  // A container that is being started has no name yet.
  ENOTFOUND: { what: 'there is no such host', fix: 'Correct the host.', isTransient: true },
  EAI_AGAIN: {
    what: 'the name of its host could not be looked up',
    fix: 'Correct the host, or try again.',
    isTransient: true,
  },
  ENOENT: {
    what: 'its socket, or a certificate file that its address names, is not there',
    fix: 'Correct the address.',
  },
  EACCES: {
    what: 'its socket, or a certificate file that its address names, may not be used',
    fix: 'Let the user of the bot read it, or correct the address.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    what: 'its TLS certificate has expired',
    fix: 'Renew it on the server, or correct the clock here.',
  },
  CERT_NOT_YET_VALID: {
    what: 'its TLS certificate is not valid yet',
    fix: 'Correct the clock here or on the server.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'its TLS certificate is for another host',
    fix: 'Name the host as its certificate does.',
  },
  EPROTO: NO_TLS_AGREED,
  '28000': NO_ENTRY,
  '28P01': NO_ENTRY,
  '3D000': { what: 'it has no such database', fix: 'Create the database, or correct its name.' },
  '42501': { what: 'its user may not create tables', fix: 'Grant it that on the schema.' },
  '53100': { what: 'its disk is full', fix: 'Make room on it.', isTransient: true },
  '53300': {
    what: 'it has no connection left',
    fix: 'Allow more connections, or end some.',
    isTransient: true,
  },
  '57P01': BETWEEN,
  '57P02': BETWEEN,
  '57P03': BETWEEN,
  '25006': {
    what: 'it can be read but not written',
    fix: 'Name the primary server, or turn default_transaction_read_only off.',
  },
};

/** What only the message tells, some of it under a code that says less. The first that matches counts. */
const REASONS_BY_MESSAGE: readonly (readonly [RegExp, Reason])[] = [
  [
    /^corrupted migrations/,
    {
      what: 'a newer version of the bot has changed its tables',
      fix: 'Start that version, or name another database.',
    },
  ],
  [
    /does not support SSL connections/,
    { what: 'it takes no TLS', fix: 'Turn TLS on there, or take sslmode out of the address.' },
  ],
  [
    /no encryption|SSL off/,
    {
      what: 'it refuses this user without TLS',
      fix: 'Add ?sslmode=verify-full to the address, or let the user in without TLS (pg_hba.conf).',
    },
  ],
  [/error establishing an SSL connection|TLS connection was established/, NO_TLS_AGREED],
];

/** What pg says, without a code, of a server that accepts a connection and then does not answer. */
const SILENT = /timeout|Connection terminated/i;

/** What to tell of a SQLite file that could not be opened or written; the error itself when it is of another kind. */
export function fileOpeningError(error: unknown, file: string, setting: string): unknown {
  const { code, errcode, message, syscall } = Object(error);
  const reason =
    reasonOfMessage(message) ??
    (code === 'ENOENT' && syscall === 'mkdir' ? NO_PARENT : undefined) ??
    (errcode === undefined ? REASONS_BY_ERRNO[String(code)] : REASONS_BY_SQLITE_CODE[Number(errcode) & 0xff]);
  return reason === undefined
    ? error
    : new DatabaseOpeningError(sentence(setting, `SQLite file ${file}`, reason), error, reason.isTransient);
}

/** The same of a PostgreSQL; of its address only host, port and database are told. */
export function postgresOpeningError(error: unknown, address: string, setting: string): unknown {
  const { code, message } = Object(error);
  const reason: Reason | undefined =
    reasonOfMessage(message) ??
    REASONS_BY_POSTGRES_CODE[String(code)] ??
    (/^ERR_(OSSL|SSL)_/.test(String(code)) ? NO_TLS_AGREED : undefined) ??
    (SILENT.test(String(message)) ? NO_SERVER : undefined);
  if (reason === undefined) return error;
  const { hostname, port, pathname } = new URL(address);
  const place = `${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
  return new DatabaseOpeningError(
    sentence(setting, `PostgreSQL ${place}`, reason),
    error,
    reason.isTransient,
  );
}

/** Host, port and database of a PostgreSQL. */
export function placeOf(address: string): string {
  const { hostname, port, pathname } = new URL(address);
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

function reasonOfMessage(message: unknown): Reason | undefined {
  return REASONS_BY_MESSAGE.find(([words]) => words.test(String(message)))?.[1];
}

function sentence(setting: string, place: string, { what, fix }: Reason): string {
  return `${setting} names the ${place}, but ${what}. ${fix}`;
}
