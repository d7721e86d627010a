import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ExportRefusal } from './refusal.ts';

/** The few things an export asks of a file system. The power may fail before and after each of them. */
export interface FileSystem {
  /** The names in a folder, or undefined when there is none. */
  list(folder: string): Promise<readonly string[] | undefined>;
  makeFolder(folder: string): Promise<void>;
  /** Removes an empty folder. */
  removeFolder(folder: string): Promise<void>;
  /** Size in bytes, or undefined when nothing has that name. */
  size(path: string): Promise<number | undefined>;
  readText(path: string): Promise<string>;
  /** As many bytes from that place as there are, `length` at most. */
  read(path: string, position: number, length: number): Promise<Uint8Array>;
  /** Makes a file that is not there yet. */
  create(path: string): Promise<NewFile>;
  /** Gives a file another name, in place of what had it. */
  rename(from: string, to: string): Promise<void>;
  /** An absent file is removed already. */
  remove(path: string): Promise<void>;
  /** Makes the names in a folder outlive a loss of power. */
  syncFolder(folder: string): Promise<void>;
}

export interface NewFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Makes the content outlive a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Whether a name is one that `writeWhole` gives, and so of a file that was not written to its end. */
export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{12}\.tmp$/.test(name);
}

/**
 * Writes a file that is there whole or not at all, whenever the process is killed or the power fails: under a temporary
 * name, made durable, then renamed. The temporary name is random, so that two runs cannot write into the same file.
 * @param folder where the temporary file lies, on the same disk
 * @returns the size in bytes
 */
export async function writeWhole(
  fileSystem: FileSystem,
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder: string = dirname(path),
): Promise<number> {
  const temporary = join(folder, `${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const file = await fileSystem.create(temporary);
  let bytes = 0;
  try {
    try {
      for await (const chunk of chunks) {
        await file.append(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await fileSystem.rename(temporary, path);
  } catch (error) {
    // Where this fails too, the next run removes it; the first error is the one to tell.
    await fileSystem.remove(temporary).catch(() => undefined);
    throw error;
  }
  await fileSystem.syncFolder(dirname(path));
  return bytes;
}

export const systemFileSystem: FileSystem = {
  async list(folder) {
    const found = await unlessAbsent(stat(folder));
    if (found === undefined) return undefined;
    if (!found.isDirectory())
      throw new ExportRefusal(`${folder} is there already, but not as a folder; name another.`);
    return readdir(folder);
  },
  makeFolder: (folder) => mkdir(folder),
  removeFolder: (folder) => rmdir(folder),
  async size(path) {
    const found = await unlessAbsent(stat(path));
    if (found !== undefined && !found.isFile())
      throw new ExportRefusal(`${path} is there already, but not as a file; name another.`);
    return found?.size;
  },
  readText: (path) => readFile(path, 'utf8'),
  read: (path, position, length) =>
    using(path, 'r', async (file) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    }),
  async create(path) {
    const file = await open(path, 'wx');
    return {
      append: (bytes) => file.writeFile(bytes),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder: (folder) => using(folder, 'r', (opened) => opened.sync()),
};

async function using<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
