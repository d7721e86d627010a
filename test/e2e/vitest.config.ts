import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COMMON, DATABASES, FILLED, QUICK, SMALL } from '../projects.ts';

const SERVER = 'test/support/postgresSetup.ts';
const FILLED_ON_SERVER = 'test/support/filledOnServerSetup.ts';

/** A browser and n8n want the machine for themselves, after all that runs side by side. */
const ONE_AT_A_TIME = { fileParallelism: false, sequence: { groupOrder: 1 } };
/** A test waits several times for n8n, each time with patience for a busy machine. */
const PATIENT = { testTimeout: 1_800_000, hookTimeout: 1_800_000 };

/** Files that take minutes: one that begins last keeps everybody waiting. */
const LONG = /\/(?:editor|npmVersions|restore|start|activeExamples|replicas)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => Number(!LONG.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isShort(one) - isShort(other));
  }
}

/** `postgres`, the tests of databases once more on a server, `e2e` and `n8n` are `npm run test:e2e`. */
export default defineConfig({
  test: {
    ...COMMON,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      ...QUICK,
      {
        extends: true,
        test: {
          name: 'postgres',
          ...SMALL,
          include: ['test/{integration,acceptance}/**/*.databases.test.ts', 'test/e2e/postgres/**/*.test.ts'],
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
          ...ONE_AT_A_TIME,
          ...PATIENT,
        },
      },
    ],
  },
});
