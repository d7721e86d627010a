import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './connection.ts';
import type { ServiceIdentityTable } from './tables/service.ts';

/** The database holds another supplier's figures, or another service's. */
export class ForeignDatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForeignDatabaseError';
  }
}

export interface ServiceIdentity {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
}

/**
 * Binds a new database to the service and key that its first figures come from, until `renewKey`; refuses any other
 * pair, since figures of one supplier would be shown as another's. Only a salted hash of the key is kept.
 * @throws ForeignDatabaseError
 */
export async function claimDatabase(
  database: Database,
  identity: ServiceIdentity,
  now: number,
): Promise<void> {
  if (await isOwnDatabase(database, identity)) return;
  const salt = randomBytes(16).toString('hex');
  await database
    .insertInto('service_identity')
    .values({
      id: 1,
      base_url: identity.baseUrl,
      key_salt: salt,
      key_fingerprint: fingerprint(identity.subscriptionKey, salt),
      recorded_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another process may have been quicker.
  await isOwnDatabase(database, identity);
}

/**
 * True once the database is bound to this service and key; false while it is bound to none.
 * @throws ForeignDatabaseError when it is bound to others
 */
export async function isOwnDatabase(database: Database, identity: ServiceIdentity): Promise<boolean> {
  const recorded = await recordedIdentity(database, identity.baseUrl);
  if (recorded === undefined) return false;
  if (!isOfKey(recorded, identity.subscriptionKey)) {
    throw new ForeignDatabaseError(
      'The database was filled with another subscription key than RETAIL_DATA_SUBSCRIPTION_KEY holds now. For a renewed key of the same supplier run npm run rekey (node bot/dist/rekey.js), which keeps everything; else set the old value again, or give DATABASE_URL a new file.',
    );
  }
  return true;
}

/** What a database is bound to. */
export type RecordedIdentity = Selectable<ServiceIdentityTable>;

/**
 * What the database is bound to, whichever key that is; undefined while it is bound to nothing.
 * @throws ForeignDatabaseError when it was filled from another service
 */
export async function recordedIdentity(
  database: Database,
  baseUrl: string,
): Promise<RecordedIdentity | undefined> {
  const recorded = await database.selectFrom('service_identity').selectAll().executeTakeFirst();
  if (recorded !== undefined && recorded.base_url !== baseUrl) {
    throw new ForeignDatabaseError(
      `The database was filled from ${recorded.base_url}, but RETAIL_DATA_BASE_URL is ${baseUrl}. Set the old value again, or give DATABASE_URL a new file.`,
    );
  }
  return recorded;
}

export function isOfKey(recorded: RecordedIdentity, subscriptionKey: string): boolean {
  return recorded.key_fingerprint === fingerprint(subscriptionKey, recorded.key_salt);
}

/** Binds the database to a renewed key. False, and nothing is changed, when it is not bound as recorded any more. */
export async function replaceKey(
  database: Database,
  recorded: RecordedIdentity,
  subscriptionKey: string,
  now: number,
): Promise<boolean> {
  const salt = randomBytes(16).toString('hex');
  const { numUpdatedRows } = await database
    .updateTable('service_identity')
    .set({ key_salt: salt, key_fingerprint: fingerprint(subscriptionKey, salt), recorded_at: now })
    .where('base_url', '=', recorded.base_url)
    .where('key_fingerprint', '=', recorded.key_fingerprint)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function fingerprint(key: string, salt: string): string {
  return createHash('sha256').update(salt).update(key).digest('hex');
}
