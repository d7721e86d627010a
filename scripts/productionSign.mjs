import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import util from 'node:util';

/**
 * What makes it a production start, as far as the Node that starts npm can tell: the bot's own rule, in bot/settings, is
 * TypeScript and needs what may not be installed. Where they differ this one sees more, and less is installed.
 */
const SETTING =
  /^((ACCESS|DIGEST|HEALTH|PRODUCT|RETAIL_DATA|SALES|SLACK|STOCK)_|(PORT|LOG_LEVEL|DATABASE_URL)(_FILE)?$)/i;

/** What makes it a production start, as the beginning of a sentence; undefined when nothing does. */
export function productionSign(environment, folder) {
  const file = environmentFileIn(folder);
  if (file === undefined) return '.env is there and may hold settings';
  const { NODE_ENV, ...others } = { ...file, ...environment };
  if (NODE_ENV?.trim().toLowerCase() === 'production') return 'NODE_ENV=production is set';
  const name = Object.keys(others).find((each) => SETTING.test(each) && others[each]?.trim());
  return name === undefined ? undefined : `${name} is set`;
}

/** What `.env` there sets; undefined where that cannot be told, as on a Node before 20.12. */
function environmentFileIn(folder) {
  const file = join(folder, '.env');
  try {
    // Also a link to a file that is not there: its settings did not load.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return {};
    return util.parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
