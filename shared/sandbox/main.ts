import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from './index.ts';
import { parseOptions } from './options.ts';

/** The option that each flag sets, and its line in the help. */
const FLAGS = {
  port: ['port', 'the port on 127.0.0.1; 0 takes any free one'],
  'subscription-key': ['subscriptionKey', 'the only key that is accepted'],
  seed: ['seed', 'the seed of all data'],
  stores: ['stores', 'how many stores the chain has'],
  products: ['products', "the supplier's own products; others have as many again"],
  'max-results-cap': ['maxResultsCap', 'the most rows of sales or stock in one answer'],
} as const;

const PORT = 8787;
const DEFAULTS = { ...parseOptions({}), port: PORT };

const HELP = `npm run sandbox -- --FLAG VALUE …

Runs a stand-in of the service on this machine, with made-up data, and prints its address and key.

${Object.entries(FLAGS)
  .map(([flag, [option, help]]) => `  --${flag.padEnd(17)} ${help} (default ${DEFAULTS[option] ?? 'none'})\n`)
  .join('')}  --help              prints this
`;

await run(process.argv.slice(2));

/** Runs the sandbox alone on the real clock until SIGINT or SIGTERM. */
async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(parseOptions(readFlags(args)));
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
    return;
  }
  // Before the greeting: who reads it may stop the sandbox at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(greeting(sandbox));
}

function readFlags(args: readonly string[]): Readonly<Record<string, string | undefined>> {
  const options = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' } as const]));
  const { port = String(PORT), ...values } = parseArgs({ args: [...args], options }).values;
  const given = Object.entries(FLAGS).map(([flag, [option]]) => [option, values[flag]]);
  return { ...Object.fromEntries(given), port };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return 'The port is in use: stop what listens on it, or give another with --port.';
  }
  if (code.startsWith('ERR_PARSE_ARGS')) {
    const [problem] = error.message.split('. ');
    return `${problem?.replace(/\.$/, '')}; npm run sandbox -- --help lists the flags.`;
  }
  return error.message;
}

function greeting({ url, subscriptionKey, truth }: Sandbox): string {
  const yesterday = truth.latestSalesDate();
  const [permission] = truth.permissions();
  const curl = (path: string) => `  curl -H 'Ocp-Apim-Subscription-Key: ${subscriptionKey}' '${url}${path}'`;
  return `${[
    'A stand-in of the retail data service is running. Its data is made up.',
    '',
    `  base URL          ${url}`,
    `  subscription key  ${subscriptionKey}`,
    ...(permission === undefined
      ? []
      : [
          `  permission        ${permission.email}, role ${permission.roleId}, main role ${permission.mainRoleId}`,
        ]),
    '',
    curl(`/my-products/v0/daily-sales-per-store?fromSalesDate=${yesterday}&maxResults=10`),
    curl('/stores/v0/details?storeNameContains=Troms%C3%B8'),
    curl('/press-products/v0/accumulated-stock?includeZeroStock=true&maxResults=10'),
    '',
    'Stop it with Ctrl+C.',
  ].join('\n')}\n`;
}
