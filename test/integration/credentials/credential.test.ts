import type { ICredentialsDecrypted, INode, INodeType } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { CredentialFields } from '../../support/nodes/credentials.ts';
import { core, workflow } from '../../support/nodes/n8n.ts';
import { loadPackage } from '../../support/nodes/package.ts';
import { additionalData } from '../../support/nodes/run.ts';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();

/** Sends the credential's test request the way n8n does: as the routing of a node made up for it. */
async function testCredential(credentials: CredentialFields): Promise<unknown> {
  const loaded = await loadPackage();
  const credentialType = loaded.getCredential('retailDataApi').type;
  const request = credentialType.test?.request;
  if (request === undefined) throw new Error('The credential has no test.');
  const nodeType: INodeType = {
    description: {
      displayName: 'Temp',
      name: 'temp',
      group: ['input'],
      version: 1,
      description: '',
      defaults: {},
      inputs: [workflow.NodeConnectionTypes.Main],
      outputs: [workflow.NodeConnectionTypes.Main],
      credentials: [{ name: 'retailDataApi', required: true }],
      properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' }],
    },
  };
  const node: INode = {
    id: 'temp',
    name: 'Temp',
    type: 'temp',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    credentials: { retailDataApi: { id: 'credential', name: 'Retail Data API' } },
  };
  const subject = new workflow.Workflow({
    nodes: [node],
    connections: {},
    active: false,
    nodeTypes: {
      getByName: () => nodeType,
      getByNameAndVersion: () => nodeType,
      getKnownTypes: () => ({}),
    },
  });
  const input = { main: [[{ json: {} }]] };
  const context = new core.ExecuteContext(
    subject,
    node,
    additionalData(loaded, { credentials }),
    'manual',
    workflow.createRunExecutionData(),
    0,
    [{ json: {} }],
    input,
    { node, data: input, source: null },
    [],
  );
  const decrypted: ICredentialsDecrypted = {
    id: 'credential',
    name: 'Retail Data API',
    type: 'retailDataApi',
    data: { ...credentials },
  };
  await subject.expression.acquireIsolate();
  try {
    return await new core.RoutingNode(context, nodeType, decrypted).runNode();
  } finally {
    await subject.expression.releaseIsolate();
  }
}

describe('the test of the credential', () => {
  test('asks for stores, with the key and little else', async () => {
    const { sandbox, credentials } = await startService();
    await testCredential(credentials);
    const [request] = sandbox.requests;
    expect(sandbox.requests).toHaveLength(1);
    expect(request).toMatchObject({
      method: 'GET',
      path: '/stores/v0/details',
      query: { storeNameContains: 'zzzzzz' },
      status: 200,
    });
    expect(request?.headers['ocp-apim-subscription-key']).toBe('***');
  });

  test('works with a base URL that has a path or a slash at its end', async () => {
    const { sandbox, credentials } = await startService();
    await testCredential({ ...credentials, baseUrl: `${sandbox.url}/` });
    expect(sandbox.requests[0]?.path).toBe('/stores/v0/details');
  });

  test('fails with a wrong key', async () => {
    const { credentials } = await startService();
    const wrong = { ...credentials, subscriptionKey: 'wrong' };
    await expect(testCredential(wrong)).rejects.toMatchObject({ httpCode: '401' });
  });

  test('does not carry the key to where a redirect points', async () => {
    const elsewhere = await startService();
    const { sandbox, credentials } = await startService();
    sandbox.fail({ fault: { kind: 'redirect', location: `${elsewhere.sandbox.url}/stores/v0/details` } });
    await expect(testCredential(credentials)).rejects.toMatchObject({ httpCode: '302' });
    expect(elsewhere.sandbox.requests).toEqual([]);
  });

  test('has a sentence for each refusal', async () => {
    const { test: credentialTest } = (await loadPackage()).getCredential('retailDataApi').type;
    const statuses = credentialTest?.rules?.map(({ properties }) => properties.value);
    expect(statuses).toEqual([401, 403, 404, 301, 302, 303, 307, 308]);
  });
});

test('the key is a password field and no address is guessed', async () => {
  const { properties } = (await loadPackage()).getCredential('retailDataApi').type;
  expect(properties.map(({ name }) => name)).toEqual(['baseUrl', 'subscriptionKey']);
  expect(properties[0]).toMatchObject({ default: '', placeholder: 'e.g. https://api.example.com' });
  expect(properties[1]).toMatchObject({ typeOptions: { password: true } });
});
