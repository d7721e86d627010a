import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
  INodeType,
} from 'n8n-workflow';
import { workflow } from '../../support/nodes/n8n.ts';

/**
 * The nodes of n8n's own package that the example workflows use, as little of each as they need: that package is not
 * among the test's dependencies. What decides is n8n's own all the same: its engine resolves the expressions and
 * evaluates the conditions of a filter.
 */
const main = workflow.NodeConnectionTypes.Main;

export function baseNode(
  name: string,
  version: number,
  properties: INodeProperties[],
  execute: INodeType['execute'],
  ends: Partial<Pick<INodeType['description'], 'inputs' | 'outputs'>> = {},
): INodeType {
  return {
    description: {
      displayName: name,
      name,
      group: ['transform'],
      version,
      description: name,
      defaults: {},
      inputs: [main],
      outputs: [main],
      properties,
      ...ends,
    },
    ...(execute === undefined ? {} : { execute }),
  };
}

const conditions: INodeProperties = {
  displayName: 'Conditions',
  name: 'conditions',
  type: 'filter',
  default: {},
  typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
};

/** The items with their own pairing: what came in, split by whether the conditions hold. */
function splitByConditions(context: IExecuteFunctions): [INodeExecutionData[], INodeExecutionData[]] {
  const split: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
  for (const [item, input] of context.getInputData().entries()) {
    const holds = context.getNodeParameter('conditions', item, false, { extractValue: true });
    split[holds === true ? 0 : 1].push({ ...input, pairedItem: { item } });
  }
  return split;
}

const filter = baseNode('filter', 2.2, [conditions], async function () {
  return [splitByConditions(this)[0]];
});

const choice = baseNode(
  'if',
  2.2,
  [conditions],
  async function () {
    return splitByConditions(this);
  },
  { outputs: [main, main] },
);

interface Assignment {
  readonly name: string;
  readonly value: string | boolean;
}

const set = baseNode(
  'set',
  3.4,
  [
    { displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
    { displayName: 'Include Other Fields', name: 'includeOtherFields', type: 'boolean', default: false },
  ],
  async function () {
    const items = this.getInputData().map((input, item) => {
      const assignments: unknown = this.getNodeParameter('assignments.assignments', item, []);
      if (!Array.isArray(assignments)) throw new Error('assignments is a list');
      const json: IDataObject = this.getNodeParameter('includeOtherFields', item) ? { ...input.json } : {};
      const fields: readonly Assignment[] = assignments;
      for (const { name, value } of fields) json[name] = value;
      return { json, pairedItem: { item } };
    });
    return [items];
  },
);

const aggregate = baseNode(
  'aggregate',
  1,
  [{ displayName: 'Put Output in Field', name: 'destinationFieldName', type: 'string', default: 'data' }],
  async function () {
    const field = String(this.getNodeParameter('destinationFieldName', 0));
    const items = this.getInputData();
    const pairedItem = items.map((_, item) => ({ item }));
    return [[{ json: { [field]: items.map(({ json }) => json) }, pairedItem }]];
  },
);

const splitOut = baseNode(
  'splitOut',
  1,
  [{ displayName: 'Fields To Split Out', name: 'fieldToSplitOut', type: 'string', default: '' }],
  async function () {
    const items = this.getInputData().flatMap(({ json }, item) => {
      const list: unknown = json[String(this.getNodeParameter('fieldToSplitOut', item))];
      if (!Array.isArray(list)) throw new Error('The field is no list.');
      return list.map((entry) => ({ json: Object(entry), pairedItem: { item } }));
    });
    return [items];
  },
);

/** Joins the two inputs where the one field is equal. */
const merge = baseNode(
  'merge',
  3.2,
  [{ displayName: 'Fields to Match', name: 'fieldsToMatchString', type: 'string', default: '' }],
  async function () {
    const field = String(this.getNodeParameter('fieldsToMatchString', 0));
    const others = new Map(this.getInputData(1).map(({ json }) => [json[field], json]));
    const matched = this.getInputData(0).filter(({ json }) => others.has(json[field]));
    return [matched.map(({ json }) => ({ json: { ...json, ...others.get(json[field]) } }))];
  },
  { inputs: [main, main] },
);

const sort = baseNode(
  'sort',
  1,
  [{ displayName: 'Fields', name: 'sortFieldsUi', type: 'json', default: {} }],
  async function () {
    const fields: readonly { fieldName: string; order: string }[] = Object(
      this.getNodeParameter('sortFieldsUi', 0),
    ).sortField;
    const compare = (one: INodeExecutionData, other: INodeExecutionData) => {
      const [first = 0] = fields
        .map(({ fieldName, order }) => {
          const difference = Number(one.json[fieldName]) - Number(other.json[fieldName]);
          return order === 'descending' ? -difference : difference;
        })
        .filter((difference) => difference !== 0);
      return first;
    };
    return [this.getInputData().toSorted(compare)];
  },
);

const stopAndError = baseNode(
  'stopAndError',
  1,
  [{ displayName: 'Error Message', name: 'errorMessage', type: 'string', default: '' }],
  async function () {
    throw new workflow.NodeOperationError(this.getNode(), String(this.getNodeParameter('errorMessage', 0)));
  },
  { outputs: [] },
);

const BASE_NODES = new Map<string, INodeType>([
  ['n8n-nodes-base.stickyNote', baseNode('stickyNote', 1, [], undefined, { inputs: [], outputs: [] })],
  ['n8n-nodes-base.filter', filter],
  ['n8n-nodes-base.if', choice],
  ['n8n-nodes-base.set', set],
  ['n8n-nodes-base.aggregate', aggregate],
  ['n8n-nodes-base.splitOut', splitOut],
  // The wait itself is n8n's.
  [
    'n8n-nodes-base.wait',
    baseNode('wait', 1.1, [], async function () {
      return [this.getInputData()];
    }),
  ],
  ['n8n-nodes-base.merge', merge],
  ['n8n-nodes-base.sort', sort],
  ['n8n-nodes-base.stopAndError', stopAndError],
  ...[
    'n8n-nodes-base.scheduleTrigger',
    'n8n-nodes-base.formTrigger',
    '@n8n/n8n-nodes-langchain.chatTrigger',
    '@n8n/n8n-nodes-langchain.mcpTrigger',
  ].map((type) => [type, triggerOf(type)] as const),
]);

/** Gives what it is started with. */
function triggerOf(type: string): INodeType {
  return baseNode(
    type,
    1,
    [],
    async function () {
      return [this.getInputData()];
    },
    { inputs: [] },
  );
}

export function baseNodeOf(type: string): INodeType | undefined {
  return BASE_NODES.get(type);
}
