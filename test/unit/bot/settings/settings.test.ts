import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Environment } from '../../../../bot/settings/names.ts';
import {
  isProductionStart,
  readSettings,
  SettingsError,
  whyNoDemo,
} from '../../../../bot/settings/settings.ts';

const SECRETS = {
  RETAIL_DATA_SUBSCRIPTION_KEY: 'key-0a1b2c3d4e5f',
  SLACK_BOT_TOKEN: 'xoxb-1111-secret',
  SLACK_APP_TOKEN: 'xapp-2222-secret',
  SLACK_SIGNING_SECRET: 'signing3333secret',
};
const WHOLE = { RETAIL_DATA_BASE_URL: 'https://api.example.com/retail/', ...SECRETS };

function mistakesOf(environment: Environment): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes;
    throw error;
  }
  return [];
}

describe('a start with everything set', () => {
  test('takes the defaults for what may be left out', () => {
    expect(readSettings(WHOLE)).toEqual({
      baseUrl: 'https://api.example.com/retail',
      subscriptionKey: SECRETS.RETAIL_DATA_SUBSCRIPTION_KEY,
      timeZone: 'Europe/Oslo',
      botToken: SECRETS.SLACK_BOT_TOKEN,
      appToken: SECRETS.SLACK_APP_TOKEN,
      signingSecret: SECRETS.SLACK_SIGNING_SECRET,
      slackApiUrl: undefined,
      port: 3000,
      databaseUrl: 'data/retail-data.sqlite',
      salesHistoryDays: 400,
      salesRetentionDays: 430,
      stockRetentionDays: 120,
      digestTime: '08:30',
      digestDeadline: '12:00',
      healthPort: undefined,
      healthHost: '127.0.0.1',
      access: {
        teams: [],
        channels: 'unshared',
        guests: 'refused',
        externals: 'refused',
        holders: {
          view_stock: 'members',
          view_sales: 'members',
          manage_digests: 'members',
          admin: { users: [], groups: [], channels: [] },
        },
      },
      digestChannels: [],
      language: 'en',
      logLevel: 'info',
    });
  });

  test('reads every setting, with white space around it', () => {
    const settings = readSettings({
      ...WHOLE,
      SLACK_APP_TOKEN: '',
      RETAIL_DATA_TIME_ZONE: ' Europe/Berlin ',
      SLACK_API_URL: 'http://localhost:3911/api',
      PORT: ' 8080\n',
      DATABASE_URL: 'file:data/other.sqlite',
      PRODUCT_LIST: ' lists/products.csv ',
      DIGEST_TIME: '07:15',
      DIGEST_DEADLINE: '11:00',
      HEALTH_PORT: '9100',
      HEALTH_HOST: '0.0.0.0',
      DIGEST_CHANNELS: 'C0123ABC, G0456DEF C0123ABC',
      RETAIL_DATA_LANGUAGE: 'NB',
      LOG_LEVEL: 'DEBUG',
    });
    expect(settings).toMatchObject({
      appToken: undefined,
      timeZone: 'Europe/Berlin',
      slackApiUrl: 'http://localhost:3911/api/',
      port: 8080,
      databaseUrl: 'data/other.sqlite',
      productListFile: 'lists/products.csv',
      digestTime: '07:15',
      digestDeadline: '11:00',
      healthPort: 9_100,
      healthHost: '0.0.0.0',
      digestChannels: ['C0123ABC', 'G0456DEF'],
      language: 'nb',
      logLevel: 'debug',
    });
  });

  test.each([
    ['file:/var/lib/bot.sqlite', '/var/lib/bot.sqlite'],
    ['file:///var/lib/bot.sqlite', '/var/lib/bot.sqlite'],
    ['file:data/bot.sqlite', 'data/bot.sqlite'],
    ['file:./my data/bot', './my data/bot'],
  ])('reads the database file out of %s', (url, file) => {
    expect(readSettings({ ...WHOLE, DATABASE_URL: url }).databaseUrl).toBe(file);
  });

  test.each([
    'postgres://bot:hunter2@db.example/bot',
    'postgresql://db.example:6432/bot?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://bot@/bot?host=/var/run/postgresql',
    'postgres://bot:hunter2@/bot?host=/var/run/postgresql',
    'postgres:///bot?host=/tmp',
    'postgres://%2Ftmp/bot',
    'postgres://bot:a@b@db.example/bot',
  ])('takes the PostgreSQL at %s as it is', (url) => {
    expect(readSettings({ ...WHOLE, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('keeps at least the days of sales that it reads', () => {
    const days = { SALES_HISTORY_DAYS: '365', SALES_RETENTION_DAYS: '365' };
    expect(readSettings({ ...WHOLE, ...days })).toMatchObject({
      salesHistoryDays: 365,
      salesRetentionDays: 365,
    });
    expect(mistakesOf({ ...WHOLE, ...days, SALES_RETENTION_DAYS: '364' })).toEqual([
      expect.stringMatching(/^SALES_RETENTION_DAYS must be 365 \(SALES_HISTORY_DAYS\) or more\. It is 364\./),
    ]);
  });

  test('ends the wait for a digest when it is due or later, never before', () => {
    const times = { DIGEST_TIME: '09:00', DIGEST_DEADLINE: '09:00' };
    expect(readSettings({ ...WHOLE, ...times })).toMatchObject({ digestDeadline: '09:00' });
    expect(mistakesOf({ ...WHOLE, ...times, DIGEST_DEADLINE: '08:59' })).toEqual([
      'DIGEST_DEADLINE must be 09:00 (DIGEST_TIME) or later. It is 08:59.',
    ]);
    expect(mistakesOf({ ...WHOLE, DIGEST_DEADLINE: '08:00' })[0]).toContain('must be 08:30 (DIGEST_TIME)');
    // The deadline that nobody chose gives way.
    expect(mistakesOf({ ...WHOLE, DIGEST_TIME: '14:00' })).toEqual([]);
  });

  test('does not listen for two things on one port', () => {
    const { SLACK_APP_TOKEN: _, ...overHttp } = WHOLE;
    const ports = { PORT: '9100', HEALTH_PORT: '9100' };
    expect(mistakesOf({ ...overHttp, ...ports })).toEqual([
      'HEALTH_PORT and PORT are both 9100. Change one of them.',
    ]);
    expect(mistakesOf({ ...WHOLE, ...ports })).toEqual([]);
  });
});

const WRONG: [name: string, value: string, accepted: RegExp][] = [
  ['RETAIL_DATA_BASE_URL', 'http://api.example.com', /https address/],
  ['RETAIL_DATA_BASE_URL', 'api.example.com', /such as https/],
  ['RETAIL_DATA_TIME_ZONE', 'CET', /Europe\/Oslo/],
  ['RETAIL_DATA_TIME_ZONE', 'Europe/Olso', /Europe\/Oslo/],
  ['SLACK_API_URL', 'ftp://slack.example', /https address/],
  ['PORT', '0', /1 to 65535/],
  ['PORT', '65536', /1 to 65535/],
  ['PORT', '80a', /1 to 65535/],
  ['DATABASE_URL', 'data/bot.sqlite', /file:data/],
  ['DATABASE_URL', '~/bot.sqlite', /file:data/],
  ['DATABASE_URL', 'file:~/bot.sqlite', /a file/],
  ['DATABASE_URL', 'sqlite:data/bot.sqlite', /a file/],
  ['DATABASE_URL', 'data/', /a file/],
  ['DATABASE_URL', 'file://data/bot.sqlite', /a file/],
  ['SALES_HISTORY_DAYS', '0', /from 1 to 1100/],
  ['SALES_RETENTION_DAYS', '3661', /from 1 to 3660/],
  ['DIGEST_TIME', '8:30', /00:00 to 23:59/],
  ['DIGEST_TIME', '24:00', /00:00 to 23:59/],
  ['DIGEST_TIME', '08:60', /00:00 to 23:59/],
  ['DIGEST_CHANNELS', '#stock', /channel IDs/],
  ['DIGEST_CHANNELS', 'U0123ABC', /channel IDs/],
  ['HEALTH_HOST', 'localhost', /0\.0\.0\.0 for all interfaces/],
  ['LOG_LEVEL', 'verbose', /error, warn, info or debug/],
  ['RETAIL_DATA_LANGUAGE', 'norsk', /"norsk".* en for English or nb for Norwegian/],
];

describe('a wrong value', () => {
  test.each(WRONG)('%s=%s is one sentence with name, value and what is accepted', (name, value, accepted) => {
    const mistakes = mistakesOf({ ...WHOLE, [name]: value });
    expect(mistakes).toHaveLength(1);
    const [sentence = ''] = mistakes;
    expect(sentence).toMatch(new RegExp(`^${name} is `));
    expect(sentence).toContain(value);
    expect(sentence).toMatch(accepted);
    expect(sentence).toMatch(/\.$/);
    expect(sentence).not.toContain('\n');
  });

  test.each([
    ['RETAIL_DATA_SUBSCRIPTION_KEY', 'top secret'],
    ['SLACK_BOT_TOKEN', 'xoxp-top-secret'],
    ['SLACK_BOT_TOKEN', 'xoxb-top secret'],
    ['SLACK_APP_TOKEN', 'xoxb-top-secret'],
    ['SLACK_SIGNING_SECRET', 'top\tsecret'],
  ])('%s=%s is named without its value', (name, value) => {
    const mistakes = mistakesOf({ ...WHOLE, [name]: value });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(new RegExp(`^${name} is "\\(hidden\\)", but it must be `));
    expect(mistakes[0]).not.toMatch(/top|secret$/);
  });

  test.each([
    ['DATABASE_URL', 'postgres://bot:hunter2@db.example', /host and database/],
    ['DATABASE_URL', 'postgresql:bot:hunter2', /host and database/],
    ['DATABASE_URL', 'postgres://bot:12/hunter2@db.example/bot', /%2F/],
    ['DATABASE_URL', 'postgres://bot:12#hunter2@db.example/bot', /%23/],
    ['DATABASE_URL', 'postgres://bot:1/2?hunter2@db.example/bot', /%3F/],
    ['DATABASE_URL', 'postgres://bot:hunter2@/bot', /host and database/],
    ['DATABASE_URL', 'file::memory:', /a file/],
    ['DATABASE_URL', 'bot:hunter2@db.example/bot', /a file/],
    ['DATABASE_URL', 'host=db.example password=hunter2', /a file/],
    ['DATABASE_URL', 'socket:/tmp?db=bot&password=hunter2', /a file/],
    ['DATABASE_URL', 'postgers://bot:hunt/hunter2', /a file/],
    ['DATABASE_URL', 'mysql://bot:hunter2@x@db.example/bot', /a file/],
    ['DATABASE_URL', 'mysql://bot:\nhunter2@db.example/bot', /a file/],
    ['DATABASE_URL', 'postgers://db.example/bot?password=hunter2', /a file/],
    ['RETAIL_DATA_BASE_URL', 'https://bot:hunter2@api.example.com', /without a user or password/],
    ['RETAIL_DATA_BASE_URL', 'https://api.example.com/?subscription-key=hunter2', /without a query/],
    ['SLACK_API_URL', 'https://bot:hunter2@api.example.com', /without a user or password/],
  ])('a password or key in %s=%s does not come back', (name, value, accepted) => {
    const [sentence = ''] = mistakesOf({ ...WHOLE, [name]: value });
    expect(sentence).toMatch(accepted);
    expect(sentence).not.toContain('hunter2');
  });
});

describe('quotation marks around a value', () => {
  test.each([
    ['DATABASE_URL', '"postgres://bot:hunter2@db.example/bot"'],
    ['DATABASE_URL', "'file:data/bot.sqlite'"],
    ['DATABASE_URL', '"postgres://bot:hunter2@db.example/bot'],
    ['SLACK_BOT_TOKEN', '"xoxb-hunter2"'],
    ['RETAIL_DATA_SUBSCRIPTION_KEY', '“hunter2”'],
    ['DIGEST_TIME', '"08:30"'],
    ['PRODUCT_LIST', '"lists/products.csv"'],
    ['DIGEST_CHANNELS', '""'],
  ])('of %s=%s are named, and nothing of it is shown', (name, value) => {
    expect(mistakesOf({ ...WHOLE, [name]: value })).toEqual([
      `${name} has quotation marks around its value. Remove them: here they are a part of it, as in the env file of a container.`,
    ]);
  });

  test('are named where they are around the path of a file, or in it', () => {
    const { SLACK_BOT_TOKEN: _, ...others } = WHOLE;
    expect(mistakesOf({ ...others, SLACK_BOT_TOKEN_FILE: '"/run/token"' })[0]).toMatch(
      /^SLACK_BOT_TOKEN_FILE has quotation marks/,
    );
  });

  test('do not make a production start the demo', () => {
    expect(isProductionStart({ NODE_ENV: '"production"' })).toBe(true);
  });
});

describe('settings that a start needs', () => {
  const NAMES = ['RETAIL_DATA_BASE_URL', 'RETAIL_DATA_SUBSCRIPTION_KEY', 'SLACK_BOT_TOKEN'];

  test.each([
    [
      ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'],
      ['RETAIL_DATA_BASE_URL', 'RETAIL_DATA_SUBSCRIPTION_KEY'],
    ],
    [
      ['RETAIL_DATA_BASE_URL', 'RETAIL_DATA_SUBSCRIPTION_KEY'],
      ['SLACK_BOT_TOKEN', 'Neither SLACK_APP_TOKEN'],
    ],
    [
      ['RETAIL_DATA_BASE_URL', 'RETAIL_DATA_SUBSCRIPTION_KEY', 'SLACK_BOT_TOKEN'],
      ['Neither SLACK_APP_TOKEN'],
    ],
    [['SLACK_SIGNING_SECRET'], NAMES],
  ])('%j leaves a sentence for each of %j', (present, missing) => {
    const environment = Object.fromEntries(Object.entries(WHOLE).filter(([name]) => present.includes(name)));
    const mistakes = mistakesOf(environment);
    expect(mistakes.map((sentence) => sentence.split(/ is not| nor/)[0])).toEqual(missing);
    for (const secret of Object.values(SECRETS)) expect(mistakes.join()).not.toContain(secret);
  });
});

/** What a shell, a CI and a host set that knows nothing of this bot. */
const SURROUNDINGS = {
  PATH: '/usr/bin',
  CI: 'true',
  NODE_ENV: 'development',
  GITHUB_TOKEN: 'x',
  ACCESSIBILITY: 'on',
  LOGLEVEL: 'info',
  npm_config_cache: '/tmp/npm',
};

/** What platforms set beside DATABASE_URL, and for other programs. */
const OF_HOSTS = {
  DATABASE_HOST: 'db',
  DATABASE_PORT: '5432',
  DATABASE_USER: 'x',
  DATABASE_PASSWORD: 'x',
  DATABASE_NAME: 'x',
  DATABASE_SSL: 'true',
  DATABASE_PRIVATE_URL: 'x',
  DATABASE_PUBLIC_URL: 'x',
  DATABASE_URL_UNPOOLED: 'x',
  PRODUCT_NAME: 'x',
  PRODUCT_VERSION: '1',
  HEALTH_CHECK_PATH: '/',
};

/** Kubernetes tells of the services of a namespace, whatever they are called. */
const OF_KUBERNETES = {
  SLACK_BOT_SERVICE_HOST: '10.0.0.1',
  SLACK_BOT_SERVICE_PORT: '3000',
  SLACK_BOT_SERVICE_PORT_HTTP: '3000',
  RETAIL_DATA_PORT: 'tcp://10.0.0.2:443',
  DIGEST_PORT_443_TCP_ADDR: '10.0.0.2',
};

describe('whether it is a production start', () => {
  test('nothing set is not, whatever else a shell or a CI sets', () => {
    expect(isProductionStart({})).toBe(false);
    expect(isProductionStart(SURROUNDINGS)).toBe(false);
    expect(isProductionStart(OF_HOSTS)).toBe(false);
    expect(isProductionStart(OF_KUBERNETES)).toBe(false);
    expect(isProductionStart({ RETAIL_DATA_N8N_CACHE: '/var/cache/n8n' })).toBe(false);
  });

  test('empty strings count as not set', () => {
    const empty = { SLACK_BOT_TOKEN: '', RETAIL_DATA_BASE_URL: '  \t', PORT: '', NODE_ENV: '' };
    expect(isProductionStart({ ...empty, ACCESS_VIEW_STOK: '', SLACK_APP_TOKEN_FILE: ' ' })).toBe(false);
    expect(readSettings({ ...WHOLE, PORT: '', DIGEST_TIME: ' ', LOG_LEVEL: '' })).toMatchObject({
      port: 3000,
      digestTime: '08:30',
      logLevel: 'info',
    });
    expect(mistakesOf({ ...WHOLE, SLACK_BOT_TOKEN: ' ' })[0]).toContain('SLACK_BOT_TOKEN is not set');
  });

  test.each(['RETAIL_DATA_BASE_URL', 'PORT', 'ACCESS_VIEW_STOCK', 'SLACK_BOT_TOKEN_FILE'])(
    '%s alone is, and whoever wanted the demo is told why there is none',
    (name) => {
      expect(isProductionStart({ [name]: 'x' })).toBe(true);
      const present = name.replace('_FILE', '');
      expect(whyNoDemo({ [name]: 'x' })).toBe(
        `${present} is set, so this is a production start. Unset it to see the demo.`,
      );
    },
  );

  test('NODE_ENV=production is', () => {
    expect(isProductionStart({ NODE_ENV: 'production' })).toBe(true);
    expect(whyNoDemo({ NODE_ENV: 'production', PORT: '8080' })).toBe(
      'PORT and NODE_ENV=production are set, so this is a production start. Unset them to see the demo.',
    );
  });

  test('who has set all that a start needs, or nothing, is told nothing of the demo', () => {
    expect(whyNoDemo(WHOLE)).toBeUndefined();
    expect(whyNoDemo(SURROUNDINGS)).toBeUndefined();
  });
});

describe('a name that is no setting', () => {
  test.each([
    ['ACCESS_VIEW_STOK', 'ACCESS_VIEW_STOCK'],
    ['ACESS_VIEW_SALES', 'ACCESS_VIEW_SALES'],
    ['access_view_stock', 'ACCESS_VIEW_STOCK'],
    ['RETAIL_DATA_TIMEZONE', 'RETAIL_DATA_TIME_ZONE'],
    ['SLACK_SIGNING_SECERT', 'SLACK_SIGNING_SECRET'],
    ['SALES_HISTORY', 'SALES_HISTORY_DAYS'],
    ['STOCK_DAYS', 'STOCK_RETENTION_DAYS'],
    ['PRODUCT_FILE', 'PRODUCT_LIST'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_UR_FILE', 'DATABASE_URL_FILE'],
  ])('%s is one sentence that names %s, without the value, and no demo is shown', (name, near) => {
    expect(mistakesOf({ ...WHOLE, [name]: 'top-secret' })).toEqual([
      `Unknown setting ${name}. Did you mean ${near}? Rename or remove it.`,
    ]);
    expect(isProductionStart({ [name]: 'nobody' })).toBe(true);
  });

  test('what others set is passed over', () => {
    expect(
      mistakesOf({ ...WHOLE, ...SURROUNDINGS, ...OF_HOSTS, ...OF_KUBERNETES, REPORT_FILE: 'x' }),
    ).toEqual([]);
  });
});

describe('a setting in a file', () => {
  const fileWith = (content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'retail-data-setting-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'setting');
    writeFileSync(file, content);
    return file;
  };
  const { SLACK_BOT_TOKEN, ...others } = WHOLE;

  test('is read without the line break at its end', () => {
    const file = fileWith(`${SLACK_BOT_TOKEN}\n`);
    expect(readSettings({ ...others, SLACK_BOT_TOKEN_FILE: file }).botToken).toBe(SLACK_BOT_TOKEN);
    const databaseUrl = 'postgres://bot:hunter2@db.example/bot';
    expect(readSettings({ ...WHOLE, DATABASE_URL_FILE: fileWith(`${databaseUrl}\r\n`) })).toMatchObject({
      databaseUrl,
    });
    const { access } = readSettings({ ...WHOLE, ACCESS_VIEW_STOCK_FILE: fileWith('nobody\n') });
    expect(access.holders.view_stock).toEqual({ users: [], groups: [], channels: [] });
  });

  test('is refused beside the setting itself, and both are named', () => {
    expect(mistakesOf({ ...WHOLE, SLACK_BOT_TOKEN_FILE: fileWith('xoxb-another') })).toEqual([
      'SLACK_BOT_TOKEN and SLACK_BOT_TOKEN_FILE are both set. Remove one of them.',
    ]);
  });

  test('is refused when there is none, without a secret that stands in place of its path', () => {
    expect(mistakesOf({ ...others, SLACK_BOT_TOKEN_FILE: '/nowhere/token' })).toEqual([
      'SLACK_BOT_TOKEN_FILE is "/nowhere/token", but it must be the path of a file that the bot can read, with the value of SLACK_BOT_TOKEN.',
    ]);
    expect(mistakesOf({ ...others, SLACK_BOT_TOKEN_FILE: SLACK_BOT_TOKEN })[0]).not.toContain(
      SLACK_BOT_TOKEN,
    );
  });

  test('is said to be empty when it is, also where its path begins in the working folder', () => {
    const path = relative('.', fileWith(' \n'));
    expect(path).not.toMatch(/^\//);
    for (const given of [path, path.replace(/^/, 'test/../')]) {
      expect(mistakesOf({ ...others, SLACK_BOT_TOKEN_FILE: given })).toEqual([
        `SLACK_BOT_TOKEN_FILE is "${given}", but it must be the path of a file with the value of SLACK_BOT_TOKEN; this file is empty.`,
      ]);
    }
  });
});

describe('who may', () => {
  test('is read from lists whose first letters say what they hold', () => {
    const { access } = readSettings({
      ...WHOLE,
      ACCESS_TEAMS: 'T0ONE, E0ORG',
      ACCESS_CHANNELS: 'C0STOCK G0OLD',
      ACCESS_GUESTS: 'Listed',
      ACCESS_EXTERNALS: 'listed',
      ACCESS_VIEW_STOCK: 'members',
      ACCESS_VIEW_SALES: 'U0KARI, W0OLA S0SALES C0STOCK U0KARI',
      ACCESS_MANAGE_DIGESTS: 'nobody',
      ACCESS_ADMINS: 'U0KARI,S0ADMINS',
    });
    expect(access).toEqual({
      teams: ['T0ONE', 'E0ORG'],
      channels: ['C0STOCK', 'G0OLD'],
      guests: 'listed',
      externals: 'listed',
      holders: {
        view_stock: 'members',
        view_sales: { users: ['U0KARI', 'W0OLA'], groups: ['S0SALES'], channels: ['C0STOCK'] },
        manage_digests: { users: [], groups: [], channels: [] },
        admin: { users: ['U0KARI'], groups: ['S0ADMINS'], channels: [] },
      },
    });
  });

  test.each([
    ['ACCESS_TEAMS', 'acme', /IDs of teams, such as T0123456789/],
    ['ACCESS_CHANNELS', '#stock', /unshared .* or channel IDs/],
    ['ACCESS_GUESTS', 'yes', /refused, or listed/],
    ['ACCESS_EXTERNALS', 'all', /refused, or listed/],
    ['ACCESS_VIEW_STOCK', 'everybody', /members .*, nobody, or IDs of users/],
    ['ACCESS_VIEW_SALES', '@kari', /members .*, nobody, or IDs of users/],
    ['ACCESS_MANAGE_DIGESTS', 'T0TEAM', /members .*, nobody, or IDs of users/],
    ['ACCESS_ADMINS', 'members', /nobody, or IDs of users/],
    ['ACCESS_ADMINS', 'C0STOCK', /nobody, or IDs of users/],
  ])('%s=%s is refused with what is accepted', (name, value, accepted) => {
    const [sentence, ...others] = mistakesOf({ ...WHOLE, [name]: value });
    expect(others).toEqual([]);
    expect(sentence).toMatch(new RegExp(`^${name} is `));
    expect(sentence).toMatch(accepted);
  });
});

test.each([
  ['07:15', '12:00'],
  ['10:00', '13:30'],
  ['22:00', '23:59'],
])('a digest at %s waits until %s where no deadline is set', (digestTime, deadline) => {
  expect(readSettings({ ...WHOLE, DIGEST_TIME: digestTime }).digestDeadline).toBe(deadline);
  expect(readSettings({ ...WHOLE, DIGEST_TIME: digestTime, DIGEST_DEADLINE: '23:59' }).digestDeadline).toBe(
    '23:59',
  );
});
