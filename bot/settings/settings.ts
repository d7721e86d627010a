import { readFileSync } from 'node:fs';
import { InvalidInputError } from 'retail-data-client/errors/errors';
import * as z from 'zod/mini';
import { timeAfter } from '../text/timeOfDay.ts';
import { typedAs } from '../text/typedAs.ts';
import type { AccessPolicy } from './accessPolicy.ts';
import { type Environment, fileNameOf, unknownNames, valueIn } from './names.ts';
import { isWholeSentence, SETTINGS } from './schema.ts';

/** A year, and the weeks that the weekly digest compares with. */
const HISTORY_DAYS = 400;

/** The bot's settings, validated. Times are HH:mm in `timeZone`. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;

function settingsOf(given: z.output<typeof SETTINGS>) {
  const digestChannels: readonly string[] = given.DIGEST_CHANNELS;
  return {
    baseUrl: given.RETAIL_DATA_BASE_URL,
    subscriptionKey: given.RETAIL_DATA_SUBSCRIPTION_KEY,
    timeZone: given.RETAIL_DATA_TIME_ZONE,
    /** The header with the number of products; false for none, undefined for the client's default. */
    totalHeader: given.RETAIL_DATA_TOTAL_HEADER,
    botToken: given.SLACK_BOT_TOKEN,
    /** Set for Socket Mode. Undefined for HTTP, which uses `signingSecret` and `port`. */
    appToken: given.SLACK_APP_TOKEN,
    signingSecret: given.SLACK_SIGNING_SECRET,
    slackApiUrl: given.SLACK_API_URL,
    port: given.PORT,
    /** Path of the SQLite file, or the postgres:// address of a PostgreSQL. */
    databaseUrl: given.DATABASE_URL,
    salesHistoryDays: given.SALES_HISTORY_DAYS ?? Math.min(HISTORY_DAYS, given.SALES_RETENTION_DAYS),
    salesRetentionDays: given.SALES_RETENTION_DAYS,
    stockRetentionDays: given.STOCK_RETENTION_DAYS,
    /** Undefined if product lists are uploaded, or there is none. */
    productListFile: given.PRODUCT_LIST,
    digestTime: given.DIGEST_TIME,
    digestDeadline: given.DIGEST_DEADLINE ?? deadlineAfter(given.DIGEST_TIME),
    digestChannels,
    /** Undefined if health and metrics are not served. */
    healthPort: given.HEALTH_PORT,
    healthHost: given.HEALTH_HOST,
    language: given.RETAIL_DATA_LANGUAGE,
    access: accessOf(given),
    logLevel: given.LOG_LEVEL,
  };
}

function accessOf(given: z.output<typeof SETTINGS>): AccessPolicy {
  return {
    teams: given.ACCESS_TEAMS,
    channels: given.ACCESS_CHANNELS,
    guests: given.ACCESS_GUESTS,
    externals: given.ACCESS_EXTERNALS,
    holders: {
      view_stock: given.ACCESS_VIEW_STOCK,
      view_sales: given.ACCESS_VIEW_SALES,
      manage_digests: given.ACCESS_MANAGE_DIGESTS,
      admin: given.ACCESS_ADMINS,
    },
  };
}

/** One line for each missing or wrong setting, without secrets. */
export class SettingsError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'SettingsError';
    this.mistakes = mistakes;
  }
}

/**
 * True if anything shows that this isn't a first try. Any setting does, even one that only a host may have set, such as
 * PORT: if the secrets failed to load, there must be an error instead of made-up data.
 */
export function isProductionStart(environment: Environment): boolean {
  return signsOfProduction(environment).length > 0 || unknownNames(environment, settingNames()).length > 0;
}

/** The names of all settings. */
export function settingNames(): string[] {
  return Object.keys(SETTINGS.shape);
}

/**
 * Reads the settings of a production start.
 * @throws SettingsError with all mistakes
 */
export function readSettings(environment: Environment): Settings {
  const { given, mistakes } = textsIn(environment);
  const read = SETTINGS.safeParse(given, { reportInput: true });
  for (const issue of read.error?.issues ?? []) noteMistake(issue, given, mistakes);
  const all = [
    ...unknownNames(environment, settingNames()),
    ...missingIn(environment),
    ...mistakes.values(),
    ...contradictionsIn(given),
  ];
  if (all.length > 0 || !read.success) throw new SettingsError(all);
  return settingsOf(read.data);
}

