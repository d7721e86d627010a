import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests inside real n8n. They are apart: they need two gigabytes, a Chromium and some minutes. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/n8n/**/*.e2e.ts'],
    globalSetup: ['test/n8n/setup.ts'],
    // One n8n at a time is what two cores carry.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
