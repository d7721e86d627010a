import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute } from '../../tools/n8n/commandLine.ts';
import type { N8nFolder } from '../../tools/n8n/folder.ts';

/** One execution of a workflow by n8n's command line, up to its end and before it is printed. */
export interface Measured {
  readonly wallMs: number;
  /** Processor time of the n8n process for it, which other work on the machine stretches little. */
  readonly cpuMs: number;
  /** The highest resident memory of the n8n process since it began. */
  readonly peakMb: number;
  /** What the last node gave: items, and the sum of what was sold or is in stock. */
  readonly items: number;
  readonly quantity: number;
  /** What the item of a file says it holds. */
  readonly rows: number;
  readonly error: string;
}

/** Executes the workflow once in a fresh n8n; throws with the end of what n8n said when it did not get through. */
export async function measureOnce(
  folder: N8nFolder,
  workflowId: string,
  nodeFlags: readonly string[],
): Promise<Measured> {
  const file = join(folder.path, 'measured.json');
  rmSync(file, { force: true });
  const hooks = fileURLToPath(new URL('hooks.ts', import.meta.url));
  const environment = { ...folder.environment, EXTERNAL_HOOK_FILES: hooks, RETAIL_DATA_BENCH_FILE: file };
  const end = await execute({ ...folder, environment }, workflowId, ['--expose-gc', ...nodeFlags], 'discard');
  const measured: Measured | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : undefined;
  if (measured !== undefined && measured.error === '') return measured;
  throw new Error(
    `${workflowId}: ${measured?.error ?? `n8n ended with code ${end.code}`}\n${end.stderr.slice(-3000)}`,
  );
}