/** Reads only DATABASE_URL, for commands that need nothing else. @throws SettingsError */
export function readDatabaseUrl(environment: Environment): string {
  const { given, mistakes } = textsIn(environment, ['DATABASE_URL']);
  const read = z.pick(SETTINGS, { DATABASE_URL: true }).safeParse(given, { reportInput: true });
  for (const issue of read.error?.issues ?? []) noteMistake(issue, given, mistakes);
  if (mistakes.size > 0 || !read.success) throw new SettingsError([...mistakes.values()]);
  return read.data.DATABASE_URL;
}

type Given = Readonly<Record<string, string | undefined>>;

/** The text of each setting, and for each setting that can't be read, a sentence under its name. */
function textsIn(environment: Environment, names = settingNames()) {
  const mistakes = new Map<string, string>();
  const textOf = (name: string): string | undefined => {
    const value = valueIn(environment, name);
    const quoted = [name, fileNameOf(name)].find((each) => isQuoted(valueIn(environment, each)));
    if (quoted !== undefined) {
      mistakes.set(
        name,
        `${quoted} has quotation marks around its value. Remove them: here they are a part of it, as in the env file of a container.`,
      );
    }
    if (value !== undefined && valueIn(environment, fileNameOf(name)) !== undefined) {
      mistakes.set(name, `${name} and ${fileNameOf(name)} are both set. Remove one of them.`);
    }
    try {
      return quoted === undefined ? (value ?? readFileOf(name, environment)) : undefined;
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      mistakes.set(name, error.message);
      return undefined;
    }
  };
  const given: Given = Object.fromEntries(names.map((name) => [name, textOf(name)]));
  return { given, mistakes };
}

/** Records one sentence per setting: its first mistake. `missingIn` reports missing settings. */
function noteMistake(issue: z.core.$ZodIssue, given: Given, mistakes: Map<string, string>): void {
  const [name, ...inside] = issue.path.map(String);
  if (name === undefined || given[name] === undefined || mistakes.has(name)) return;
  const value = shown(name, inside.length > 0 ? String(issue.input) : given[name]);
  mistakes.set(
    name,
    isWholeSentence(issue)
      ? issue.message
      : new InvalidInputError({ field: name, value, expected: issue.message }).message,
  );
}

function shown(name: string, value: string): string {
  if (SECRET_NAMES.includes(name)) return '(hidden)';
  if (name !== 'DATABASE_URL') return value;
  // Anything but a path may have a password in it, wherever somebody has put it.
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:)?(.*)$/is.exec(value) ?? [];
  const isPath = /^((file|sqlite3?):)?$/i.test(scheme) && !/[:@=?\s]/.test(rest);
  return isPath ? value : `${scheme}(hidden)`;
}

const SECRET_NAMES = [
  'RETAIL_DATA_SUBSCRIPTION_KEY',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
];

/** Settings that are valid alone but not together. Checked even if other settings are wrong. */
function contradictionsIn(given: Given): string[] {
  const contradictions: string[] = [];
  const days = z
    .pick(SETTINGS, { SALES_HISTORY_DAYS: true, SALES_RETENTION_DAYS: true })
    .safeParse(given).data;
  if (days?.SALES_HISTORY_DAYS !== undefined && days.SALES_RETENTION_DAYS < days.SALES_HISTORY_DAYS) {
    contradictions.push(
      `SALES_RETENTION_DAYS must be ${days.SALES_HISTORY_DAYS} (SALES_HISTORY_DAYS) or more. It is ${days.SALES_RETENTION_DAYS}.`,
    );
  }
  const times = z.pick(SETTINGS, { DIGEST_TIME: true, DIGEST_DEADLINE: true }).safeParse(given).data;
  if (times?.DIGEST_DEADLINE !== undefined && times.DIGEST_DEADLINE < times.DIGEST_TIME) {
    contradictions.push(
      `DIGEST_DEADLINE must be ${times.DIGEST_TIME} (DIGEST_TIME) or later. It is ${times.DIGEST_DEADLINE}.`,
    );
  }
  const ports = z.pick(SETTINGS, { PORT: true, HEALTH_PORT: true }).safeParse(given).data;
  if (given.SLACK_APP_TOKEN === undefined && ports !== undefined && ports.HEALTH_PORT === ports.PORT) {
    contradictions.push(`HEALTH_PORT and PORT are both ${ports.PORT}. Change one of them.`);
  }
  return contradictions;
}

/**
 * The default deadline: 3.5 hours after the digest time, as noon is after 08:30, but not before noon. With noon as a
 * fixed deadline, later digests would not wait at all.
 */
function deadlineAfter(digestTime: string): string {
  const time = timeAfter(digestTime, WAIT_MINUTES);
  return time > NOON ? time : NOON;
}

const NOON = '12:00';
const WAIT_MINUTES = 210;

