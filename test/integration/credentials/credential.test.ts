import { describe, expect, test } from 'vitest';
import type { CredentialFields } from '../../support/nodes/credentials.ts';
import { loadPackage } from '../../support/nodes/package.ts';
import { useService } from '../../support/nodes/service.ts';
import { testCredential } from './credentialTest.ts';

const startService = useService();

async function refusal(fields: CredentialFields): Promise<string> {
  const outcome = await testCredential(fields).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error('The credential was accepted.');
  return outcome.message;
}

describe('the test of the credential', () => {
  test('asks for stores, with the key and little else', async () => {
    const { sandbox, credentials } = await startService();
    await testCredential({ ...credentials, baseUrl: ` ${sandbox.url}/ ` });
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

  test('sends nothing over http to an address that the nodes refuse, and says why', async () => {
    const service = await startService();
    const { baseUrl, subscriptionKey } = service.credentials;
    // Reaches this machine too, though its name does not say so.
    const elsewhere = baseUrl.replace('127.0.0.1', '0.0.0.0');
    const message = await refusal({ baseUrl: elsewhere, subscriptionKey });
    expect(message).toContain("'Base URL' is \"http://0.0.0.0");
    expect(message).toContain('it must be an https address');
    expect(message).not.toContain(subscriptionKey);
    expect(service.sandbox.requests).toEqual([]);
    const { error } = await service.run('retailDataStores', {
      credentials: { baseUrl: elsewhere, subscriptionKey },
    });
    expect(error?.message).toContain('https address');
  });

  test('refuses a key that no header can hold, and does not show it', async () => {
    const service = await startService();
    const subscriptionKey = 'one two';
    const message = await refusal({ ...service.credentials, subscriptionKey });
    expect(message).toContain("'Subscription Key'");
    expect(message).not.toContain(subscriptionKey);
    expect(service.sandbox.requests).toEqual([]);
  });

  test('has a sentence for each refusal that a mistake in it brings, which names the field to change', async () => {
    const { test: credentialTest } = (await loadPackage()).getCredential('retailDataApi').type;
    const sentences = credentialTest?.rules?.map(({ type, properties }) => [
      type,
      ...Object.values(properties),
    ]);
    const redirects = "The 'Base URL' redirects. It must be the final address of the service.";
    expect(sentences).toEqual([
      ['responseCode', 401, "The service did not accept the 'Subscription Key'."],
      [
        'responseCode',
        403,
        "The 'Subscription Key' can't get stores. Check its subscription at the service.",
      ],
      ['responseCode', 404, "Nothing was found below the 'Base URL'. Check its path."],
      ...[301, 302, 303, 307, 308].map((status) => ['responseCode', status, redirects]),
    ]);
  });
});

test('the key is a password field and no address is guessed', async () => {
  const { properties } = (await loadPackage()).getCredential('retailDataApi').type;
  expect(properties.map(({ name }) => name)).toEqual(['baseUrl', 'subscriptionKey']);
  expect(properties[0]).toMatchObject({ default: '', placeholder: 'e.g. https://api.example.com' });
  expect(properties[1]).toMatchObject({ typeOptions: { password: true } });
});
