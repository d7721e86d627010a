// `npm run test:n8n`: the tests inside real n8n. The first run installs it into the user's cache folder, outside the
// checkout (RETAIL_DATA_N8N_CACHE names another place). Ends with the totals. Parameters go on to vitest.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithTotals, runVitest } from './vitest.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
endWithTotals(runVitest(root, join('test', 'n8n', 'vitest.config.ts'), process.argv.slice(2)));
