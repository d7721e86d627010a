import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bot/demo/slack/loopback.ts';
import { runNpm } from '../npm.ts';
import type { InstalledN8n } from './install.ts';
import { packPackage } from './packed.ts';

export interface FolderOptions {
  /** Kept between runs when given; else a temporary one. */
  readonly keptAt?: string;
  /** The instant n8n's clock starts at, in epoch milliseconds; the machine's clock when not given. */
  readonly startsAt?: number;
  /** Port of the editor; any free one when not given. */
  readonly port?: number;
  /** True when n8n shall take up nodes that change while it runs. */
  readonly reloads?: boolean;
  /** True when a workflow that starts while another runs shall wait for it. */
  readonly runsOneByOne?: boolean;
}

/** A user folder of n8n in which the packed package is installed as a community package. */
export interface N8nFolder {
  readonly n8n: InstalledN8n;
  readonly path: string;
  /** The package under test, where it is installed in it. */
  readonly installed: string;
  readonly port: number;
  /** What every n8n process of this folder is started with. */
  readonly environment: NodeJS.ProcessEnv;
  /** Modules that are loaded before n8n, as parameters of Node. */
  readonly preloads: readonly string[];
  /** Removes the folder unless it is a kept one. */
  remove(): void;
}

export async function openFolder(n8n: InstalledN8n, options: FolderOptions = {}): Promise<N8nFolder> {
  const path = options.keptAt ?? mkdtempSync(join(tmpdir(), 'retail-data-n8n-'));
  const remove = () => {
    if (options.keptAt === undefined) rmSync(path, { recursive: true, force: true });
  };
  try {
    await installPackage(path);
    // n8n takes no "any free one".
    const port = options.port ?? (await freePort());
    const brokerPort = await freePort();
    const clock = clockOf(options);
    const reloading = options.reloads === true ? { N8N_DEV_RELOAD: 'true' } : {};
    const waiting = options.runsOneByOne === true ? { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } : {};
    const environment = {
      ...settings(path, port, brokerPort),
      ...clock.environment,
      ...reloading,
      ...waiting,
    };
    const installed = join(nodesFolder(path), 'node_modules', 'n8n-nodes-retail-data');
    return { n8n, path, installed, port, environment, preloads: clock.preloads, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** As n8n's own installer leaves it, so that the nodes have the names a workflow from elsewhere uses. */
async function installPackage(path: string): Promise<void> {
  const nodes = nodesFolder(path);
  const tarball = await packPackage(join(path, 'packed'));
  rmSync(nodes, { recursive: true, force: true });
  mkdirSync(nodes, { recursive: true });
  writeFileSync(
    join(nodes, 'package.json'),
    '{ "name": "installed-nodes", "private": true, "dependencies": {} }\n',
  );
  runNpm(
    ['install', tarball, '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--offline'],
    nodes,
  );
}

function nodesFolder(path: string): string {
  return join(path, '.n8n', 'nodes');
}

function settings(path: string, port: number, brokerPort: number): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(N8N_|EXECUTIONS_|DB_|NODE_ENV$|NODE_OPTIONS$|VITEST|npm_)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    N8N_USER_FOLDER: path,
    N8N_ENCRYPTION_KEY: encryptionKey(path),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_HOST: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_RESTRICT_FILE_ACCESS_TO: path,
    N8N_SECURE_COOKIE: 'false',
    N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_LOG_LEVEL: 'info',
  };
}

function encryptionKey(path: string): string {
  const file = join(path, 'encryption-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

function clockOf({ startsAt }: FolderOptions): { environment: NodeJS.ProcessEnv; preloads: string[] } {
  if (startsAt === undefined) return { environment: {}, preloads: [] };
  return {
    environment: { RETAIL_DATA_TEST_NOW: String(startsAt) },
    preloads: ['--import', fileURLToPath(new URL('../preload/clock.ts', import.meta.url))],
  };
}
