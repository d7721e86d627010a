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
  transport: 'HTTP by undici, the address and the key',
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
  language: 'what people read, in English and Norwegian; numbers and dates',
  settings: 'settings and the access policy, read and checked',
  workers: 'threads and processes, and one channel of calls to both',
  database: 'SQLite or PostgreSQL: connection, schema, clock, leases, rate limit',
  slack: 'Bolt, the Web API, files, and how tables come out',
  access: 'who may do what, the directory of people',
  products: 'the product list and the names in it',
  stores: 'stores and their names',
  sales: 'sales by day: import and queries',
  stock: 'stock by day: import and queries',
  parser: 'what is typed becomes a question, or one error that says why not',
  questions: 'a question becomes figures',
  digest: 'subscriptions, the ledger, delivery, reconciling',
  home: 'what App Home tells',
  views: 'figures become Block Kit',
  modals: 'one file for each form: built, and its submission read',
  health: 'health checks and metrics',
  checks: 'what `npm run check` looks at before a start',
  listeners: 'commands, buttons, menus, forms and events of Slack',
  demo: 'the stand-ins of Slack and the first minutes',
};

module.exports = { BOT_LAYERS, SHARED_LAYERS };
