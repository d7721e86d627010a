import { keystrokesApart } from '../text/editDistance.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is set under that name; an empty value counts as not set. */
export function valueIn(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

/** Every setting can be given in a file instead, as container platforms hand out secrets. */
export function fileNameOf(name: string): string {
  return `${name}_FILE`;
}

const OURS = /^(ACCESS|DIGEST|HEALTH|PRODUCT|RETAIL_DATA|SALES|SLACK|STOCK)_/i;
/** Kubernetes tells a process of every service of its namespace: SLACK_BOT_SERVICE_HOST, SLACK_BOT_PORT_3000_TCP. */
const OF_KUBERNETES = /_SERVICE_HOST$|_PORT(_\w+)?$/;
/** Read by scripts and tests of this repository. */
const OF_SCRIPTS = ['RETAIL_DATA_N8N_CACHE', 'RETAIL_DATA_TEST_NOW', 'RETAIL_DATA_BENCH_FILE'];
/** Builds tell what they build, and platforms how they ask for health. */
const OF_HOSTS = /^PRODUCT_(NAME|VERSION|ID|BUNDLE_\w+)$|^HEALTH_CHECK_/;
/** Other programs have settings that are called much like these, such as LOGLEVEL. */
const COMMON = ['PORT', 'LOG_LEVEL'];
/**
 * Hosts set DATABASE_HOST, DATABASE_SSL or DATABASE_PRIVATE_URL beside it, so no beginning and no further word tells a
 * mistake; one keystroke does, as in DATABASE_URI.
 */
const DATABASE = 'DATABASE_URL';
const SLIPS = 2;

/**
 * One sentence for each name that is set and looks like a setting but is none: a misspelled ACCESS_VIEW_STOCK would
 * otherwise leave the stock open to everybody, and a misspelled DATABASE_URL let two processes send each digest. Values
 * may be secrets and are not told.
 */
export function unknownNames(environment: Environment, settings: readonly string[]): string[] {
  const known = [...settings, ...settings.map(fileNameOf)];
  const passedOver = new Set([...known, ...OF_SCRIPTS]);
  return Object.keys(environment)
    .filter((name) => !passedOver.has(name) && !OF_KUBERNETES.test(name) && !OF_HOSTS.test(name))
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

/** By keystrokes; names that begin with the same word come first. */
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
