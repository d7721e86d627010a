import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from './index.ts';
import { describeFlags, FLAGS, optionsFrom } from './options.ts';

const PORT = 8787;
const HELP = `npm run sandbox -- --FLAG VALUE …

Runs a stand-in of the service on this machine, with made-up data, and prints its address and key.

${describeFlags({ port: PORT })}  --help                   prints this
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
    const options = Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' } as const]));
    const { values } = parseArgs({ args: [...args], options });
    sandbox = await startSandbox({ port: PORT, ...optionsFrom(values) });
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
    return;
  }
  // Before the greeting: who reads it may stop the sandbox at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(greeting(sandbox));
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
