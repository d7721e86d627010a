import { isIP } from 'node:net';
import { parseTimeZone } from 'retail-data-client/calendar/calendar';
import { InvalidInputError } from 'retail-data-client/errors/errors';
import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { parseSubscriptionKey } from 'retail-data-client/transport/subscriptionKey';
import * as z from 'zod/mini';
import { TIME_OF_DAY } from '../text/timeOfDay.ts';
import type { Capability, Holders } from './accessPolicy.ts';
import { readPostgresAddress } from './postgresAddress.ts';

/** What the docs say about a setting in addition to its schema. */
interface Description {
  /** In Markdown. */
  readonly meaning: string;
  /** What applies if the setting is not set and has no default value. */
  readonly otherwise?: string;
}

const DESCRIPTIONS = z.registry<Description>();

function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  meaning: string,
  more: Omit<Description, 'meaning'> = {},
): Schema {
  DESCRIPTIONS.add(schema, { meaning, ...more });
  return schema;
}

/**
 * The message of each rule below completes "NAME is "value", but it must be ...". The client's parsers write the whole
 * sentence, since they know which part of the value may be shown: see `isWholeSentence`.
 */
function readBy<Value>(name: string, parse: (value: string, name: string) => Value) {
  return z.pipe(
    z.string(),
    z.transform((value, payload): Value => {
      try {
        return parse(value, name);
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
        payload.issues.push({ code: 'custom', input: value, message: error.message, params: { name } });
        return z.NEVER;
      }
    }),
  );
}

export function isWholeSentence(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params !== undefined;
}

function secret(prefix: string) {
  const form =
    prefix === '' ? 'without spaces or line breaks' : `beginning with ${prefix} and without spaces`;
  const expected = `the value from the Slack app's settings, ${form}`;
  return z
    .string()
    .check(z.refine((value) => value.startsWith(prefix) && /^[\x21-\x7e]+$/.test(value), expected));
}

function wholeNumber(least: number, most: number, expected: string) {
  const isOne = (value: string) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
  return z.pipe(z.string().check(z.refine(isOne, expected)), z.transform(Number));
}

function days(least: number, most: number) {
  return wholeNumber(least, most, `a number of days from ${least} to ${most}`);
}

/** One of the words, in any case. */
function word<const Words extends readonly string[]>(words: Words, expected: string) {
  return z.pipe(z.string().check(z.toLowerCase()), z.enum(words, expected));
}

const idsIn = (value: string) => [...new Set(value.split(/[\s,]+/).filter((id) => id !== ''))];

function ids(form: RegExp, expected: string) {
  return z.pipe(z.pipe(z.string(), z.transform(idsIn)), z.array(z.string().check(z.regex(form, expected))));
}

/** False for none. */
const totalHeader = z.pipe(
  z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header, such as x-total-count, or none')),
  z.transform((value: string) => (value.toLowerCase() === 'none' ? (false as const) : value)),
);

const port = wholeNumber(1, 65_535, 'a port number from 1 to 65535');

const timeOfDay = z.string().check(z.regex(TIME_OF_DAY, 'a time from 00:00 to 23:59, such as 08:30'));

/** Only an IP address: a name may stand for several interfaces, or for none. */
const host = z
  .string()
  .check(
    z.refine(
      (value) => isIP(value) !== 0,
      'the IP address of an interface, such as 127.0.0.1 for this machine only or 0.0.0.0 for all interfaces',
    ),
  );

const isPostgres = (value: unknown) => /^postgres(ql)?:/i.test(String(value));
const FILE = /^file:(\/\/(?=\/))?/;

/**
 * A file has `file:` before its path, so that a mistyped address isn't taken for the path of a new, empty database. `~`
 * isn't a folder here, and a database in memory would forget which digests were sent.
 */
function isDatabase(value: string): boolean {
  if (isPostgres(value)) return readPostgresAddress(value) !== undefined;
  const path = value.replace(FILE, '');
  return (
    FILE.test(value) &&
    /^(?!~|:memory:$|\/\/)[^?]*[^/?]$/s.test(path) &&
    !/^[a-z][a-z0-9+.-]*:\/\//i.test(path)
  );
}

const databaseUrl = z.pipe(
  z.string().check(
    z.refine(isDatabase, {
      error: ({ input }) =>
        isPostgres(input)
          ? 'an address with host and database, such as postgres://user:password@host/database (in a password write @ as %40, / as %2F, # as %23 and ? as %3F)'
          : 'a file, such as file:data/retail-data.sqlite or file:/var/lib/bot.sqlite, or a PostgreSQL, such as postgres://user:password@host/database',
    }),
  ),
  z.transform((value: string) => (isPostgres(value) ? value : value.replace(FILE, ''))),
);

