import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { importCredentials } from './commandLine.ts';
import { type FolderOptions, type N8nFolder, openFolder } from './folder.ts';
import { installN8n } from './install.ts';
import { retailDataCredential } from './stored.ts';

/** A Friday noon in Oslo and an hour more; the newest sales are those of Thursday 2026-11-19. */
export const NOON = Date.parse('2026-11-20T12:00:00Z');

/** Real n8n with the package and its credential, and the service it is for: both believe it is Friday noon. */
export interface World {
  readonly folder: N8nFolder;
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

/** `service` has the clock of the service, which stands still at noon when none is given, and how much it has. */
export async function openWorld(
  options: FolderOptions = {},
  service: SandboxOptions = { now: () => NOON },
): Promise<World> {
  await using open = new AsyncDisposableStack();
  const sandbox = await startSandbox(service);
  open.defer(() => sandbox.close());
  const n8n = installN8n((line) => process.stdout.write(`${line}\n`));
  const folder = await openFolder(n8n, { startsAt: NOON, ...options });
  open.defer(() => folder.remove());
  await importCredentials(folder, [retailDataCredential(sandbox.url, sandbox.subscriptionKey)]);
  const opened = open.move();
  return { folder, sandbox, close: () => opened.disposeAsync() };
}
