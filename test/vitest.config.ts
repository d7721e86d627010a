import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COMPILE_CACHE } from './support/compileCache.ts';
import { MEMORY_FOLDER } from './support/memoryFolder.ts';

const DATABASES = 'test/support/databaseSetup.ts';
const SERVER = 'test/support/postgresSetup.ts';
const FILLED = 'test/support/filledSetup.ts';
const FILLED_ON_SERVER = 'test/support/filledOnServerSetup.ts';

/** A browser and n8n want the machine for themselves, after all that runs side by side. */
const ONE_AT_A_TIME = { fileParallelism: false, sequence: { groupOrder: 1 } };

/** Their files are small, and few at a time. */
const SMALL = { env: { TMPDIR: MEMORY_FOLDER } };

/** Files that take minutes: one that begins last keeps everybody waiting. */
const LONG = /\/(?:editor|npmVersions|restore|start|activeExamples|replicas)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => Number(!LONG.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isShort(one) - isShort(other));
  }
}

const BOT = 'test/integration/bot/{*,!(database|demo)/**/*}.test.ts';
const RECORDING = 'test/integration/recording/**/*.test.ts';

/**
 * `unit`, `integration` and `bot` are `npm test`: files side by side, and where nothing outlasts a file, one process for
 * many. `postgres`, the tests of databases once more on a server, `e2e` and `n8n` are `npm run test:e2e`.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    // Vitest leaves one core free, which on two cores is half of them.
    maxWorkers: '100%',
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 90_000,
    hookTimeout: 60_000,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          ...SMALL,
          include: ['test/integration/**/*.test.ts'],
          exclude: [BOT, RECORDING],
          globalSetup: [DATABASES],
          isolate: false,
        },
      },
      {
        extends: true,
        // Each bot knows when it is idle; files that share a process come one after the other.
        test: {
          name: 'bot',
          ...SMALL,
          include: [BOT, RECORDING],
          globalSetup: [DATABASES, FILLED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...SMALL,
          include: ['test/integration/**/*.databases.test.ts', 'test/e2e/postgres/**/*.test.ts'],
          // The server is a process, with which nothing is at rest.
          globalSetup: [DATABASES, FILLED, SERVER, FILLED_ON_SERVER],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/postgres/**', 'test/e2e/n8n/**'],
          globalSetup: [DATABASES, SERVER],
        },
      },
      {
        extends: true,
        test: {
          name: 'n8n',
          include: ['test/e2e/n8n/**/*.test.ts'],
          globalSetup: [DATABASES, SERVER, 'test/e2e/n8n/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...ONE_AT_A_TIME,
        },
      },
    ],
  },
});
