import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { importCredentials, importWorkflows } from '../../tools/n8n/commandLine.ts';
import { openFolder } from '../../tools/n8n/folder.ts';
import { installN8n } from '../../tools/n8n/install.ts';
import { retailDataCredential } from '../../tools/n8n/stored.ts';
import { type BenchCase, CASES, workflowOfCase } from './cases.ts';
import { verdictTable } from './report.ts';
import { type Measured, measureOnce } from './run.ts';
import type { BenchService, BenchSize } from './service.ts';

export interface N8nBenchOptions {
  readonly runs: number;
  readonly size: BenchSize;
  readonly onStep: (step: string) => void;
}

/** Sales that n8n can still show as items, a range of products, and a month of sales. */
export const FULL_SIZE: BenchSize = { sales: 100_000, stock: 66_000, all: 1_048_575 };
export const SMALL_SIZE: BenchSize = { sales: 2_000, stock: 1_000, all: 5_000 };

/** Measures each case inside real n8n, in turn and in fresh processes; gives the table. */
export async function benchInN8n({ runs, size, onStep }: N8nBenchOptions): Promise<string> {
  await using open = new AsyncDisposableStack();
  const n8n = installN8n(onStep);
  onStep('writing the rows');
  const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [JSON.stringify(size)]);
  open.defer(() => child.disconnect());
  const [service]: BenchService[] = await once(child, 'message');
  if (service === undefined) throw new Error("The bench's service said nothing.");
  onStep('preparing n8n');
  const folder = await openFolder(n8n);
  open.defer(() => folder.remove());
  const credentials = { stock: 'stock', sales: 'sales', all: 'all' };
  const measured = new Map<string, Measured[]>(CASES.map(({ id }) => [id, []]));
  await importWorkflows(
    folder,
    CASES.map((one) => workflowOfCase(one, service.origin)),
  );
  for (let run = 1; run <= runs; run += 1) {
    for (const one of run % 2 === 1 ? CASES : CASES.toReversed()) {
      onStep(`run ${run} of ${runs}: ${one.title}`);
      // One credential, as one n8n has: its base URL says which rows are read.
      const base = `${service.origin}/${credentials[one.reads ?? 'stock']}`;
      await importCredentials(folder, [retailDataCredential(base, `bench-${run}-${one.id}`)]);
      const result = await measureOnce(folder, one.id, one.nodeFlags);
      refuseWrong(one, result, service, size);
      measured.get(one.id)?.push(result);
    }
  }
  return verdictTable(CASES, measured, size);
}

/** A case that lost or doubled a row has no time worth showing. */
function refuseWrong(one: BenchCase, result: Measured, service: BenchService, size: BenchSize): void {
  if (one.reads === undefined) return;
  const inFile = one.reads === 'all';
  const rows = inFile ? result.rows : result.items;
  if (rows !== size[one.reads])
    throw new Error(`${one.title}: it gave ${rows} rows, the service has ${size[one.reads]}.`);
  if (!inFile && result.quantity !== service.quantities[one.reads])
    throw new Error(
      `${one.title}: its quantities add up to ${result.quantity}, those of the service to ${service.quantities[one.reads]}.`,
    );
}
