import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { ExportRefusal } from './refusal.ts';

/** The few things an export asks of a file system, each of which may be the last before the power goes. */
export interface Disk {
  /** Size in bytes, or undefined when nothing has that name. */
  sizeOf(path: string): Promise<number | undefined>;
  hasFolder(path: string): Promise<boolean>;
  /** The whole text, or undefined when nothing has that name. */
  readText(path: string): Promise<string | undefined>;
  /** Opens for reading and writing; an absent file is made, a present one kept as it is. */
  open(path: string): Promise<OpenFile>;
  /** Gives a file another name in the same folder, in place of what had it. */
  rename(from: string, to: string): Promise<void>;
  /** An absent file is removed already. */
  remove(path: string): Promise<void>;
  /** Makes the names in a folder outlive a loss of power. */
  syncFolder(path: string): Promise<void>;
}

export interface OpenFile {
  /** Writes all of the bytes at that place. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** As many bytes from that place as there are, `length` at most. */
  read(position: number, length: number): Promise<Uint8Array>;
  truncate(size: number): Promise<void>;
  /** Makes the content outlive a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The machine's own disk. */
export const systemDisk: Disk = {
  async sizeOf(path) {
    const found = await unlessAbsent(stat(path));
    if (found !== undefined && !found.isFile())
      throw new ExportRefusal(`${path} is there already, but not as a file.`);
    return found?.size;
  },
  hasFolder: async (path) => (await unlessAbsent(stat(path)))?.isDirectory() ?? false,
  readText: (path) => unlessAbsent(readFile(path, 'utf8')),
  async open(path) {
    return openFile(await open(path, constants.O_RDWR | constants.O_CREAT, 0o666));
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

function openFile(file: FileHandle): OpenFile {
  return {
    async write(bytes, position) {
      for (let written = 0; written < bytes.length; ) {
        const rest = bytes.length - written;
        written += (await file.write(bytes, written, rest, position + written)).bytesWritten;
      }
    },
    async read(position, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, position);
      return bytes.subarray(0, bytesRead);
    },
    truncate: (size) => file.truncate(size),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
