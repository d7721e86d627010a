import { createRequire } from 'node:module';
import { inject } from 'vitest';

process.env.N8N_USER_FOLDER = inject('n8nUserFolder');
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';

const require = createRequire(import.meta.url);
require('reflect-metadata');

/**
 * n8n as the built nodes see it. They `require` n8n-workflow; an `import` would load a second copy of it, and errors of
 * the one are no errors of the other.
 */
export const workflow: typeof import('n8n-workflow') = require('n8n-workflow');
export const core: typeof import('n8n-core') = require('n8n-core');
