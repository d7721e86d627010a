import { describe, expect, test } from 'vitest';
import { testCredential } from '../../support/nodes/credentialTest.ts';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();

describe('the test of the credential', () => {
  test('asks the service once, and is answered for the key that was typed in', async () => {
    const { sandbox, credentials } = await startService();
    await testCredential(credentials);
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/stores/v0/details']);
    await expect(testCredential({ ...credentials, subscriptionKey: 'wrong' })).rejects.toThrow(
      'Authorization failed',
    );
  });

  test('sends nothing over http to an address that the nodes refuse, and says why', async () => {
    const service = await startService();
    const { baseUrl, subscriptionKey } = service.credentials;
    // Reaches this machine too, though its name does not say so.
    const elsewhere = baseUrl.replace('127.0.0.1', '0.0.0.0');
    const outcome = await testCredential({ baseUrl: elsewhere, subscriptionKey }).catch((error) => error);
    expect(outcome.message).toContain("'Base URL' is \"http://0.0.0.0");
    expect(outcome.message).toContain('it must be an https address');
    expect(service.sandbox.requests).toEqual([]);
    const { error } = await service.run('retailDataStores', {
      credentials: { baseUrl: elsewhere, subscriptionKey },
    });
    expect(error?.message).toContain('https address');
  });

  test.each([
    ['http://api.example.com', "'Base URL'"],
    ['https://kari@api.example.com', "'Base URL'"],
    ['', "'Base URL'"],
  ])('refuses %j without a request', async (baseUrl, named) => {
    const { credentials } = await startService();
    const outcome = await testCredential({ ...credentials, baseUrl }).catch((error) => error);
    expect(outcome.message).toContain(named);
    expect(String(outcome.message)).not.toContain(credentials.subscriptionKey);
  });

  test('refuses a key that no header can hold, and does not show it', async () => {
    const service = await startService();
    const subscriptionKey = 'one two';
    const outcome = await testCredential({ ...service.credentials, subscriptionKey }).catch((error) => error);
    expect(outcome.message).toContain("'Subscription Key'");
    expect(outcome.message).not.toContain(subscriptionKey);
    expect(service.sandbox.requests).toEqual([]);
  });
});
