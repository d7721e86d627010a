/**
 * The folders of shared and of the bot, each list from the ground up: a folder imports only those before it. The import
 * rules are made of these lists, and docs/architecture.md shows them.
 */

/** shared/: the client of the service. */
const SHARED_LAYERS = {
  errors: 'the errors of the client: what happened, what to do',
  clock: 'the clock and waits that everything else is given',
  calendar: 'business days, the zone, when the service refreshes its data',
  operations: 'the four operations: path, parameters, schemas, types',
  stores: 'opening hours, coordinates and names of stores',
  csv: 'CSV, also as Norwegian Excel reads it',
  transport: 'HTTP by undici or fetch, the address and the key',
  rateLimit: '20 calls a minute and 400 a day on stock, per key',
  http: 'one call: timeouts, retries, waits, checks of the answer',
  salesParser: 'daily sales read while they arrive',
  pagination: 'pages that overlap by a row, and what changed between them',
  client: 'what programs use: rows, batches, arrays',
  shapes: 'the rows that are handed on, as schemas',
  sandbox: 'a stand-in of the service, for tests and the demo',
  cli: 'the commands sales and check-service',
};

/** bot/: the Slack bot. What is loose in bot/ puts these together. */
const BOT_LAYERS = {
  text: 'small work on texts',
  language:
    'numbers and dates in English and Norwegian, and the sentences that several folders say; each folder has its own in `words`',
  settings: 'settings and the access policy, read and checked',
  workers: 'threads and processes, and one channel of calls to both',
  workbooks: 'Excel workbooks, written and read in a process of their own',
  database: 'SQLite or PostgreSQL: connection, schema, clock, leases, rate limit',
  slack: 'Bolt, the Web API, files, modals, and how tables are shown',
  parse: 'what every command shares: words, dates, names, mistakes and suggestions',
  figures: 'engine: one query of figures, and the report that Slack and files are drawn from',
  health: 'health checks, outages and the registry of metrics',
  access: 'who may do what, the directory of people',
  requests: 'what Slack sends: read once, let through or refused',
  ask: 'engine: what is typed, clicked or chosen becomes an answer',
  outbox: 'engine: a message that is due once is posted once, a digest or any other',
  standing:
    'engine: questions that are answered by themselves, at times as digests, or as alerts when a figure crosses a line',
  products: 'feature: the product list, product names, the upload',
  stores: 'feature: `/stores`, the list of stores and their names',
  sales: 'feature: `/sales`, the sales digest, sales stored by day',
  stock: 'feature: `/stock`, the stock digest, stock stored by day',
  home: 'feature: App Home, built from a section of each feature',
  process: 'the process itself: its end, its log, its build, the watchdog',
  cli: 'check, backup, restore, move to PostgreSQL: each a program',
  demo: 'the demo: a stand-in of Slack, which the tests use too, its page, and the first minutes',
};

module.exports = { BOT_LAYERS, SHARED_LAYERS };
