import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { CSV_STYLES } from '../csv/csv.ts';
import { FILE_FORMATS } from '../csv/salesFile.ts';
import type { Disk } from './disk.ts';
import type { ExportPaths } from './paths.ts';
import { ExportRefusal } from './refusal.ts';

const count = z.int().nonnegative();

const identity = z.strictObject({
  baseUrl: z.string(),
  keySalt: z.string(),
  keyFingerprint: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.number()])),
  format: z.enum(FILE_FORMATS),
  style: z.enum(CSV_STYLES),
});

const journalSchema = z.strictObject({
  version: z.literal(1),
  identity,
  /** Sales and bytes of the part file that have reached the disk, the head of a CSV included. */
  rows: count,
  bytes: count,
  last: z
    .strictObject({
      salesDate: z.string(),
      storeId: z.string(),
      productId: z.string(),
      salesVolume: z.number(),
      salesQuantity: z.number(),
      lastChangedDate: z.string(),
      lastChangedTime: z.string(),
    })
    .nullable(),
  /** `drifted`: the data changed under the read, and what is written cannot be gone on from. */
  state: z.enum(['reading', 'drifted', 'complete']),
});

/** What an export is of. Only a salted hash of the subscription key is kept. */
export type ExportIdentity = z.output<typeof identity>;

/** How far an export has durably come; lies beside the part file as `<out>.part.json`. */
export type Journal = z.output<typeof journalSchema>;

/** The journal, or undefined when there is none. */
export async function readJournal(disk: Disk, paths: ExportPaths): Promise<Journal | undefined> {
  const text = await disk.readText(paths.journal);
  if (text === undefined) return undefined;
  try {
    const journal = journalSchema.parse(JSON.parse(text));
    if (journal.rows > 0 === (journal.last !== null)) return journal;
  } catch {
    // Not JSON, or not of this form: said below, with the fix.
  }
  throw new ExportRefusal(
    `${paths.partName}.json is not a journal of this command; add --restart to begin anew, which overwrites it and ${paths.partName}.`,
  );
}

/** Replaces the journal in one step: whenever the power goes, either the old or the new one is there, whole. */
export async function writeJournal(disk: Disk, paths: ExportPaths, journal: Journal): Promise<void> {
  const fresh = `${paths.journal}.tmp`;
  const bytes = Buffer.from(`${JSON.stringify(journal, undefined, 2)}\n`);
  const file = await disk.open(fresh);
  try {
    await file.truncate(0);
    await file.write(bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(fresh, paths.journal);
  await disk.syncFolder(paths.folder);
}

export interface ExportSubject {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly format: ExportIdentity['format'];
  readonly style: ExportIdentity['style'];
}

export function identityOf(subject: ExportSubject): ExportIdentity {
  const keySalt = randomBytes(16).toString('hex');
  const { baseUrl, query, format, style } = subject;
  return {
    baseUrl,
    keySalt,
    keyFingerprint: fingerprint(subject.subscriptionKey, keySalt),
    query: { ...query },
    format,
    style,
  };
}

/** What differs between the export in the journal and the one that is asked for; undefined when nothing does. */
export function differenceFrom(identity: ExportIdentity, subject: ExportSubject): string | undefined {
  if (identity.baseUrl !== subject.baseUrl) return `it was read from ${identity.baseUrl}`;
  if (identity.keyFingerprint !== fingerprint(subject.subscriptionKey, identity.keySalt)) {
    return 'it was read with another subscription key';
  }
  if (identity.format !== subject.format) return `it is in the format ${identity.format}`;
  if (identity.style !== subject.style) return `its style is ${identity.style}`;
  const names = new Set([...Object.keys(identity.query), ...Object.keys(subject.query)]);
  for (const name of names) {
    const before = identity.query[name];
    const now = subject.query[name];
    if (before !== now) return `its ${name} is ${before ?? 'not set'}, not ${now ?? 'left out'}`;
  }
  return undefined;
}

function fingerprint(key: string, salt: string): string {
  return createHash('sha256').update(salt).update(key).digest('hex');
}
