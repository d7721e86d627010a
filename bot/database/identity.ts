import { createHash, randomBytes } from 'node:crypto';
import type { Database } from './connection.ts';

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
 * Binds a new database to the service and key that its first figures come from; refuses any other pair, since figures of
 * one supplier would be shown as another's. Only a salted hash of the key is kept.
 * @throws ForeignDatabaseError
 */
export async function claimDatabase(
  database: Database,
  identity: ServiceIdentity,
  now: number,
): Promise<void> {
  if (await isOwnDatabase(database, identity)) return;
  const salt = newSalt();
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
  const ownership = await ownershipOf(database, identity);
  if (ownership !== 'other key') return ownership === 'own';
  throw new ForeignDatabaseError(
    `The database was filled with another subscription key than RETAIL_DATA_SUBSCRIPTION_KEY holds now. If that is a renewed key of the same supplier, run npm run rekey (or node rekey.js beside main.js), which proves it and keeps everything. Else: ${OTHER_DATABASE}`,
  );
}

const OTHER_DATABASE = 'Set the old value again, or give DATABASE_URL a new file.';

/** How the database stands to a service and key. */
export type Ownership = 'nobody' | 'own' | 'other key';

/** @throws ForeignDatabaseError when it is of another service */
export async function ownershipOf(database: Database, identity: ServiceIdentity): Promise<Ownership> {
  const recorded = await database.selectFrom('service_identity').selectAll().executeTakeFirst();
  if (recorded === undefined) return 'nobody';
  if (recorded.base_url !== identity.baseUrl) {
    throw new ForeignDatabaseError(
      `The database was filled from ${recorded.base_url}, but RETAIL_DATA_BASE_URL is ${identity.baseUrl}. ${OTHER_DATABASE}`,
    );
  }
  const isOwn = recorded.key_fingerprint === fingerprint(identity.subscriptionKey, recorded.key_salt);
  return isOwn ? 'own' : 'other key';
}

/** Binds a database that another key of the same supplier filled to this one. Whose key it is must have been proved. */
export async function replaceKey(database: Database, subscriptionKey: string, now: number): Promise<void> {
  const salt = newSalt();
  await database
    .updateTable('service_identity')
    .set({ key_salt: salt, key_fingerprint: fingerprint(subscriptionKey, salt), recorded_at: now })
    .execute();
}

function newSalt(): string {
  return randomBytes(16).toString('hex');
}

function fingerprint(key: string, salt: string): string {
  return createHash('sha256').update(salt).update(key).digest('hex');
}
