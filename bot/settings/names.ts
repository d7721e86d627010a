import { keystrokesApart } from '../text/editDistance.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The trimmed value of a variable; undefined if it is empty or not set. */
export function valueIn(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

/**
 * The variable for the path of a file with the setting's value, for container platforms that provide secrets as files.
 */
export function fileNameOf(name: string): string {
  return `${name}_FILE`;
}

const OURS = /^(ACCESS|DIGEST|HEALTH|PRODUCT|RETAIL_DATA|SALES|SLACK|STOCK)_/i;
/** Kubernetes sets these for every service of the namespace: SLACK_BOT_SERVICE_HOST, SLACK_BOT_PORT_3000_TCP. */
const OF_KUBERNETES = /_SERVICE_HOST$|_PORT(_\w+)?$/;
/** Used by scripts and tests of this repository. */
const OF_SCRIPTS = ['RETAIL_DATA_N8N_CACHE', 'RETAIL_DATA_TEST_NOW', 'RETAIL_DATA_BENCH_FILE'];
/** Set by build tools and hosting platforms. */
const OF_HOSTS = /^PRODUCT_(NAME|VERSION|ID|BUNDLE_\w+)$|^HEALTH_CHECK_/;
/** Other programs have settings with similar names, such as LOGLEVEL. */
const COMMON = ['PORT', 'LOG_LEVEL'];
/**
 * Hosts also set DATABASE_HOST, DATABASE_SSL or DATABASE_PRIVATE_URL, so only a name with a single typing mistake, such
 * as DATABASE_URI, counts as misspelled.
 */
const DATABASE = 'DATABASE_URL';
const SLIPS = 2;

/**
 * One sentence for each variable that looks like a misspelled setting. A misspelled ACCESS_VIEW_STOCK would otherwise
 * open the stock to everybody, and a misspelled DATABASE_URL would let two processes post each digest. Never shows
 * values, which may be secrets.
 */
export function unknownNames(environment: Environment, settings: readonly string[]): string[] {
  const known = [...settings, ...settings.map(fileNameOf)];
  const ignored = new Set([...known, ...OF_SCRIPTS]);
  return Object.keys(environment)
    .filter((name) => !ignored.has(name) && !OF_KUBERNETES.test(name) && !OF_HOSTS.test(name))
    .filter((name) => valueIn(environment, name) !== undefined)
    .filter((name) => OURS.test(name) || isSlip(name, settings))
    .map((name) => {
      const near = nearest(name, known);
      return `Unknown setting ${name}. Did you mean ${near}? Rename or remove it.`;
    });
}

function isSlip(name: string, settings: readonly string[]): boolean {
  const typed = name.toUpperCase().replace(/_FILE$/, '');
  return settings.some((near) => {
    if (COMMON.includes(near)) return false;
    const most = near === DATABASE ? 1 : SLIPS;
    return keystrokesApart(typed, near, most) <= most;
  });
}

/** The name with the fewest typing mistakes, preferring names with the same first word. */
function nearest(name: string, known: readonly string[]): string {
  const typed = name.toUpperCase();
  const [word] = typed.split('_');
  const ofItsKind = known.filter((near) => near.split('_')[0] === word);
  const [near = ''] = (ofItsKind.length === 0 ? known : ofItsKind)
    .map((other) => ({ other, apart: keystrokesApart(typed, other) }))
    .toSorted((one, other) => one.apart - other.apart)
    .map(({ other }) => other);
  return near;
}
