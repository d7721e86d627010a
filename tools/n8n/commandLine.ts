import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IRun } from 'n8n-workflow';
import type { N8nFolder } from './folder.ts';
import type { StoredCredential, StoredWorkflow } from './stored.ts';

/** Far more than a command takes; it ends one that hangs. */
const LONGEST_COMMAND_MS = 300_000;

/** What a command of n8n did and said. */
export interface CommandEnd {
  readonly code: number | null;
  /** It was killed for taking too long. */
  readonly hasHung: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** An execution from the command line. */
export interface Execution extends CommandEnd {
  /** What n8n printed of the run; absent when it printed none. */
  readonly run: IRun | undefined;
}

/**
 * Runs one command of n8n in that folder to its end. Now and then n8n hangs while it shuts down, with its work done: then
 * it is killed, and the command runs once more.
 */
export async function runCommand(
  folder: N8nFolder,
  parameters: readonly string[],
  nodeFlags: readonly string[] = [],
  stdout: 'keep' | 'discard' = 'keep',
): Promise<CommandEnd> {
  const end = await runOnce(folder, parameters, nodeFlags, stdout);
  return end.hasHung ? runOnce(folder, parameters, nodeFlags, stdout) : end;
}

async function runOnce(
  folder: N8nFolder,
  parameters: readonly string[],
  nodeFlags: readonly string[],
  stdout: 'keep' | 'discard',
): Promise<CommandEnd> {
  const { node, entry } = folder.n8n;
  const scratch = mkdtempSync(join(folder.path, 'command-'));
  // A file, no pipe: n8n exits before a pipe has taken a long run whole.
  const printed = openSync(join(scratch, 'stdout'), 'w');
  try {
    const child = spawn(node, [...nodeFlags, ...folder.preloads, entry, ...parameters], {
      cwd: folder.path,
      env: folder.environment,
      stdio: ['ignore', stdout === 'keep' ? printed : 'ignore', 'pipe'],
      timeout: LONGEST_COMMAND_MS,
      // One that hangs does not mind being asked to end.
      killSignal: 'SIGKILL',
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    return {
      code: typeof code === 'number' ? code : null,
      hasHung: child.killed,
      stdout: readFileSync(join(scratch, 'stdout'), 'utf8'),
      stderr,
    };
  } finally {
    closeSync(printed);
    rmSync(scratch, { recursive: true, force: true });
  }
}

export async function importCredentials(
  folder: N8nFolder,
  credentials: readonly StoredCredential[],
): Promise<void> {
  await importList(folder, 'import:credentials', credentials);
}

export async function importWorkflows(
  folder: N8nFolder,
  workflows: readonly StoredWorkflow[],
): Promise<void> {
  await importList(folder, 'import:workflow', workflows);
}

async function importList(folder: N8nFolder, command: string, list: readonly object[]): Promise<void> {
  const scratch = mkdtempSync(join(folder.path, 'import-'));
  try {
    const file = join(scratch, 'list.json');
    writeFileSync(file, JSON.stringify(list));
    const end = await runCommand(folder, [command, `--input=${file}`]);
    if (end.code !== 0)
      throw new Error(`n8n ${command} ended with code ${end.code}.\n${end.stdout}${end.stderr}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Executes a workflow that is in the folder's database and begins with something n8n can start from a shell. */
export async function execute(
  folder: N8nFolder,
  workflowId: string,
  nodeFlags: readonly string[] = [],
  stdout: 'keep' | 'discard' = 'keep',
): Promise<Execution> {
  const end = await runCommand(folder, ['execute', `--id=${workflowId}`, '--rawOutput'], nodeFlags, stdout);
  return { ...end, run: runIn(end.stdout) };
}

/** n8n logs into the same stream before the run and after it; the run itself begins and ends at the margin. */
function runIn(stdout: string): IRun | undefined {
  const printed = /^\{$[\s\S]*?^\}$/m.exec(stdout)?.[0];
  return printed === undefined ? undefined : JSON.parse(printed);
}
