import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../tools/build.ts';
import { runCommand } from '../../../tools/n8n/commandLine.ts';
import { exampleFiles, readExample } from '../../../tools/n8n/exampleFile.ts';
import { openWorld, type World } from '../../../tools/n8n/world.ts';
import { workflow } from '../../support/nodes/n8n.ts';
import { parameterMistakes } from '../../support/workflows/wellFormed.ts';

let world: World;
let described: readonly INodeTypeDescription[];
beforeAll(async () => {
  world = await openWorld();
  described = await exported('export:nodes', 'nodes.json');
});
afterAll(() => world?.close());

/** What a command of n8n writes into a file. */
async function exported(command: string, name: string, ...parameters: string[]) {
  const file = join(world.folder.path, name);
  const end = await runCommand(world.folder, [command, `--output=${file}`, ...parameters]);
  expect(end.code, end.stderr).toBe(0);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function descriptionOf(type: string, version: number): INodeTypeDescription | undefined {
  return described.find(
    ({ name, version: versions }) => name === type && [versions].flat().includes(version),
  );
}

test('n8n imports every example as it is', async () => {
  const folder = join(packageRoot, 'workflows');
  const end = await runCommand(world.folder, ['import:workflow', '--separate', `--input=${folder}`]);
  expect(end.code, end.stdout + end.stderr).toBe(0);
  const stored: { name: string }[] = await exported('export:workflow', 'workflows.json', '--all');
  const names = exampleFiles().map((file) => readExample(file).name);
  expect(stored.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test.each(exampleFiles())('%s has only parameters n8n knows and no node with an issue', (file) => {
  const { nodes } = readExample(file);
  expect(parameterMistakes(nodes, descriptionOf)).toEqual([]);
  const { getNodeParameters, getNodeParametersIssues } = workflow.NodeHelpers;
  const issues = nodes.map((node) => {
    const description = descriptionOf(node.type, node.typeVersion) ?? null;
    const properties = description?.properties ?? [];
    // The editor fills in the defaults first.
    const parameters = getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
    return {
      node: node.name,
      found: getNodeParametersIssues(properties, { ...node, parameters }, description),
    };
  });
  expect(issues.filter(({ found }) => found !== null)).toEqual([]);
});
