import { type Database, databasePlace, isMissingFile, openForLooking } from '../../database/connection.ts';
import { migrationState } from '../../database/migrations.ts';
import { judgeDatabase } from '../../sales/import/claimDatabase.ts';
import type { Settings } from '../../settings/settings.ts';
import { isPerson } from '../../slack/messages.ts';
import { CheckError, check, type Finding, notChecked } from './report.ts';
import { askService } from './serviceCheck.ts';

export interface DatabaseFindings {
  readonly findings: readonly Finding[];
  /** Channels that subscribe to a digest. */
  readonly channels: readonly string[];
}

/** Checks the database, its version and whom it belongs to. Read-only: creates and migrates nothing. */
export async function checkDatabase(settings: Settings): Promise<DatabaseFindings> {
  const { databaseUrl } = settings;
  const place = databasePlace(databaseUrl);
  let database: Database | undefined;
  try {
    let hasTables = false;
    const opened = await check('database', async () => {
      if (isMissingFile(databaseUrl)) return `there is no ${place} yet; the first start makes it`;
      database = await openForLooking(databaseUrl);
      const { applied, pending, unknown } = await migrationState(database);
      if (unknown.length > 0) {
        throw new CheckError(
          `a newer version of the bot has changed the tables of the ${place} (${unknown.join(', ')}). Start that version, or set another database.`,
        );
      }
      hasTables = applied.length > 0;
      if (!hasTables) return `the ${place} has no tables of the bot yet; the first start makes them`;
      return pending.length === 0
        ? `the ${place} is at the newest version, ${applied.at(-1)}`
        : `the ${place} is at ${applied.at(-1)}; the next start brings it to the newest version (${pending.join(', ')})`;
    });
    if (opened.state === 'failed' || database === undefined || !hasTables) {
      const why = opened.state === 'failed' ? 'the database cannot be used' : 'the database is new';
      const others = [notChecked('database of this key', why), notChecked('subscriptions', why)];
      return { findings: [opened, ...others], channels: [] };
    }
    return await checkContent(database, settings, opened);
  } finally {
    await database?.destroy();
  }
}

async function checkContent(
  database: Database,
  settings: Settings,
  opened: Finding,
): Promise<DatabaseFindings> {
  const owner = await check('database of this key', () => checkOwner(database, settings));
  let channels: string[] = [];
  const subscriptions = await check('subscriptions', async () => {
    const rows = await database
      .selectFrom('digest_subscription')
      .select('channel_id')
      .distinct()
      .where('active', '=', 1)
      .orderBy('channel_id')
      .execute();
    channels = rows.map(({ channel_id }) => channel_id).filter((id) => !isPerson(id));
    return `channels that get a digest: ${channels.length}`;
  });
  return { findings: [opened, owner, subscriptions], channels };
}

async function checkOwner(database: Database, settings: Settings): Promise<string> {
  const claim = await askService(settings, (client) => judgeDatabase(database, settings, client));
  switch (claim.kind) {
    case 'own':
      return 'it was filled with this key from this service';
    case 'empty':
      return 'it has no data of any key yet; the next start takes it';
    case 'renewed':
      return `it was filled with another key, and this one reads the same sales of ${claim.day}; the next start takes it and keeps everything`;
  }
}
