/** What bot/README.md and bot/.env.example say of a setting: `npm run settings-docs` writes it there. */
export interface SettingDescription {
  /** In Markdown. */
  readonly meaning: string;
  /** The value that holds where none is set, as it would be written. */
  readonly value?: string;
  /** What holds then, in words, where that is no such value; without either nothing holds. */
  readonly otherwise?: string;
  /** A start is refused without it, or without what stands for it. */
  readonly isRequired?: true;
}

/** Every setting, in the order in which people read of them. */
export const SETTINGS = {
  RETAIL_DATA_BASE_URL: {
    meaning: 'address of the service, https',
    isRequired: true,
  },
  RETAIL_DATA_SUBSCRIPTION_KEY: {
    meaning: 'key from your profile at the service',
    isRequired: true,
  },
  RETAIL_DATA_TIME_ZONE: {
    meaning: 'zone of business days and of the digest',
    value: 'Europe/Oslo',
  },
  SLACK_BOT_TOKEN: {
    meaning: 'bot token of the Slack app, `xoxb-…`',
    isRequired: true,
  },
  SLACK_APP_TOKEN: {
    meaning: 'app-level token, `xapp-…`, for Socket Mode',
    isRequired: true,
  },
  SLACK_SIGNING_SECRET: {
    meaning: 'for HTTP instead of Socket Mode, where there is no app token',
  },
  SLACK_API_URL: {
    meaning: "another address of Slack's Web API, for tests",
    otherwise: 'Slack',
  },
  PORT: {
    meaning: 'port for HTTP',
    value: '3000',
  },
  DATABASE_URL: {
    meaning:
      'SQLite file, readable by its owner alone, or `postgres://user:password@host/database`; belongs to one supplier at one service; the next start takes a renewed key',
    value: 'file:data/retail-data.sqlite',
  },
  SALES_HISTORY_DAYS: {
    meaning: 'days of sales read at the first start, the newest first, and held from then on',
    value: '90',
  },
  SALES_RETENTION_DAYS: {
    meaning: 'days after which sales are forgotten',
    value: '400',
  },
  STOCK_RETENTION_DAYS: {
    meaning:
      'days after which the stock of a day is forgotten, at least 31; 66,000 products take about 1.5 MB a day, in PostgreSQL about 7 MB',
    value: '120',
  },
  PRODUCT_LIST: {
    meaning:
      'CSV or TSV file with number, name and, if you like, group of your products; read at start and again when it changes',
  },
  DIGEST_TIME: {
    meaning:
      'when digests are due in channels that have not chosen an hour themselves; a stock digest before 08:30 or a sales digest before 07:45 has figures of a day earlier. The stock of a day counts once it has stayed the same for a minute, and is read once more half an hour later',
    value: '08:30',
  },
  DIGEST_DEADLINE: {
    meaning:
      'not before `DIGEST_TIME`: until when a digest waits for the figures of its day; then it comes with the older ones and says so. A digest whose own hour is not before it waits as long as one at `DIGEST_TIME` does. On Sundays and Norwegian public holidays it waits until 09:00 only, unless the service has had stock of such days',
    otherwise: '`12:00`, or 3½ hours after a `DIGEST_TIME` later than 08:30',
  },
  HEALTH_PORT: {
    meaning:
      'port for `/livez`, `/readyz` (it also tells when the service rejects the key) and `/metrics` (Prometheus text); nothing is served without it',
  },
  HEALTH_HOST: {
    meaning:
      'IP address of the interface for `HEALTH_PORT`; in a container `0.0.0.0`, so that it can be asked from outside',
    value: '127.0.0.1',
  },
  DIGEST_CHANNELS: {
    meaning:
      "channel ids, separated by commas; each is subscribed once, and gets today's digest if that is before the deadline. One that is subscribed by `/digest` begins with its next hour",
  },
  RETAIL_DATA_LANGUAGE: {
    meaning:
      '`nb` for Norwegian: the language of whoever has chosen none on App Home and whose Slack is not set to Norwegian',
    value: 'en',
  },
  LOG_LEVEL: {
    meaning: '`error`, `warn`, `info` or `debug`',
    value: 'info',
  },
  ACCESS_TEAMS: {
    meaning: 'ids of teams (`T…`) and organisations (`E…`)',
    otherwise: "the bot's team",
  },
  ACCESS_CHANNELS: {
    meaning:
      'channels to be asked from: all that no other organisation reads, or channel ids. Direct messages and App Home are always allowed',
    value: 'unshared',
  },
  ACCESS_VIEW_STOCK: {
    meaning:
      'who sees stock: `members`, `nobody`, or ids of users (`U…`), user groups (`S…`) and channels (`C…`, whoever asks from there)',
    value: 'members',
  },
  ACCESS_VIEW_SALES: {
    meaning:
      'the same for sales and for what is derived from them: items sold, days of cover, `/stock low`. A stock digest shows days of cover to everybody in its channel once `DIGEST_CHANNELS` or a person with this access has subscribed the channel, or that person has changed the digest; a later change by somebody else leaves them there. A person without this access gets `/digest now` and `/digest preview` without them',
    value: 'members',
  },
  ACCESS_MANAGE_DIGESTS: {
    meaning: 'the same for digests',
    value: 'members',
  },
  ACCESS_ADMINS: {
    meaning:
      'ids of users and user groups; admins may do all of the above too, and are told when a channel of `DIGEST_CHANNELS` gets no digest',
    value: 'nobody',
  },
  ACCESS_GUESTS: {
    meaning:
      '`listed`: a guest whose own id or user group is listed above may do what it is listed for, and use `/stores`, help and App Home. Every other guest is refused everything',
    value: 'refused',
  },
  ACCESS_EXTERNALS: {
    meaning: 'the same for people of other organisations',
    value: 'refused',
  },
} as const satisfies Record<string, SettingDescription>;

export type SettingName = keyof typeof SETTINGS;
