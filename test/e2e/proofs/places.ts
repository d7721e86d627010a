import { inject } from 'vitest';
import { createOnServer } from '../../support/bot/postgresServers.ts';
import { startPglite } from '../pglite.ts';

/** A database of its own for one proof. */
export interface ProofPlace {
  readonly name: string;
  /** The postgres:// address, or nothing for a SQLite file. */
  open(): Promise<{ readonly postgres?: string; close(): Promise<void> }>;
}

const serverUrl = inject('postgresServer');

const server = (name: string, start: typeof startPglite): ProofPlace => ({
  name,
  async open() {
    const { url, stop } = await start();
    return { postgres: url, close: stop };
  },
});

export const SQLITE: ProofPlace = { name: 'SQLite', open: async () => ({ close: async () => {} }) };

/** The server of this run where it has one; PGlite, which is there on every machine, if not. */
export const POSTGRES: ProofPlace =
  serverUrl !== undefined && process.env.PROOFS !== 'pglite'
    ? server('PostgreSQL (a server)', () => createOnServer(serverUrl))
    : server('PostgreSQL (PGlite: there is no server, or PROOFS=pglite)', startPglite);
