import { expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { loadPackage } from '../../../support/nodes/package.ts';
import { type Service, useService } from '../../../support/nodes/service.ts';
import { subtitleOf } from '../../../support/nodes/subtitle.ts';

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

test('each item has its own choice: one gets access, the other loses it', async () => {
  const service = await startService();
  const [one, other] = service.sandbox.truth.permissions();
  const input = [
    { ...one, active: false },
    { ...other, active: true },
  ].map(({ email, roleId, mainRoleId, active }) => ({ email, roleId, mainRoleId, active }));
  const parameters = Object.fromEntries(
    ['email', 'roleId', 'mainRoleId', 'active'].map((name) => [name, `={{ $json.${name} }}`]),
  );
  const { json } = await service.run(NODE, { input, parameters });
  expect(json.map(({ email, active }) => ({ email, active }))).toEqual(
    input.map(({ email, active }) => ({ email, active })),
  );
  expect(
    service.sandbox.truth
      .permissions()
      .slice(0, 2)
      .map(({ active }) => active),
  ).toEqual([false, true]);
});

test('says what to check when there is no such permission', async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  const { error, status } = await service.run(NODE, {
    parameters: { ...name, roleId: '999999', active: true },
  });
  expect(status).toBe('error');
  expect(error?.message).toContain('Permission: the service could not carry out the change (422).');
  expect(error?.description).toContain("'Email', 'Role ID' and 'Main Role ID'");
  expect(error?.description).toContain('it cannot be created');
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

test('gives fields that the interface does not name as they came', async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  const answer = {
    ...name,
    active: true,
    accessToWholesaler: '0007',
    lastChangedOn: '20.11.2026',
    lastChangedAt: '',
    result: 'ok',
    changedBy: { name: 'x', tags: [1, null] },
  };
  service.sandbox.fail({ fault: { kind: 'shape', body: answer } });
  const { json } = await service.run(NODE, { parameters: { ...name, active: true } });
  expect(json).toEqual([answer]);
});

test('goes on with the failing items alone in the error output, each paired', async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  const { outputs, status } = await service.run(NODE, {
    input: [
      { email: name.email },
      { email: 'no address' },
      { email: name.email },
      { email: 'ola@example.no' },
    ],
    parameters: { ...name, email: '={{ $json.email }}', active: true },
    onError: 'continueErrorOutput',
  });
  expect(status).toBe('success');
  expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
  expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 3 }]);
  expect(outputs[1]?.map(({ json }) => json.details)).toMatchObject([
    { httpStatus: null, code: 'invalidInput' },
    { httpStatus: 422, code: 'unprocessable', operation: 'permission' },
  ]);
});

test('an answer of another person is an error that names both', async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  const body = { ...ANSWERS.permission, ...name, email: 'another@example.no', active: true };
  service.sandbox.fail({ fault: { kind: 'shape', body } });
  const { error } = await service.run(NODE, { parameters: { ...name, active: true } });
  expect(error?.message).toContain(`"${name.email}" is active, but the service answered that`);
  expect(error?.message).toContain('"another@example.no" is active');
  expect(error?.description).toContain('Look the permission up at the service');
});

test('says on the screen that it changes access, and is no tool of an agent', async () => {
  const loaded = await loadPackage();
  const { type } = loaded.getNode(NODE);
  if ('nodeVersions' in type) throw new Error('has versions');
  const { description, properties, usableAsTool } = type.description;
  expect(description).toContain('Access changes at once.');
  expect(usableAsTool).toBe(false);
  expect(properties[1]).toMatchObject({
    type: 'notice',
    displayName: expect.stringContaining('changes who has access'),
  });
});

test("what is left alone takes nobody's access away", async () => {
  const service = await startService();
  const { name } = firstPermission(service);
  await service.run(NODE, { parameters: name });
  expect(JSON.parse(service.sandbox.requests[0]?.body ?? '')).toEqual({ ...name, active: true });
});

test('its name and the line below say what it does', async () => {
  const { type } = (await loadPackage()).getNode(NODE);
  expect(type.description).toMatchObject({
    name: NODE,
    displayName: 'Retail Data Permission',
    defaults: { name: 'Retail Data Permission' },
  });
  expect(await subtitleOf(NODE, { active: true })).toBe('Give Access');
  expect(await subtitleOf(NODE, { active: false })).toBe('Take Access Away');
  expect(await subtitleOf(NODE, { active: '={{ $json.active }}' })).toBe('Update Permission');
});