/** Whether a value begins or ends with a quotation mark. No setting does. */
function isQuoted(value: string | undefined): boolean {
  return value !== undefined && /^["'`“”‘’«»]|["'`“”‘’«»]$/.test(value);
}

/** The content of the setting's file; undefined if no file is set. */
function readFileOf(name: string, environment: Environment): string | undefined {
  const fileName = fileNameOf(name);
  const path = valueIn(environment, fileName);
  if (path === undefined) return undefined;
  const content = contentOf(path);
  if (content === '') {
    throw new InvalidInputError({
      field: fileName,
      value: path,
      expected: `the path of a file with the value of ${name}; this file is empty`,
    });
  }
  if (content !== undefined) return content;
  // The path may be a secret entered by mistake.
  const shown = /^\.{0,2}\//.test(path) ? path : '(hidden)';
  throw new InvalidInputError({
    field: fileName,
    value: shown,
    expected: `the path of a file that the bot can read, with the value of ${name}`,
  });
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Secrets that must not appear anywhere in the log. */
export function secretsOf({ botToken, appToken, signingSecret, subscriptionKey }: Settings): string[] {
  return [botToken, appToken, signingSecret, subscriptionKey].filter((secret) => secret !== undefined);
}

/** The settings to log, without secrets. A database address may contain a password. */
export function shownSettings(
  settings: Settings,
): Omit<Settings, 'botToken' | 'appToken' | 'signingSecret' | 'subscriptionKey' | 'databaseUrl'> {
  const { botToken, appToken, signingSecret, subscriptionKey, databaseUrl, ...shown } = settings;
  return shown;
}

/** The settings that a start needs, with alternatives, and the sentence to show if none is set. */
export const REQUIRED: readonly { readonly names: readonly string[]; readonly sentence: string }[] = [
  {
    names: ['RETAIL_DATA_BASE_URL'],
    sentence:
      'RETAIL_DATA_BASE_URL is not set. Set it to the address of the data service, such as https://api.example.com.',
  },
  {
    names: ['RETAIL_DATA_SUBSCRIPTION_KEY'],
    sentence:
      'RETAIL_DATA_SUBSCRIPTION_KEY is not set. Set it to the subscription key from your profile at the data service.',
  },
  {
    names: ['SLACK_BOT_TOKEN'],
    sentence:
      'SLACK_BOT_TOKEN is not set. Set it to the bot token of the Slack app, which begins with xoxb-.',
  },
  {
    names: ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'],
    sentence:
      'Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set. Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for HTTP.',
  },
];

/** One sentence for each missing setting that a start needs. */
function missingIn(environment: Environment): string[] {
  return REQUIRED.filter(({ names }) => !names.some((name) => isSet(environment, name))).map(
    ({ sentence }) => sentence,
  );
}

/**
 * Explains why `npm start` doesn't show the demo, to a person who expected it. Undefined if no required setting is
 * missing, or if the demo is shown.
 */
export function whyNoDemo(environment: Environment): string | undefined {
  const signs = signsOfProduction(environment);
  if (signs.length === 0 || missingIn(environment).length === 0) return undefined;
  const isOne = signs.length === 1;
  return `${inSentence(signs)} ${isOne ? 'is' : 'are'} set, so this is a production start. Unset ${isOne ? 'it' : 'them'} to see the demo.`;
}

/**
 * Explains why `npm start` shows the demo, to a person who has made a file of settings. Undefined when it starts the bot.
 */
export function whyDemo(environment: Environment): string | undefined {
  if (isProductionStart(environment)) return undefined;
  const names = REQUIRED.map((each) => each.names.join(' or '));
  return `.env sets nothing yet, so ${typedAs('start')} shows the demo with made-up data. Fill in ${inSentence(names)} to start the bot.`;
}

function signsOfProduction(environment: Environment): string[] {
  const isProduction = /^\W?production\W?$/i.test(valueIn(environment, 'NODE_ENV') ?? '');
  return [
    ...settingNames().filter((name) => isSet(environment, name)),
    ...(isProduction ? ['NODE_ENV=production'] : []),
  ];
}

function isSet(environment: Environment, name: string): boolean {
  return [name, fileNameOf(name)].some((given) => valueIn(environment, given) !== undefined);
}

function inSentence(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The values of optional settings that are not set. */
export const DEFAULT_SETTINGS = defaultSettings();

function defaultSettings() {
  const { baseUrl, subscriptionKey, botToken, appToken, signingSecret, slackApiUrl, ...defaults } =
    settingsOf(
      SETTINGS.parse({
        RETAIL_DATA_BASE_URL: 'https://api.example.com',
        RETAIL_DATA_SUBSCRIPTION_KEY: 'key',
        SLACK_BOT_TOKEN: 'xoxb-token',
      }),
    );
  return defaults;
}
