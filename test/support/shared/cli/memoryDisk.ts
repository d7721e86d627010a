import type { Disk, OpenFile } from '../../../../shared/cli/disk.ts';

interface Content {
  /** What a program reads back. */
  now: Buffer;
  /** What a loss of power leaves. */
  durable: Buffer;
}

/** Where in a step the program ends. */
export const MOMENTS = ['before', 'halfway', 'after'] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * What is left afterwards. `killed`: all that was done; `powerLost`: only what was synced; `namesKept`: the folder is
 * as it was, but content that was not synced is zeros, as file systems that delay writing leave it.
 */
export const SURVIVALS = ['killed', 'powerLost', 'namesKept'] as const;
export type Survival = (typeof SURVIVALS)[number];

/** The program is dead; nothing reaches the disk any more. */
export class Dead extends Error {}

/** A disk that keeps apart what was done and what was made durable, and can end the program at any step. */
export class MemoryDisk implements Disk {
  steps = 0;
  #names = new Map<string, Content>();
  #durableNames = new Map<string, Content>();
  #deathAt: number;
  #moment: Moment;

  constructor(deathAt = Number.POSITIVE_INFINITY, moment: Moment = 'after') {
    this.#deathAt = deathAt;
    this.#moment = moment;
  }

  /** The disk as the next program finds it. */
  afterwards(survival: Survival, deathAt?: number, moment?: Moment): MemoryDisk {
    const next = new MemoryDisk(deathAt, moment);
    for (const [name, { now, durable }] of survival === 'powerLost' ? this.#durableNames : this.#names) {
      const left =
        survival === 'killed' ? now : survival === 'powerLost' ? durable : padded(durable, now.length);
      const content = { now: Buffer.from(left), durable: Buffer.from(left) };
      next.#names.set(name, content);
      next.#durableNames.set(name, content);
    }
    return next;
  }

  names(): string[] {
    return [...this.#names.keys()].sort();
  }

  content(path: string): Buffer | undefined {
    return this.#names.get(path)?.now;
  }

  put(path: string, content: Buffer | string): void {
    this.#names.set(path, { now: Buffer.from(content), durable: Buffer.from(content) });
  }

  sizeOf(path: string) {
    return this.#step(() => this.#names.get(path)?.now.length);
  }

  hasFolder() {
    return this.#step(() => true);
  }

  readText(path: string) {
    return this.#step(() => this.#names.get(path)?.now.toString());
  }

  rename(from: string, to: string) {
    return this.#step(() => {
      const content = this.#names.get(from);
      if (content === undefined) throw new Error(`ENOENT: ${from}`);
      this.#names.delete(from);
      this.#names.set(to, content);
    });
  }

  remove(path: string) {
    return this.#step(() => {
      this.#names.delete(path);
    });
  }

  syncFolder() {
    return this.#step(() => {
      this.#durableNames = new Map(this.#names);
    });
  }

  open(path: string): Promise<OpenFile> {
    return this.#step(() => {
      const content = this.#names.get(path) ?? { now: Buffer.alloc(0), durable: Buffer.alloc(0) };
      this.#names.set(path, content);
      return this.#openFile(content);
    });
  }

  #openFile(content: Content): OpenFile {
    const put = (bytes: Uint8Array, position: number) => {
      const grown = padded(content.now, Math.max(content.now.length, position + bytes.length));
      grown.set(bytes, position);
      content.now = grown;
    };
    return {
      write: (bytes, position) =>
        this.#step(
          () => put(bytes, position),
          () => put(bytes.subarray(0, bytes.length / 2), position),
        ),
      read: (position, length) => this.#step(() => content.now.subarray(position, position + length)),
      truncate: (size) =>
        this.#step(() => {
          content.now = padded(content.now, size);
        }),
      sync: () =>
        this.#step(() => {
          content.durable = content.now;
        }),
      close: async () => {},
    };
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

function padded(content: Buffer, length: number): Buffer {
  const copy = Buffer.alloc(length);
  content.copy(copy);
  return copy;
}
