import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, ITaskData } from 'n8n-workflow';
import type { Execution } from '../../../tools/n8n/commandLine.ts';
import type { N8nFolder } from '../../../tools/n8n/folder.ts';

/** The items of each output of a node; throws with what n8n said when the node did not run. */
export function outputsOf(execution: Execution, node: string): INodeExecutionData[][] {
  return (lastRunOf(execution, node).data?.main ?? []).map((items) => items ?? []);
}

/** What the node gave on its first output. */
export function jsonOf(execution: Execution, node: string): IDataObject[] {
  return (outputsOf(execution, node)[0] ?? []).map(({ json }) => json);
}

/** The hints below the output of the node, as text. */
export function hintsOf(execution: Execution, node: string): string[] {
  return (lastRunOf(execution, node).hints ?? []).map(({ message }) => message);
}

/** The file of an item, read where n8n keeps files: on disk, not in the run. */
export function fileOf(
  folder: N8nFolder,
  item: INodeExecutionData | undefined,
): { name: string; text: string } {
  const { fileName = '', id = '' } = item?.binary?.data ?? {};
  const [mode, path = ''] = id.split(':');
  if (mode !== 'filesystem-v2') throw new Error(`The file of the item is kept as '${id}', not on disk.`);
  return { name: fileName, text: readFileSync(join(folder.path, '.n8n', 'storage', path), 'utf8') };
}

function lastRunOf(execution: Execution, node: string): ITaskData {
  const task = execution.run?.data.resultData.runData[node]?.at(-1);
  if (task !== undefined) return task;
  const said = `${execution.stdout}${execution.stderr}`.split('\n').slice(-30).join('\n');
  throw new Error(`n8n ended with code ${execution.code} and did not run the node '${node}'.\n${said}`);
}
