import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestBot, type TestBot, type TestBotOptions } from '../../support/testBot.ts';
import { createRecorder, type Entries, type Recorded, type Recorder } from './recorder.ts';

/** The longest takes many minutes on a machine that is busy. */
const LONGEST_MS = 1_800_000;

export interface Recording {
  /** The file in `recorded/`, without its ending. */
  readonly name: string;
  readonly about: string;
  readonly bot?: TestBotOptions;
  readonly recorded?: Recorded;
  record(recorder: Recorder, bot: TestBot): Promise<void>;
}

/**
 * One bot is asked everything once; each entry of its recording is a test. With `--update` the recording is written
 * instead.
 */
export function testRecording({ name, about, bot: options, recorded: shown, record }: Recording): void {
  const file = new URL(`recorded/${name}.txt`, import.meta.url);
  const recorded = readEntries(file);
  const isWritten = inject('writesRecordings');

  describe(about, () => {
    let entries: Entries = new Map();
    let close = async (): Promise<void> => {};

    beforeAll(async () => {
      const bot = await startTestBot({
        ...options,
        onEnd(end) {
          close = end;
        },
      });
      const recorder = createRecorder(bot, shown);
      await record(recorder, bot);
      entries = recorder.entries;
      if (isWritten) writeFileSync(file, textOf(entries));
    }, LONGEST_MS);
    afterAll(() => close());

    test('is recorded from the first to the last', () => {
      expect(isWritten || [...entries.keys()]).toEqual(isWritten || [...recorded.keys()]);
    });

    test.each(isWritten ? [] : [...recorded.keys()])('%s', (title) => {
      expect(entries.get(title)?.join('\n')).toBe(recorded.get(title)?.join('\n'));
    });
  });
}

const TITLE = '=== ';

function textOf(entries: Entries): string {
  return [...entries].map(([title, lines]) => `${[`${TITLE}${title}`, ...lines].join('\n')}\n`).join('\n');
}

function readEntries(file: URL): Entries {
  if (!existsSync(file)) return new Map();
  const parts = readFileSync(file, 'utf8').split(/^=== /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      return [title, lines] as const;
    }),
  );
}
