import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVitest } from 'vitest/node';
import { packageRoot } from '../../../tools/build.ts';

test.each([
  ['that the bot loads', 'bot/outbox/ledger.ts', 'test/integration/bot/outbox/posting.databases.test.ts'],
  ['of a process', 'bot/sales/import/dayWriter.ts', 'test/integration/bot/wrongClock.test.ts'],
  ['of a thread', 'bot/stock/queries.ts', 'test/integration/bot/stock/history.test.ts'],
])('vitest finds the tests of the bot that a file %s matters to', async (_, file, related) => {
  const vitest = await createVitest('test', {
    config: join(packageRoot, 'vitest.config.mts'),
    related: [join(packageRoot, file)],
    watch: false,
  });
  try {
    const found = await vitest.getRelevantTestSpecifications();
    expect(found.map(({ moduleId }) => moduleId)).toContain(join(packageRoot, related));
    expect(found.length).toBeLessThan((await vitest.globTestSpecifications()).length);
  } finally {
    await vitest.close();
  }
});

test('npx vitest run runs a file without any check', () => {
  const said = execFileSync('npx', ['vitest', 'run', 'test/unit/shared/litres.test.ts'], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(said).toMatch(/Test Files +1 passed/);
});
