import type { INodeType } from 'n8n-workflow';
import { workflow } from '../nodes/n8n.ts';
import { baseNode } from './baseNodes.ts';
import type { ModelStep } from './stockModel.ts';

/** Decides on the next step from the answers of the tools so far. */
export type Model = (results: readonly string[]) => ModelStep;

interface Tool {
  readonly name: string;
  readonly description: string;
  invoke(input: object): Promise<string>;
}

const { AiTool, AiLanguageModel, AiMemory, Main } = workflow.NodeConnectionTypes;

/**
 * The agent, its model and its memory, as little as the example needs. The tools are n8n's own: its engine makes them
 * of the nodes, takes their parameters from what the model gives, and runs them.
 */
export function agentNodesWith(model: Model): ReadonlyMap<string, INodeType> {
  return new Map([
    ['@n8n/n8n-nodes-langchain.agent', agent],
    ['@n8n/n8n-nodes-langchain.lmChatOpenAi', subNode('lmChatOpenAi', AiLanguageModel, model)],
    ['@n8n/n8n-nodes-langchain.memoryBufferWindow', subNode('memoryBufferWindow', AiMemory, {})],
  ]);
}

const agent: INodeType = baseNode(
  'agent',
  2.2,
  [
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      options: [{ displayName: 'System Message', name: 'systemMessage', type: 'string', default: '' }],
    },
  ],
  async function () {
    const found: unknown = await this.getInputConnectionData(AiTool, 0);
    const model: unknown = await this.getInputConnectionData(AiLanguageModel, 0);
    if (!isTools(found) || !isModel(model)) throw new Error('The agent has no tools or no model.');
    const systemMessage = this.getNodeParameter('options.systemMessage', 0, '');
    const descriptions = found.map(({ description }) => description);
    const results: string[] = [];
    for (;;) {
      const step = model(results);
      if ('answer' in step) {
        return [[{ json: { output: step.answer, systemMessage, descriptions }, pairedItem: { item: 0 } }]];
      }
      const tool = found.find(({ name }) => name === step.tool);
      if (tool === undefined) throw new Error(`The agent has no tool ${step.tool}.`);
      results.push(await tool.invoke(step.input));
    }
  },
  {
    inputs: [
      { type: Main },
      { type: AiLanguageModel, maxConnections: 1, required: true },
      { type: AiMemory, maxConnections: 1 },
      { type: AiTool },
    ],
  },
);

function subNode(
  name: string,
  output: typeof AiLanguageModel | typeof AiMemory,
  response: unknown,
): INodeType {
  return {
    ...baseNode(name, 1, [], undefined, { inputs: [], outputs: [output] }),
    async supplyData() {
      return { response };
    },
  };
}

function isTools(value: unknown): value is Tool[] {
  return Array.isArray(value) && value.every((tool) => typeof tool?.invoke === 'function');
}

function isModel(value: unknown): value is Model {
  return typeof value === 'function';
}
