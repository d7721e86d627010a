import { expect, test } from 'vitest';
import { type Service, useService } from './harness/service.ts';

const startService = useService();
const NODE = 'retailDataPermission';

function firstPermission({ sandbox }: Service) {
  const [permission] = sandbox.truth.permissions();
  if (permission === undefined) throw new Error('the sandbox has permissions');
  const { email, roleId, mainRoleId, active } = permission;
  return { name: { email, roleId, mainRoleId }, active };
}

test.each([[true], [false]])(
  'switches a permission to %s and gives the answer as it came',
  async (active) => {
    const service = await startService();
    const { name } = firstPermission(service);
    const { json, items } = await service.run(NODE, { parameters: { ...name, active } });
    const after = service.sandbox.truth.permissions()[0];
    expect(after?.active).toBe(active);
    expect(json).toEqual([{ ...after, result: json[0]?.result }]);
    expect(typeof json[0]?.result).toBe('string');
    expect(items[0]?.pairedItem).toEqual({ item: 0 });
    const [request] = service.sandbox.requests;
    expect(request?.method).toBe('PUT');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...name, active });
  },
);

test('says what to check when there is no such permission', async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  const { error, status } = await service.run(NODE, {
    parameters: { ...name, roleId: '999999', active: true },
  });
  expect(status).toBe('error');
  expect(error?.message).toContain('Permission: the service could not carry out the change (422).');
  expect(error?.description).toContain('it can be switched here, not created');
  expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 0 } });
});

test.each([
  [{ email: 'kari' }, `'Email' is "kari"`],
  [{ roleId: '  ' }, `'Role ID' is`],
  [{ active: '={{ "yes" }}' }, `'Active' is "yes"`],
])('refuses %j and sends nothing', async (wrong, message) => {
  const service = await startService();
  const { name } = firstPermission(service);
  const { error } = await service.run(NODE, { parameters: { ...name, active: true, ...wrong } });
  expect(error?.message).toContain(message);
  expect(service.sandbox.requests).toEqual([]);
});

test('takes ids that an agent gives as numbers', async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  await service.run(NODE, {
    parameters: { ...name, roleId: '={{ 12 }}', mainRoleId: '={{ 34 }}', active: true },
  });
  expect(JSON.parse(service.sandbox.requests[0]?.body ?? '')).toMatchObject({
    roleId: '12',
    mainRoleId: '34',
  });
});
