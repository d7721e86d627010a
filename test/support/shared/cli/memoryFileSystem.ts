import { dirname } from 'node:path';
import type { FileSystem, NewFile } from '../../../../shared/cli/sales/fileSystem.ts';

interface Content {
  /** What a program reads back. */
  now: Buffer;
  /** What a loss of power leaves. */
  durable: Buffer;
}

/** A name is of a file, or of a folder when it has no content. */
type Names = Map<string, Content | undefined>;

/** Where in a step the program ends. */
export const MOMENTS = ['before', 'halfway', 'after'] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * What is left afterwards. `killed`: all that was done; `powerLost`: only what was synced; `namesKept`: the folders are
 * as they were, but content that was not synced is zeros, as file systems that delay writing leave it.
 */
export const SURVIVALS = ['killed', 'powerLost', 'namesKept'] as const;
export type Survival = (typeof SURVIVALS)[number];

/** The program is dead; nothing reaches the disk any more. */
export class Dead extends Error {}

/** A file system that keeps apart what was done and what was made durable, and can end the program at any step. */
export class MemoryFileSystem implements FileSystem {
  steps = 0;
  #names: Names;
  #durableNames: Names;
  readonly #root: string;
  readonly #deathAt: number;
  readonly #moment: Moment;

  /** @param root the one folder that is there */
  constructor(root: string, deathAt = Number.POSITIVE_INFINITY, moment: Moment = 'after') {
    this.#root = root;
    this.#names = new Map([[root, undefined]]);
    this.#durableNames = new Map(this.#names);
    this.#deathAt = deathAt;
    this.#moment = moment;
  }

  /** The disk as the next program finds it. */
  afterwards(survival: Survival, deathAt?: number, moment?: Moment): MemoryFileSystem {
    const next = new MemoryFileSystem(this.#root, deathAt, moment);
    const found = survival === 'powerLost' ? this.#durableNames : this.#names;
    for (const [name, content] of found) {
      if (name === this.#root || !found.has(dirname(name))) continue;
      const left = content === undefined ? undefined : leftOf(content, survival);
      next.#names.set(name, left === undefined ? undefined : { now: left, durable: left });
    }
    next.#durableNames = new Map(next.#names);
    return next;
  }

  /** Every name below the root, in order. */
  names(): string[] {
    return [...this.#names.keys()].filter((name) => name !== this.#root).sort();
  }

  content(path: string): string | undefined {
    return this.#names.get(path)?.now.toString();
  }

  put(path: string, text: string): void {
    const content = { now: Buffer.from(text), durable: Buffer.from(text) };
    for (const names of [this.#names, this.#durableNames]) names.set(path, content);
  }

  list(folder: string) {
    return this.#step(() => {
      if (!this.#names.has(folder)) return undefined;
      return this.#childrenOf(folder).map((name) => name.slice(folder.length + 1));
    });
  }

  makeFolder(folder: string) {
    return this.#step(() => void this.#names.set(folder, undefined));
  }

  removeFolder(folder: string) {
    return this.#step(() => {
      if (this.#childrenOf(folder).length > 0) throw new Error(`ENOTEMPTY: ${folder}`);
      this.#names.delete(folder);
    });
  }

  size(path: string) {
    return this.#step(() => this.#names.get(path)?.now.length);
  }

  readText(path: string) {
    return this.#step(() => this.#fileAt(path).now.toString());
  }

  read(path: string, position: number, length: number) {
    return this.#step(() => this.#fileAt(path).now.subarray(position, position + length));
  }

  rename(from: string, to: string) {
    return this.#step(() => {
      this.#names.set(to, this.#fileAt(from));
      this.#names.delete(from);
    });
  }

  remove(path: string) {
    return this.#step(() => void this.#names.delete(path));
  }

  syncFolder(folder: string) {
    return this.#step(() => {
      for (const name of this.#durableNames.keys())
        if (dirname(name) === folder) this.#durableNames.delete(name);
      for (const name of this.#childrenOf(folder)) this.#durableNames.set(name, this.#names.get(name));
    });
  }

  create(path: string): Promise<NewFile> {
    return this.#step(() => {
      if (this.#names.has(path)) throw new Error(`EEXIST: ${path}`);
      const content: Content = { now: Buffer.alloc(0), durable: Buffer.alloc(0) };
      this.#names.set(path, content);
      const append = (bytes: Uint8Array) => {
        content.now = Buffer.concat([content.now, bytes]);
      };
      return {
        append: (bytes: Uint8Array) =>
          this.#step(
            () => append(bytes),
            () => append(bytes.subarray(0, bytes.length / 2)),
          ),
        sync: () =>
          this.#step(() => {
            content.durable = content.now;
          }),
        close: async () => {},
      };
    });
  }

  #childrenOf(folder: string): string[] {
    return [...this.#names.keys()].filter((name) => name !== folder && dirname(name) === folder);
  }

  #fileAt(path: string): Content {
    const content = this.#names.get(path);
    if (content === undefined) throw new Error(`ENOENT: ${path}`);
    return content;
  }

  async #step<T>(work: () => T, half: () => void = () => {}): Promise<T> {
    this.steps += 1;
    if (this.steps > this.#deathAt) throw new Dead();
    if (this.steps < this.#deathAt) return work();
    if (this.#moment === 'halfway') half();
    if (this.#moment === 'after') work();
    throw new Dead();
  }
}

function leftOf({ now, durable }: Content, survival: Survival): Buffer {
  if (survival === 'killed') return Buffer.from(now);
  if (survival === 'powerLost') return Buffer.from(durable);
  const padded = Buffer.alloc(now.length);
  durable.copy(padded);
  return padded;
}
