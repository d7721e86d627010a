import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './connection.ts';
import { changed } from './dialect.ts';
import type { ServiceIdentityTable } from './tables/service.ts';

/** The database belongs to another supplier or service. The message says what to do. */
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

/** The service and key that a database belongs to. */
export type RecordedIdentity = Selectable<ServiceIdentityTable>;

/** Undefined before the first start. */
export function readIdentity(database: Database): Promise<RecordedIdentity | undefined> {
  return database.selectFrom('service_identity').selectAll().executeTakeFirst();
}

export function isOwn(recorded: RecordedIdentity, { baseUrl, subscriptionKey }: ServiceIdentity): boolean {
  return (
    recorded.base_url === baseUrl &&
    recorded.key_fingerprint === fingerprint(subscriptionKey, recorded.key_salt)
  );
}

/** True for a key that the database belonged to and that a newer one has replaced. */
export function isReplaced(recorded: RecordedIdentity, subscriptionKey: string): boolean {
  // `npm run check` also reads databases that don't have this column yet.
  const { key_salt, replaced_fingerprints: replaced = '' } = recorded;
  return replaced.split(' ').includes(fingerprint(subscriptionKey, key_salt));
}

/**
 * Assigns the database to a service and key. Stores only salted hashes of the key and of the keys it replaced.
 * @param recorded the identity read before; undefined for a database without one
 * @returns false, with nothing changed, when another process was faster
 */
export async function recordIdentity(
  database: Database,
  recorded: RecordedIdentity | undefined,
  { baseUrl, subscriptionKey }: ServiceIdentity,
  now: number,
  replacedFingerprints = '',
): Promise<boolean> {
  const salt = recorded?.key_salt ?? randomBytes(16).toString('hex');
  const columns = {
    base_url: baseUrl,
    key_salt: salt,
    key_fingerprint: fingerprint(subscriptionKey, salt),
    replaced_fingerprints: replacedFingerprints,
    recorded_at: now,
  };
  if (recorded === undefined) {
    return changed(
      database
        .insertInto('service_identity')
        .values({ id: 1, ...columns })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst(),
    );
  }
  return changed(
    database
      .updateTable('service_identity')
      .set(columns)
      .where('base_url', '=', recorded.base_url)
      .where('key_fingerprint', '=', recorded.key_fingerprint)
      .executeTakeFirst(),
  );
}

/** Assigns the database to a renewed key. The replaced key can't take it back. */
export function replaceKey(
  database: Database,
  recorded: RecordedIdentity,
  identity: ServiceIdentity,
  now: number,
): Promise<boolean> {
  const replaced = `${recorded.replaced_fingerprints} ${recorded.key_fingerprint}`.trim();
  return recordIdentity(database, recorded, identity, now, replaced);
}

function fingerprint(key: string, salt: string): string {
  return createHash('sha256').update(salt).update(key).digest('hex');
}
