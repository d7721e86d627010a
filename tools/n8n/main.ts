import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { importCredentials, importWorkflows } from './commandLine.ts';
import { storedExamples } from './examples.ts';
import { type N8nFolder, openFolder } from './folder.ts';
import { installN8n } from './install.ts';
import { signIn } from './owner.ts';
import { startServer } from './server.ts';
import { retailDataCredential } from './stored.ts';
import { watchSources } from './watch.ts';

const USAGE = `npm run n8n -- [--port N] [--folder PATH] [--watch]
  --port N       port of the editor, 5678 when not set
  --folder PATH  keeps this n8n there between runs; without it all is in a temporary folder, removed at the end
  --watch        builds the nodes after each change of a source and gives them to the n8n that runs
`;

/** `npm run n8n`: real n8n for a person, with the nodes, their credential and the examples, against the sandbox. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5678' },
      folder: { type: 'string' },
      watch: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(USAGE);
  if (!/^[1-9]\d{0,4}$/.test(values.port))
    throw new Error(`--port takes a port number, not "${values.port}".`);
  const keptAt = values.folder === undefined ? {} : { keptAt: folderAt(values.folder) };
  const asked = signalToStop();
  await using open = new AsyncDisposableStack();
  const running = await Promise.race([
    start(open, { ...keptAt, port: Number(values.port), reloads: values.watch }),
    asked,
  ]);
  if (running === undefined) return;
  await Promise.race([running.ended, asked]);
  say('\nStopping.');
}

async function start(
  open: AsyncDisposableStack,
  options: { readonly keptAt?: string; readonly port: number; readonly reloads: boolean },
) {
  const n8n = installN8n(say);
  say('Preparing n8n: building the package, importing the credential and the examples …');
  const sandbox = await startSandbox({ now: afterTheRefresh });
  open.defer(() => sandbox.close());
  const folder = await openFolder(n8n, options);
  open.defer(() => folder.remove());
  await importCredentials(folder, [retailDataCredential(sandbox.url, sandbox.subscriptionKey)]);
  await importWorkflows(folder, storedExamples());
  const server = await startServer(folder);
  open.defer(() => server.stop());
  say(await greeting(server.url, folder, sandbox, options.keptAt));
  if (options.reloads) {
    open.use(watchSources(folder.installed, say));
    say('Changes of nodes/, credentials/ and shared/ are built and taken up; reload the editor to see them.');
  }
  return server;
}

/** A kept n8n has its owner from its first run. */
async function greeting(url: string, folder: N8nFolder, sandbox: Sandbox, keptAt: string | undefined) {
  const { owner, isNew } = await signIn(url, folder.path);
  return [
    '',
    // The first page of n8n is about its assistant; the examples are on this one.
    `n8n is at              ${url}/home/workflows`,
    `  sign in with         ${owner.email}`,
    `  password             ${owner.password}`,
    `The service's stand-in ${sandbox.url}, already in the credential "Retail Data API account"`,
    keptAt === undefined
      ? 'Everything you make is removed at the end; --folder PATH keeps it.'
      : `Kept in ${keptAt}${isNew ? '' : ', as you left it; the examples are as they came'}.`,
    'Stop it with Ctrl+C.',
  ].join('\n');
}

/** Before 08:30 in Oslo the sandbox is a little ahead, so that today's stock and yesterday's sales are there. */
function afterTheRefresh(): number {
  const calendar = createCalendar();
  return Math.max(Date.now(), calendar.instantOf(calendar.dayOf(Date.now()), '08:45'));
}

function folderAt(path: string): string {
  const folder = resolve(path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Ends at the first Ctrl+C or SIGTERM. */
function signalToStop(): Promise<undefined> {
  return new Promise((end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(undefined));
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
