import type { INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { builtPackage, ensureBuilt } from '../../../tools/build.ts';
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
  const loader = new core.PackageDirectoryLoader(builtPackage);
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

/** The variant of a node that n8n makes for agents, as far as parameters tell it from the node. */
function toolOf(type: INodeType | IVersionedNodeType): INodeType | IVersionedNodeType {
  const { description } = type;
  return Object.create(type, {
    description: { value: { ...description, name: `${description.name}Tool` } },
  });
}

export function nodeTypesOf(loaded: LoadedPackage): INodeTypes {
  const find = (name: string): INodeType | IVersionedNodeType => {
    if (name === START) return start;
    const node = name.slice(PACKAGE.length + 1);
    const tool = /^(.+)Tool$/.exec(node)?.[1];
    return tool === undefined ? loaded.getNode(node).type : toolOf(loaded.getNode(tool).type);
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
