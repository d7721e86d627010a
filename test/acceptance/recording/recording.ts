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
export function testRecording({ bot: options, ...recording }: Recording): void {
  testRecordings(options, [recording]);
}

/** One bot is asked what is in one recording after the other. */
export function testRecordings(
  options: TestBotOptions | undefined,
  recordings: readonly Omit<Recording, 'bot'>[],
): void {
  describe(recordings.map(({ name }) => name).join(', '), () => {
    let bot: TestBot;
    let close = async (): Promise<void> => {};
    beforeAll(async () => {
      bot = await startTestBot({
        ...options,
        onEnd(end) {
          close = end;
        },
      });
    }, LONGEST_MS);
    afterAll(() => close());
    for (const recording of recordings) testEntries(recording, () => bot);
  });
}

function testEntries({ name, about, recorded: shown, record }: Recording, botOf: () => TestBot): void {
  const file = new URL(`recorded/${name}.txt`, import.meta.url);
  const recorded = readEntries(file);
  const isWritten = inject('writesRecordings');

  describe(about, () => {
    let entries: Entries = new Map();

    beforeAll(async () => {
      const recorder = createRecorder(botOf(), shown);
      await record(recorder, botOf());
      entries = recorder.entries;
      if (isWritten) writeFileSync(file, textOf(entries));
    }, LONGEST_MS);

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
