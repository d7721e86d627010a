import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { packageRoot } from '../build.ts';

/** An example workflow as it is exported. */
export interface Example {
  readonly name: string;
  readonly nodes: readonly INode[];
  readonly connections: IConnections;
  readonly settings: { readonly timezone: string };
}

/** The files of all examples. */
export function exampleFiles(): string[] {
  return readdirSync(join(packageRoot, 'workflows')).filter((file) => file.endsWith('.json'));
}

export function readExample(file: string): Example {
  return JSON.parse(readFileSync(join(packageRoot, 'workflows', file), 'utf8'));
}

/** The parameters of a node of the example, by its name. */
export function parametersOf(example: Example, name: string): INodeParameters {
  const node = example.nodes.find((candidate) => candidate.name === name);
  if (node === undefined) throw new Error(`${example.name} has no node ${name}.`);
  return node.parameters;
}
