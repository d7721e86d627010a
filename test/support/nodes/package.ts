import type { INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { ensureBuilt, packageRoot } from './build.ts';
import { core, workflow } from './n8n.ts';

export const PACKAGE = 'n8n-nodes-retail-data';
export const START = 'test.start';

/** The built package as n8n loads it, once per test file. */
export function loadPackage() {
  loading ??= load();
  return loading;
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  await ensureBuilt();
  const loader = new core.PackageDirectoryLoader(packageRoot);
  await loader.loadAll();
  return loader;
}

export type LoadedPackage = Awaited<ReturnType<typeof loadPackage>>;

/** Gives the items it is set up with; every workflow of the tests begins with it. */
const start: INodeType = {
  description: {
    displayName: 'Start',
    name: 'start',
    group: ['trigger'],
    version: 1,
    description: 'Gives items',
    defaults: {},
    inputs: [],
    outputs: [workflow.NodeConnectionTypes.Main],
    properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '[]' }],
  },
  async execute() {
    const items: unknown = JSON.parse(String(this.getNodeParameter('items', 0)));
    if (!Array.isArray(items)) throw new Error('items is a list');
    return [items.map((json, item) => ({ json, pairedItem: { item } }))];
  },
};

export function nodeTypesOf(loaded: LoadedPackage): INodeTypes {
  const find = (name: string): INodeType | IVersionedNodeType => {
    if (name === START) return start;
    return loaded.getNode(name.slice(PACKAGE.length + 1)).type;
  };
  return {
    getByName: find,
    getByNameAndVersion(name) {
      const type = find(name);
      if ('nodeVersions' in type) throw new Error(`${name} has versions`);
      return type;
    },
    getKnownTypes: () => ({}),
  };
}