const CHANNEL_ID = /^[CG][A-Z0-9]{2,}$/;
const CHANNELS =
  "channel IDs separated by commas, such as C0123456789 (in Slack: the channel's details, at the bottom)";

const askedFrom = z.union([
  word(['unshared'], ''),
  ids(CHANNEL_ID, `unshared (every channel that isn't shared with another organisation), or ${CHANNELS}`),
]);

const refusedOrListed = word(
  ['refused', 'listed'],
  'refused, or listed (they can do what an ACCESS_ setting lists their user ID or user group for)',
);

const nobody = z.pipe(
  word(['nobody'], ''),
  z.transform((): Holders => ({ users: [], groups: [], channels: [] })),
);

/** Sorts ids by their first letter into users, groups and channels. */
function listed(form: RegExp, expected: string) {
  return z.pipe(
    ids(form, expected),
    z.transform((all: string[]): Holders => {
      const startingWith = (letters: string) => all.filter((id) => letters.includes(id.charAt(0)));
      return { users: startingWith('UW'), groups: startingWith('S'), channels: startingWith('CG') };
    }),
  );
}

const holders = z.union([
  word(['members'], ''),
  nobody,
  listed(
    /^[UWSCG][A-Z0-9]{2,}$/,
    'members (every full member), nobody, or IDs of users (U…), user groups (S…) and channels (C…) separated by commas',
  ),
]);

const admins = z.union([
  nobody,
  listed(/^[UWS][A-Z0-9]{2,}$/, 'nobody, or IDs of users (U…) and user groups (S…) separated by commas'),
]);

/** The service keeps sales for about three years, so more days can't be fetched. */
const MAX_HISTORY_DAYS = 1_100;
const MAX_RETENTION_DAYS = 3_660;

