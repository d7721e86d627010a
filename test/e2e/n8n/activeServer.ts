import type { SandboxOptions } from 'retail-data-client/sandbox';
import { expect, vi } from 'vitest';
import { importCredentials, importWorkflows } from '../../../tools/n8n/commandLine.ts';
import { idOf } from '../../../tools/n8n/examples.ts';
import { signIn } from '../../../tools/n8n/owner.ts';
import { startServer } from '../../../tools/n8n/server.ts';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/stored.ts';
import { openWorld, type World } from '../../../tools/n8n/world.ts';
import { type Inbox, openInbox } from './inbox.ts';

/** Real n8n with examples to activate. One clock is that of n8n and of the service; it moves when the test says so. */
export interface ActiveServer {
  readonly url: string;
  readonly world: World;
  readonly inbox: Inbox;
  /** Moves the clock to one in the afternoon in Oslo, when the triggers fire at their first look. */
  goTo(day: string): void;
  activate(file: string): Promise<void>;
  deactivate(file: string): Promise<void>;
  /** The latest first. */
  executionsOf(file: string): Promise<readonly StoredExecution[]>;
  /** The status of the next run of an example, once it has ended. */
  nextRun(file: string): Promise<string>;
  /** Runs the last execution again from the node that failed, as *Retry* under Executions does. */
  retry(file: string): Promise<string>;
  /** What the trigger of that name has noted. */
  notesOf(file: string, trigger: string): Promise<unknown>;
  close(): Promise<void>;
}

interface StoredExecution {
  readonly id: string;
  readonly status: string;
  readonly stoppedAt: string | null;
}

export interface Contents {
  readonly credentials?: readonly StoredCredential[];
  /** How much the service has. */
  readonly service?: SandboxOptions;
  examples(places: { readonly world: World; readonly inbox: Inbox }): readonly StoredWorkflow[];
}

export async function openActiveServer(
  firstDay: string,
  { credentials = [], service = {}, examples }: Contents,
): Promise<ActiveServer> {
  let offset = noonOf(firstDay) - Date.now();
  const now = () => Date.now() + offset;
  await using open = new AsyncDisposableStack();
  const inbox = await openInbox();
  open.defer(() => inbox.close());
  // A schedule of every five seconds would start a run while the one before has yet to note what it did.
  const world = await openWorld({ startsAt: now(), runsOneByOne: true }, { ...service, now });
  open.defer(() => world.close());
  if (credentials.length > 0) await importCredentials(world.folder, credentials);
  await importWorkflows(world.folder, examples({ world, inbox }));
  const server = await startServer(world.folder);
  open.defer(() => server.stop());

  /** Signs in for each request: a session ends when the clock moves on by a week. */
  const rest = async () => (await signIn(server.url, world.folder.path)).rest;
  const executionsOf = async (file: string): Promise<readonly StoredExecution[]> =>
    Object(await (await rest()).get(`/rest/executions?filter={"workflowId":"${idOf(file)}"}`)).results;
  const runs = new Map<string, number>();
  const nextRun = (file: string): Promise<string> => {
    const count = (runs.get(file) ?? 0) + 1;
    runs.set(file, count);
    return vi.waitFor(
      async () => {
        const results = await executionsOf(file);
        expect(results, file).toHaveLength(count);
        expect(results[0]?.stoppedAt, file).toBeTruthy();
        return String(results[0]?.status);
      },
      { timeout: 240_000, interval: 500 },
    );
  };
  const opened = open.move();
  return {
    url: server.url,
    world,
    inbox,
    goTo(day) {
      offset = noonOf(day) - Date.now();
      server.moveClock(now());
    },
    async activate(file) {
      const { get, post } = await rest();
      const { versionId } = Object(await get(`/rest/workflows/${idOf(file)}`));
      await post(`/rest/workflows/${idOf(file)}/activate`, { versionId });
    },
    async deactivate(file) {
      await (await rest()).post(`/rest/workflows/${idOf(file)}/deactivate`, {});
    },
    executionsOf,
    nextRun,
    async retry(file) {
      const [last] = await executionsOf(file);
      await (await rest()).post(`/rest/executions/${last?.id}/retry`, { loadWorkflow: false });
      return nextRun(file);
    },
    async notesOf(file, trigger) {
      const { staticData } = Object(await (await rest()).get(`/rest/workflows/${idOf(file)}`));
      return Object(staticData)[`node:${trigger}`];
    },
    close: () => opened.disposeAsync(),
  };
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}
