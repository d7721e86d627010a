import { readFileSync } from 'node:fs';
import { DEFAULT_TIME_ZONE, parseTimeZone } from 'retail-data-client/calendar/calendar';
import { InvalidInputError } from 'retail-data-client/errors/errors';
import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { parseSubscriptionKey } from 'retail-data-client/transport/subscriptionKey';
import type { LanguageCode } from '../language/locale.ts';
import { type ReadSetting, readAccess } from './access.ts';
import { type AccessPolicy, DEFAULT_POLICY } from './accessPolicy.ts';
import { type Environment, fileNameOf, unknownNames, valueIn } from './names.ts';
import {
  channels,
  databaseUrl,
  days,
  host,
  type LogLevel,
  language,
  logLevel,
  port,
  secret,
  slackApiUrl,
  timeOfDay,
  wrong,
} from './values.ts';

/** What the bot runs on, checked. Times are HH:mm in `timeZone`. */
export interface Settings {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly timeZone: string;
  readonly botToken: string;
  /** Set: Socket Mode. Not set: HTTP, with `signingSecret` and `port`. */
  readonly appToken: string | undefined;
  readonly signingSecret: string | undefined;
  readonly slackApiUrl: string | undefined;
  readonly port: number;
  /** Path of the SQLite file, or the postgres:// address of a PostgreSQL. */
  readonly databaseUrl: string;
  /** Days of sales that are read at the first start and held from then on. */
  readonly salesHistoryDays: number;
  /** Days after which sales are forgotten. */
  readonly salesRetentionDays: number;
  /** Days after which the stock of a day is forgotten. */
  readonly stockRetentionDays: number;
  /** Path of the product list, read at start and whenever it changes; undefined: lists are uploaded, or there is none. */
  readonly productListFile?: string | undefined;
  readonly digestTime: string;
  /** Until when a digest waits for the figures of its day, unless its subscription says otherwise. */
  readonly digestDeadline: string;
  readonly digestChannels: readonly string[];
  /** Where health and metrics are served; undefined: nowhere. */
  readonly healthPort: number | undefined;
  /** Address of the interface for that; a container that is asked from outside needs 0.0.0.0. */
  readonly healthHost: string;
  /** Of whoever has chosen none and whose Slack is not set to Norwegian. */
  readonly language: LanguageCode;
  readonly access: AccessPolicy;
  readonly logLevel: LogLevel;
}

/** What holds for each setting that is not set, of those that need not be. */
export const DEFAULT_SETTINGS: Omit<
  Settings,
  'baseUrl' | 'subscriptionKey' | 'botToken' | 'appToken' | 'signingSecret' | 'slackApiUrl'
> = {
  timeZone: DEFAULT_TIME_ZONE,
  port: 3000,
  databaseUrl: 'data/retail-data.sqlite',
  salesHistoryDays: 90,
  salesRetentionDays: 400,
  stockRetentionDays: 120,
  digestTime: '08:30',
  digestDeadline: '12:00',
  healthPort: undefined,
  healthHost: '127.0.0.1',
  digestChannels: [],
  language: 'en',
  access: DEFAULT_POLICY,
  logLevel: 'info',
};

/** One line for each setting that is missing or wrong; none of them shows a secret. */
export class SettingsError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'SettingsError';
    this.mistakes = mistakes;
  }
}

/**
 * Whether anything says that this is not somebody's first look. Any setting does, even one that only a host may have set,
 * such as PORT: where the secrets did not load there must be an error, and never invented figures.
 */
export function isProductionStart(environment: Environment): boolean {
  return signsOfProduction(environment).length > 0 || unknownNames(environment, settingNames()).length > 0;
}

/**
 * Reads the settings of a production start.
 * @throws SettingsError with every mistake at once.
 */
