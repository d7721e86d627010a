import { keystrokesApart } from '../names/nearWords.ts';

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

const OURS = /^(ACCESS|DIGEST|RETAIL_DATA|SLACK)_/i;
/** Kubernetes tells a process of every service of its namespace: SLACK_BOT_SERVICE_HOST, SLACK_BOT_PORT_3000_TCP. */
const OF_KUBERNETES = /_SERVICE_HOST$|_PORT(_\w+)?$/;
/** Read by scripts and tests of this repository. */
const OF_SCRIPTS = ['RETAIL_DATA_N8N_CACHE', 'RETAIL_DATA_TEST_NOW', 'RETAIL_DATA_BENCH_FILE'];
/** Other programs have settings that are called much like these. */
const COMMON = ['PORT', 'LOG_LEVEL', 'DATABASE_URL'];
const SLIPS = 2;

/**
 * One sentence for each name that is set and looks like a setting but is none: a misspelled ACCESS_VIEW_STOCK would
 * otherwise leave the stock open to everybody. Values may be secrets and are not told.
 */
export function unknownNames(environment: Environment, settings: readonly string[]): string[] {
  const known = [...settings, ...settings.map(fileNameOf)];
  const passedOver = new Set([...known, ...OF_SCRIPTS]);
  const ownWords = settings.filter((name) => !COMMON.includes(name));
  return Object.keys(environment)
    .filter((name) => !passedOver.has(name) && !OF_KUBERNETES.test(name))
    .filter((name) => valueIn(environment, name) !== undefined)
    .filter((name) => OURS.test(name) || nearest(name, ownWords).apart <= SLIPS)
    .map((name) => {
      const { near } = nearest(name, known);
      return `${name} is set, but the bot has no such setting. Is ${near} meant? Rename or unset it.`;
    });
}

function nearest(name: string, known: readonly string[]): { readonly near: string; readonly apart: number } {
  const typed = name.toUpperCase();
  return known
    .map((near) => ({ near, apart: keystrokesApart(typed, near) }))
    .reduce((best, other) => (other.apart < best.apart ? other : best));
}
