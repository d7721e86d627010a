// Before `npm start`: sees to it that bot/dist/ is built from the sources as they are. When nothing is configured it
// also installs what the demo needs; a production start installs nothing, and without a change it writes nothing either.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build/botSources.mjs';
import { hasNode24, install, isInstalled } from './installation.mjs';
import { productionSign } from './productionSign.mjs';
import { scriptEnvironment } from './scriptNode.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sign = productionSign(process.env, root);
if (sign === undefined) install(root, 'demo');
else if (!hasNode24(root) || !(isBuilt(root) || isInstalled(root, 'bot'))) refuse(sign);
if (!isBuilt(root)) build();

function refuse(sign) {
  process.stderr.write(
    `${sign}, so this is a production start, which installs nothing, and what builds and runs the bot is not installed. Run npm run build:bot, which installs it, and start again.\n`,
  );
  process.exit(1);
}

/** In a process of its own: this one may be run by an older Node, from before the install. */
function build() {
  const { status } = spawnSync('node', [join('scripts', 'buildBot.mjs')], {
    cwd: root,
    stdio: 'inherit',
    env: scriptEnvironment(root),
  });
  if (status !== 0) process.exit(1);
}
