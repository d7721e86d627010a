import { findPostgres, startPglite, startPostgres } from '../support/postgresServers.ts';

/** A database of its own for one proof. */
export interface ProofPlace {
  readonly name: string;
  /** The postgres:// address, or nothing for a SQLite file. */
  open(): Promise<{ readonly postgres?: string; close(): Promise<void> }>;
}

const program = findPostgres();

const server = (name: string, start: typeof startPglite): ProofPlace => ({
  name,
  async open() {
    const running = await start();
    const { host, port, user } = running.connection;
    return { postgres: `postgres://${user}@${host}:${port}/postgres`, close: () => running.stop() };
  },
});

export const SQLITE: ProofPlace = { name: 'SQLite', open: async () => ({ close: async () => {} }) };

/** A real server where one is installed; PGlite, which is there on every machine, if not. */
export const POSTGRES: ProofPlace =
  program !== undefined && process.env.PROOFS !== 'pglite'
    ? server('PostgreSQL (a server of its own)', () => startPostgres(program))
    : server('PostgreSQL (PGlite: no server is installed, or PROOFS=pglite)', startPglite);
