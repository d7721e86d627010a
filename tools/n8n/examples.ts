import type { INode } from 'n8n-workflow';
import { type Example, exampleFiles, readExample } from './exampleFile.ts';
import { RETAIL_DATA_CREDENTIAL, type StoredWorkflow } from './stored.ts';

/** An example as a person has it after importing it and choosing the credential in its nodes. */
export function storedExample(
  id: string,
  example: Example,
  credentials: INode['credentials'] = {},
): StoredWorkflow {
  const chosen: NonNullable<INode['credentials']> = { retailDataApi: RETAIL_DATA_CREDENTIAL, ...credentials };
  const nodes = example.nodes.map((node) => {
    const wanted = Object.keys(chosen).filter((type) => takes(node, type));
    if (wanted.length === 0) return node;
    return { ...node, credentials: Object.fromEntries(wanted.map((type) => [type, chosen[type]])) } as INode;
  });
  const { name, connections, settings } = example;
  return { id, name, active: false, nodes, connections, settings: { ...settings } };
}

/** All examples; the ids are made of the names of their files. */
export function storedExamples(credentials: INode['credentials'] = {}): StoredWorkflow[] {
  return exampleFiles().map((file) => storedExample(idOf(file), readExample(file), credentials));
}

/** n8n takes ids of 21 characters at most. */
export function idOf(file: string): string {
  return file
    .replace(/\.json$/, '')
    .replaceAll('-', '')
    .slice(0, 21);
}

/** The types of nodes that take a credential the examples do not name. */
const TAKEN_BY: Readonly<Record<string, readonly string[]>> = {
  openAiApi: ['@n8n/n8n-nodes-langchain.lmChatOpenAi'],
  postgres: ['n8n-nodes-base.postgres'],
  httpBasicAuth: ['n8n-nodes-base.formTrigger', '@n8n/n8n-nodes-langchain.chatTrigger'],
  httpBearerAuth: ['@n8n/n8n-nodes-langchain.mcpTrigger'],
  slackApi: ['n8n-nodes-base.slack'],
  smtp: ['n8n-nodes-base.emailSend'],
};

function takes({ type, credentials }: INode, credential: string): boolean {
  if (TAKEN_BY[credential]?.includes(type) === true) return true;
  return credentials !== undefined && credential in credentials;
}
