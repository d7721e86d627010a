import { parseArgs } from 'node:util';
import { ID_ORDERS, type IdOrder } from './catalogue/idOrder.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';

const DEFAULT_PORT = 8787;
const USAGE = '--port N, --stores N, --products N, --id-order ORDER, --max-results-cap N, --quiet and --help';
const HELP = `npm run sandbox

Runs a stand-in of the service on this machine, with made-up data, and prints its address and key.

  --port N             port on the loopback interface, ${DEFAULT_PORT} when not set; 0 takes any free one
  --stores N           how many stores, 36 when not set
  --products N         how many products are the supplier's own, 48 when not set
  --id-order ORDER     how ids sort: ${ID_ORDERS.join(', ')}; the first when not set
  --max-results-cap N  gives at most N rows a call, whatever is asked
  --quiet              a small supplier: no sales on about every third open day
  --help               prints this
`;

await run(process.argv.slice(2));

/** Runs the sandbox alone on the real clock until SIGINT or SIGTERM. */
async function run(flags: readonly string[]): Promise<void> {
  if (flags.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(optionsFrom(flags));
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
    return;
  }
  // Before the greeting: who reads it may stop the sandbox at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(greeting(sandbox));
}

function optionsFrom(flags: readonly string[]): SandboxOptions {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      port: { type: 'string' },
      stores: { type: 'string' },
      products: { type: 'string' },
      'id-order': { type: 'string' },
      'max-results-cap': { type: 'string' },
      quiet: { type: 'boolean' },
    },
  });
  const options: SandboxOptions = { port: wholeNumber('--port', values.port) ?? DEFAULT_PORT };
  const stores = wholeNumber('--stores', values.stores);
  const products = wholeNumber('--products', values.products);
  const maxResultsCap = wholeNumber('--max-results-cap', values['max-results-cap']);
  const idOrder = idOrderFrom(values['id-order']);
  if (stores !== undefined) options.stores = stores;
  if (products !== undefined) options.products = products;
  if (maxResultsCap !== undefined) options.maxResultsCap = maxResultsCap;
  if (idOrder !== undefined) options.idOrder = idOrder;
  if (values.quiet !== undefined) options.quietSupplier = values.quiet;
  return options;
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`${flag} is "${text}". Give a whole number.`);
  return Number(text);
}

function idOrderFrom(text: string | undefined): IdOrder | undefined {
  if (text === undefined) return undefined;
  const order = ID_ORDERS.find((known) => known === text);
  if (order === undefined)
    throw new RangeError(`--id-order is "${text}". Give one of ${ID_ORDERS.join(', ')}.`);
  return order;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return 'The port is in use: stop what listens on it, or give another with --port.';
  }
  if (code.startsWith('ERR_PARSE_ARGS')) {
    const [problem] = error.message.split('. ');
    return `${problem?.replace(/\.$/, '')}; the flags are ${USAGE}.`;
  }
  return error.message;
}

function greeting({ url, subscriptionKey, truth }: Sandbox): string {
  const yesterday = truth.latestSalesDate();
  const curl = (path: string) => `  curl -H 'Ocp-Apim-Subscription-Key: ${subscriptionKey}' '${url}${path}'`;
  return `${[
    'A stand-in of the retail data service is running. Its data is made up.',
    '',
    `  base URL          ${url}`,
    `  subscription key  ${subscriptionKey}`,
    '',
    curl(`/my-products/v0/daily-sales-per-store?fromSalesDate=${yesterday}&maxResults=10`),
    curl('/stores/v0/details?storeNameContains=Troms%C3%B8'),
    curl('/press-products/v0/accumulated-stock?includeZeroStock=true&maxResults=10'),
    '',
    'Stop it with Ctrl+C.',
  ].join('\n')}\n`;
}
