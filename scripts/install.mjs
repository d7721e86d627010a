// Brings in what a script needs before it runs: `bot` for a build of the bot, `demo` for the commands beside npm start,
// `test` for npm test, `all` for the rest. Runs on whatever Node starts it (20 or later) and needs npm alone: no
// compiler, no Python.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, SCOPES } from './installation.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wanted = process.argv[2] ?? '';
if (!SCOPES.includes(wanted)) {
  process.stderr.write(`install.mjs takes ${SCOPES.join(', ')}, not "${wanted}".\n`);
  process.exit(1);
}
install(root, wanted);