export function readSettings(environment: Environment): Settings {
  const mistakes = unknownNames(environment, settingNames());
  mistakes.push(...missingIn(environment), ...givenTwice(environment));

  const settings = readEach(recording(environment, mistakes));
  if (settings.salesRetentionDays < settings.salesHistoryDays) {
    const { salesRetentionDays, salesHistoryDays } = settings;
    mistakes.push(
      `SALES_RETENTION_DAYS is ${salesRetentionDays}, but SALES_HISTORY_DAYS is ${salesHistoryDays}, and what is read must be kept: give the first at least the value of the second.`,
    );
  }
  const isDeadlineSet = isSet(environment, 'DIGEST_DEADLINE');
  if (isDeadlineSet && settings.digestDeadline < settings.digestTime) {
    mistakes.push(
      `DIGEST_DEADLINE is ${settings.digestDeadline}, but DIGEST_TIME is ${settings.digestTime}, and a digest cannot stop waiting before its hour: give ${settings.digestTime} or later.`,
    );
  }
  if (settings.appToken === undefined && settings.healthPort === settings.port) {
    mistakes.push(
      `HEALTH_PORT and PORT are both ${settings.port}, but each needs a port of its own: change one of them.`,
    );
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return isDeadlineSet ? settings : { ...settings, digestDeadline: deadlineAfter(settings.digestTime) };
}

/** A wrong value is recorded and a placeholder goes on, so that all mistakes come out together. */
function recording(environment: Environment, mistakes: string[]): ReadSetting {
  return (name, parse, otherwise) => {
    try {
      return readOne(environment, name, parse, otherwise);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      mistakes.push(error.message);
      return otherwise;
    }
  };
}

/** One setting by itself, for what needs no other. @throws InvalidInputError */
function readOne<Value>(
  environment: Environment,
  name: string,
  parse: (value: string, name: string) => Value,
  otherwise: Value,
): Value {
  const value = valueIn(environment, name) ?? readFileOf(name, environment);
  return value === undefined ? otherwise : parse(value, name);
}

/** The database alone, for commands that need nothing else. @throws SettingsError */
export function readDatabaseUrl(environment: Environment): string {
  const mistakes: string[] = [];
  const url = recording(environment, mistakes)('DATABASE_URL', databaseUrl, DEFAULT_SETTINGS.databaseUrl);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return url;
}

/** As long after a digest's hour as noon is after 08:30, and never before noon: else a later one would not wait at all. */
function deadlineAfter(digestTime: string): string {
  const [hours = 0, minutes = 0] = digestTime.split(':').map(Number);
  const later = Math.min(hours * 60 + minutes + WAIT_MINUTES, LAST_MINUTE);
  const time = [Math.floor(later / 60), later % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return time > DEFAULT_SETTINGS.digestDeadline ? time : DEFAULT_SETTINGS.digestDeadline;
}

const WAIT_MINUTES = 210;
const LAST_MINUTE = 24 * 60 - 1;

/** The service keeps about three years; more days than that are only asked for in vain. */
const MOST_HISTORY_DAYS = 1_100;
const MOST_RETENTION_DAYS = 3_660;

function readEach(read: ReadSetting): Settings {
  return {
    baseUrl: read('RETAIL_DATA_BASE_URL', parseBaseUrl, ''),
    subscriptionKey: read('RETAIL_DATA_SUBSCRIPTION_KEY', parseSubscriptionKey, ''),
    timeZone: read('RETAIL_DATA_TIME_ZONE', parseTimeZone, DEFAULT_SETTINGS.timeZone),
    botToken: read('SLACK_BOT_TOKEN', secret('xoxb-'), ''),
    appToken: read('SLACK_APP_TOKEN', secret('xapp-'), undefined),
    signingSecret: read('SLACK_SIGNING_SECRET', secret(''), undefined),
    slackApiUrl: read('SLACK_API_URL', slackApiUrl, undefined),
    port: read('PORT', port, DEFAULT_SETTINGS.port),
    databaseUrl: read('DATABASE_URL', databaseUrl, DEFAULT_SETTINGS.databaseUrl),
    salesHistoryDays: read(
      'SALES_HISTORY_DAYS',
      days(1, MOST_HISTORY_DAYS),
      DEFAULT_SETTINGS.salesHistoryDays,
    ),
    salesRetentionDays: read(
      'SALES_RETENTION_DAYS',
      days(1, MOST_RETENTION_DAYS),
      DEFAULT_SETTINGS.salesRetentionDays,
    ),
    stockRetentionDays: read(
      'STOCK_RETENTION_DAYS',
      days(31, MOST_RETENTION_DAYS),
      DEFAULT_SETTINGS.stockRetentionDays,
    ),
    productListFile: read('PRODUCT_LIST', (path): string | undefined => path, undefined),
    digestTime: read('DIGEST_TIME', timeOfDay, DEFAULT_SETTINGS.digestTime),
    digestDeadline: read('DIGEST_DEADLINE', timeOfDay, DEFAULT_SETTINGS.digestDeadline),
    healthPort: read<number | undefined>('HEALTH_PORT', port, DEFAULT_SETTINGS.healthPort),
    healthHost: read('HEALTH_HOST', host, DEFAULT_SETTINGS.healthHost),
    digestChannels: read('DIGEST_CHANNELS', channels, DEFAULT_SETTINGS.digestChannels),
    language: read('RETAIL_DATA_LANGUAGE', language, DEFAULT_SETTINGS.language),
    access: readAccess(read),
    logLevel: read('LOG_LEVEL', logLevel, DEFAULT_SETTINGS.logLevel),
  };
}

/** The names of all settings: those that are asked for, so that none can be forgotten. */
export function settingNames(): string[] {
  const names: string[] = [];
  readEach((name, _parse, otherwise) => {
    names.push(name);
    return otherwise;
  });
  return names;
}

/** Settings that are given twice: nobody could tell which one holds. */
function givenTwice(environment: Environment): string[] {
  return settingNames()
    .filter((name) => [name, fileNameOf(name)].every((given) => valueIn(environment, given) !== undefined))
    .map(
      (name) =>
        `${name} and ${fileNameOf(name)} are both set, but only one of them can hold: unset the other.`,
    );
}

/** The content of the file that stands for a setting; undefined when none is named. */
function readFileOf(name: string, environment: Environment): string | undefined {
  const fileName = fileNameOf(name);
  const path = valueIn(environment, fileName);
  if (path === undefined) return undefined;
  let content: string | undefined;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch {
    // Told below.
  }
  if (content === '') {
    throw wrong(fileName, path, `the path of a file that holds ${name}; this file is empty`);
  }
  if (content !== undefined) return content;
  // A secret may stand here by mistake.
  const shown = /^\.{0,2}\//.test(path) ? path : '(hidden)';
  throw wrong(fileName, shown, `the path of a file that the bot can read and that holds ${name}`);
}

/** What must not be in any log, whatever it stands in. */
export function secretsOf({ botToken, appToken, signingSecret, subscriptionKey }: Settings): string[] {
  return [botToken, appToken, signingSecret, subscriptionKey].filter((secret) => secret !== undefined);
}

/** The settings as they hold, for the log, without secrets; the address of a database may hold a password. */
export function shownSettings(
  settings: Settings,
): Omit<Settings, 'botToken' | 'appToken' | 'signingSecret' | 'subscriptionKey' | 'databaseUrl'> {
  const { botToken, appToken, signingSecret, subscriptionKey, databaseUrl, ...shown } = settings;
  return shown;
}

/** What a start needs, what stands for it, and what it is to be set to. */
const REQUIRED: readonly { readonly names: readonly string[]; readonly sentence: string }[] = [
  {
    names: ['RETAIL_DATA_BASE_URL'],
    sentence:
      'RETAIL_DATA_BASE_URL is not set. Set it to the address of the service, such as https://api.example.com.',
  },
  {
    names: ['RETAIL_DATA_SUBSCRIPTION_KEY'],
    sentence:
      'RETAIL_DATA_SUBSCRIPTION_KEY is not set. Set it to the subscription key from your profile at the service.',
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

/** One sentence for each setting that a start needs and that is not set. */
function missingIn(environment: Environment): string[] {
  return REQUIRED.filter(({ names }) => !names.some((name) => isSet(environment, name))).map(
    ({ sentence }) => sentence,
  );
}

/**
 * Why `npm start` shows no demo, for whoever did not mean to start the bot; undefined when nothing of what it needs is
 * missing, or when it does show one.
 */
export function whyNoDemo(environment: Environment): string | undefined {
  const signs = signsOfProduction(environment);
  if (signs.length === 0 || missingIn(environment).length === 0) return undefined;
  const isOne = signs.length === 1;
  return `${inSentence(signs)} ${isOne ? 'is' : 'are'} set, so this is a production start. Unset ${isOne ? 'it' : 'them'} to see the demo.`;
}

function signsOfProduction(environment: Environment): string[] {
  const isProduction = valueIn(environment, 'NODE_ENV')?.toLowerCase() === 'production';
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
