import { createHash, randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { CSV_STYLES } from '../../csv/csv.ts';
import { FILE_FORMATS } from '../../csv/salesFile.ts';
import type { ServiceSettings } from '../settings.ts';
import { type FileSystem, isTemporary, writeWhole } from './fileSystem.ts';
import type { SalesFlags } from './flags.ts';
import { ExportRefusal } from './refusal.ts';

/** Says what the days in a folder are of, so that days of two different exports are never mixed. */
export const MANIFEST_NAME = 'export.json';

const manifestSchema = z.strictObject({
  baseUrl: z.string(),
  /** Only a salted hash of the subscription key is kept. */
  keySalt: z.string(),
  keyHash: z.string(),
  format: z.enum(FILE_FORMATS),
  style: z.enum(CSV_STYLES),
  filter: z.record(z.string(), z.union([z.string(), z.number()])),
});

type Manifest = z.output<typeof manifestSchema>;

/** What every day of an export has in common. */
export type ExportSubject = ServiceSettings & Pick<SalesFlags, 'filter' | 'format' | 'style'>;

/**
 * Makes the folder of days, or checks that what is there is of the same export, and removes what a killed run left.
 * @throws ExportRefusal when it is of another export, or of no export at all
 */
export async function openFolder(
  fileSystem: FileSystem,
  folder: string,
  subject: ExportSubject,
): Promise<void> {
  const names = (await fileSystem.list(folder)) ?? (await makeFolder(fileSystem, folder));
  const path = join(folder, MANIFEST_NAME);
  if (names.includes(MANIFEST_NAME)) {
    const difference = differenceFrom(await fileSystem.readText(path), subject);
    if (difference !== undefined) {
      throw new ExportRefusal(
        `${basename(folder)} is of another export: ${difference}; repeat that one, name another --out, or delete ${folder}.`,
      );
    }
  } else {
    const other = names.find((name) => !isTemporary(name) && !name.startsWith('.'));
    if (other !== undefined) {
      throw new ExportRefusal(
        `${folder} has ${other} in it but no ${MANIFEST_NAME}, so it is no folder of this command; name a new or an empty one.`,
      );
    }
    const text = `${JSON.stringify(manifestOf(subject), undefined, 2)}\n`;
    await writeWhole(fileSystem, path, [Buffer.from(text)]);
  }
  for (const name of names.filter(isTemporary)) await fileSystem.remove(join(folder, name));
}

async function makeFolder(fileSystem: FileSystem, folder: string): Promise<readonly string[]> {
  const parent = dirname(folder);
  if ((await fileSystem.list(parent)) === undefined) {
    throw new ExportRefusal(`--out is in ${parent}, which is not a folder; make it, or name another.`);
  }
  await fileSystem.makeFolder(folder);
  await fileSystem.syncFolder(parent);
  return [];
}

function manifestOf({ baseUrl, subscriptionKey, filter, format, style }: ExportSubject): Manifest {
  const keySalt = randomBytes(16).toString('hex');
  return { baseUrl, keySalt, keyHash: hash(subscriptionKey, keySalt), format, style, filter: setIn(filter) };
}

/** What differs between the export in the folder and the one that is asked for; undefined when nothing does. */
function differenceFrom(text: string, subject: ExportSubject): string | undefined {
  const manifest = parse(text);
  if (manifest === undefined) return `its ${MANIFEST_NAME} is not one of this command`;
  if (manifest.baseUrl !== subject.baseUrl) return `it was read from ${manifest.baseUrl}`;
  if (manifest.keyHash !== hash(subject.subscriptionKey, manifest.keySalt)) {
    return 'it was read with another subscription key';
  }
  if (manifest.format !== subject.format) return `its format is ${manifest.format}`;
  if (manifest.style !== subject.style) return `its style is ${manifest.style}`;
  const asked = setIn(subject.filter);
  for (const name of new Set([...Object.keys(manifest.filter), ...Object.keys(asked)])) {
    const [before, now] = [manifest.filter[name], asked[name]];
    if (before !== now) return `its ${name} is ${before ?? 'not set'}, not ${now ?? 'left out'}`;
  }
  return undefined;
}

function parse(text: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function setIn(filter: ExportSubject['filter']): Manifest['filter'] {
  const set: Manifest['filter'] = {};
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) set[name] = value;
  return set;
}

function hash(key: string, salt: string): string {
  return createHash('sha256').update(salt).update(key).digest('hex');
}
