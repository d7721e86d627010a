import { fileURLToPath } from 'node:url';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { COMPILE_CACHE } from './support/compileCache.ts';
import { MEMORY_FOLDER } from './support/memoryFolder.ts';

export const DATABASES = 'test/support/databaseSetup.ts';
export const FILLED = 'test/support/filledSetup.ts';

/** Their files are small, and few at a time. */
export const SMALL = { env: { TMPDIR: MEMORY_FOLDER } };

const BOT = 'test/integration/bot/{*,!(database|demo)/**/*}.test.ts';
const ACCEPTANCE = 'test/acceptance/**/*.test.ts';

/** What all projects have. */
export const COMMON = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  // Vitest leaves one core free, which on two cores is half of them.
  maxWorkers: '100%',
  // Only for what hangs: on a busy machine a test takes ten times as long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  // What fails, and nothing above it.
  reporters: ['minimal'],
};

/** The tests of `npm test`: files side by side, many in one process. */
export const QUICK: TestProjectInlineConfiguration[] = [
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
      exclude: [BOT],
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
      include: [BOT, ACCEPTANCE],
      globalSetup: [DATABASES, FILLED],
      isolate: false,
    },
  },
];
