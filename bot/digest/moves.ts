import type { Kysely, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { DigestRunTable } from '../database/tables/digest.ts';
import { FIRST_STATES, TRANSITIONS, type Transition } from './states.ts';

type Executor = Kysely<Schema> | Transaction<Schema>;
type Move = UpdateQueryBuilder<Schema, 'digest_run', 'digest_run', UpdateResult>;

/**
 * The statement that takes rows over one transition; what it sets besides, and for which rows, is the caller's. A row
 * that is in another state by then is left alone.
 */
export function moveDigests(database: Executor, transition: Transition): Move {
  const { from, to } = TRANSITIONS[transition];
  return database.updateTable('digest_run').set({ state: to }).where('state', '=', from);
}

/** The columns of a new row as far as its state goes. */
export function firstState(first: keyof typeof FIRST_STATES): Pick<DigestRunTable, 'state'> {
  return { state: FIRST_STATES[first] };
}
