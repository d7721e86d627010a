import { defineConfig } from 'vitest/config';
import { COMMON, QUICK } from './test/projects.ts';

/** `npx vitest run FILE`, `npx vitest FILE` and `npx vitest related FILE`; what takes long is in test/e2e/vitest.config.ts. */
export default defineConfig({ test: { ...COMMON, projects: QUICK } });