/** All settings, in the order of the docs, which `npm run docs` writes. */
export const SETTINGS = z.object({
  RETAIL_DATA_BASE_URL: described(
    readBy('RETAIL_DATA_BASE_URL', parseBaseUrl),
    'address of the data service, https',
  ),
  RETAIL_DATA_SUBSCRIPTION_KEY: described(
    readBy('RETAIL_DATA_SUBSCRIPTION_KEY', parseSubscriptionKey),
    'subscription key from your profile at the data service',
  ),
  RETAIL_DATA_TIME_ZONE: described(
    z.prefault(readBy('RETAIL_DATA_TIME_ZONE', parseTimeZone), 'Europe/Oslo'),
    'time zone of business days and digests',
  ),
  RETAIL_DATA_TOTAL_HEADER: described(
    z.optional(totalHeader),
    'response header in which the data service says how many products there are, or `none`. Change it only if the log says that the header and the products differ',
    { otherwise: '`x-total-count`' },
  ),
  SLACK_BOT_TOKEN: described(secret('xoxb-'), 'bot token of the Slack app, `xoxb-…`'),
  SLACK_APP_TOKEN: described(z.optional(secret('xapp-')), 'app-level token, `xapp-…`, for Socket Mode'),
  SLACK_SIGNING_SECRET: described(
    z.optional(secret('')),
    'signing secret, for HTTP instead of Socket Mode; not used when an app token is set',
  ),
  SLACK_API_URL: described(
    z.optional(readBy('SLACK_API_URL', (value, name) => `${parseBaseUrl(value, name)}/`)),
    "another address of Slack's Web API, for tests",
    { otherwise: 'Slack' },
  ),
  PORT: described(z.prefault(port, '3000'), 'port for HTTP'),
  DATABASE_URL: described(
    z.prefault(databaseUrl, 'file:data/retail-data.sqlite'),
    'SQLite file as `file:` and its path, readable only by its owner, or a PostgreSQL as `postgres://user:password@host/database`. It belongs to one supplier at one data service; after you renew the key, the next start accepts the new one',
  ),
  SALES_HISTORY_DAYS: described(
    z.optional(days(1, MAX_HISTORY_DAYS)),
    'how many days of past sales to fetch at the first start, latest first, and keep complete',
    { otherwise: '`400`, or `SALES_RETENTION_DAYS` where that is less' },
  ),
  SALES_RETENTION_DAYS: described(
    z.prefault(days(1, MAX_RETENTION_DAYS), '430'),
    'how many days of sales to store',
  ),
  STOCK_RETENTION_DAYS: described(
    z.prefault(days(31, MAX_RETENTION_DAYS), '120'),
    'how many days of stock to store, at least 31. 66,000 products take about 1.5 MB a day, in PostgreSQL about 7 MB',
  ),
  PRODUCT_LIST: described(
    z.optional(z.string()),
    'Excel, CSV or TSV file with number, name and, if you like, group of your products. The bot imports it at start and whenever it changes',
  ),
  DIGEST_TIME: described(
    z.prefault(timeOfDay, '08:30'),
    'default time for digests. Stock arrives at about 08:30 and sales at about 07:45; an earlier digest shows the previous day',
  ),
  DIGEST_DEADLINE: described(
    z.optional(timeOfDay),
    'how long a digest waits for new data. After that it is posted with the previous data and a note. Must not be earlier than `DIGEST_TIME`. A digest with a later time than the deadline waits as long as one at `DIGEST_TIME`',
    { otherwise: '`12:00`, or 3½ hours after a `DIGEST_TIME` later than 08:30' },
  ),
  HEALTH_PORT: described(
    z.optional(port),
    'port for `/livez`, `/readyz` (also reports when the data service rejects the key) and `/metrics` (Prometheus text). Without it, the bot serves none of them',
  ),
  HEALTH_HOST: described(
    z.prefault(host, '127.0.0.1'),
    'IP address of the interface for `HEALTH_PORT`. In a container use `0.0.0.0`, so that it can be reached from outside',
  ),
  DIGEST_CHANNELS: described(
    z._default(ids(CHANNEL_ID, CHANNELS), []),
    "channel IDs separated by commas. The bot subscribes each of them once, and posts today's digest there if the deadline has not passed. A channel subscribed with `/digest` starts at its next digest time",
  ),
  RETAIL_DATA_LANGUAGE: described(
    z.prefault(word(['en', 'nb'], 'en for English or nb for Norwegian'), 'en'),
    "default language, `en` or `nb`, of digests and of people who haven't chosen one on App Home. If Slack says that a person reads Norwegian, that person gets Norwegian",
  ),
  LOG_LEVEL: described(
    z.prefault(word(['error', 'warn', 'info', 'debug'], 'error, warn, info or debug'), 'info'),
    'lowest level to log: `error`, `warn`, `info` or `debug`',
  ),
  ACCESS_TEAMS: described(
    z._default(ids(/^[TE][A-Z0-9]{2,}$/, 'IDs of teams, such as T0123456789'), []),
    'teams (`T…`) and organisations (`E…`) whose people can use the app, as IDs separated by commas',
    { otherwise: "the bot's team" },
  ),
  ACCESS_CHANNELS: described(
    z.prefault(askedFrom, 'unshared'),
    "channels where the app answers: `unshared` (all that aren't shared with another organisation), or channel IDs. Direct messages and App Home always work",
  ),
  ACCESS_VIEW_STOCK: described(
    z.prefault(holders, 'members'),
    'who can see stock: `members`, `nobody`, or IDs of users (`U…`), user groups (`S…`) and channels (`C…`, everyone who asks there)',
  ),
  ACCESS_VIEW_SALES: described(
    z.prefault(holders, 'members'),
    'who can see sales and anything based on sales: units sold, days of cover, `/stock low`. A stock digest shows days of cover to everyone in its channel once `DIGEST_CHANNELS` or a person with this access has subscribed the channel or changed the digest; a later change by another person keeps them. For a person without this access, `/digest now` and `/digest preview` leave them out',
  ),
  ACCESS_MANAGE_DIGESTS: described(
    z.prefault(holders, 'members'),
    'who can subscribe channels, change digests and set alerts for channels, written like `ACCESS_VIEW_STOCK`',
  ),
  ACCESS_ADMINS: described(
    z.prefault(admins, 'nobody'),
    'IDs of users and user groups. Admins can do all of the above, and get a message when a channel in `DIGEST_CHANNELS` gets no digest',
  ),
  ACCESS_GUESTS: described(
    z.prefault(refusedOrListed, 'refused'),
    'access for guests: `refused`, or `listed`. With `listed`, a guest whose user ID or user group is listed above can do what it is listed for, and use `/stores`, help and App Home. Other guests have no access',
  ),
  ACCESS_EXTERNALS: described(
    z.prefault(refusedOrListed, 'refused'),
    'the same for people from other organisations',
  ),
});

export type SettingName = keyof typeof SETTINGS.shape;

/** The setting that lists who has a capability. */
export const SETTING_OF: Readonly<Record<Capability, SettingName>> = {
  view_stock: 'ACCESS_VIEW_STOCK',
  view_sales: 'ACCESS_VIEW_SALES',
  manage_digests: 'ACCESS_MANAGE_DIGESTS',
  admin: 'ACCESS_ADMINS',
};

/** A setting as the docs and bot/.env.example describe it. */
export interface SettingDescription extends Description {
  readonly name: string;
  /** The default value, as it would be written. */
  readonly value?: string;
}

export function settingDescriptions(): SettingDescription[] {
  return Object.entries(SETTINGS.shape).map(([name, schema]) => ({
    name,
    meaning: '',
    ...DESCRIPTIONS.get(schema),
    ...(schema instanceof z.ZodMiniPrefault ? { value: String(schema.def.defaultValue) } : {}),
  }));
}
