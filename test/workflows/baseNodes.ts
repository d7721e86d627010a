import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { workflow } from '../nodes/harness/n8n.ts';

/**
 * The nodes of n8n's own package that the example workflows use, as little of each as they need: that package is not
 * among the test's dependencies. What decides is n8n's own all the same: its engine resolves the expressions and
 * evaluates the conditions of a filter.
 */
const main = workflow.NodeConnectionTypes.Main;

function baseNode(
  name: string,
  properties: INodeProperties[],
  parts: Partial<INodeType>,
  inputs = [main],
): INodeType {
  return {
    description: {
      displayName: name,
      name,
      group: ['transform'],
      version: [1, 2.2, 3.4],
      description: name,
      defaults: {},
      inputs,
      outputs: [main],
      properties,
    },
    ...parts,
  };
}

const manualTrigger = baseNode(
  'manualTrigger',
  [],
  {
    async execute() {
      return [[{ json: {} }]];
    },
  },
  [],
);

const stickyNote = baseNode('stickyNote', [], {}, []);

const filter = baseNode(
  'filter',
  [
    {
      displayName: 'Conditions',
      name: 'conditions',
      type: 'filter',
      default: {},
      typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
    },
  ],
  {
    async execute() {
      const passes = (item: number) =>
        this.getNodeParameter('conditions', item, false, { extractValue: true });
      return [this.getInputData().filter((_, item) => passes(item) === true)];
    },
  },
);

interface Assignment {
  readonly name: string;
  readonly value: string;
}

const set = baseNode(
  'set',
  [{ displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} }],
  {
    async execute() {
      const items = this.getInputData().map((_, item) => {
        const assignments: unknown = this.getNodeParameter('assignments.assignments', item, []);
        if (!Array.isArray(assignments)) throw new Error('assignments is a list');
        const json: IDataObject = {};
        const fields: readonly Assignment[] = assignments;
        for (const { name, value } of fields) json[name] = value;
        return { json, pairedItem: { item } };
      });
      return [items];
    },
  },
);

const BASE_NODES = new Map([
  ['n8n-nodes-base.manualTrigger', manualTrigger],
  ['n8n-nodes-base.stickyNote', stickyNote],
  ['n8n-nodes-base.filter', filter],
  ['n8n-nodes-base.set', set],
]);

export function baseNodeOf(type: string): INodeType | undefined {
  return BASE_NODES.get(type);
}
