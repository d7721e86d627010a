import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { readExample } from '../../../tools/n8n/exampleFile.ts';
import { useService } from '../../support/nodes/service.ts';
import { skipRetryWaits } from '../../support/nodes/waits.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';
import { runExample } from './example.ts';

const startService = useService();
const original = readExample('access-form.json');
const trigger = 'Access Form';
const GIVE = 'Onboarding: give access';
const TAKE = 'Offboarding: take access away';
const KARI = 'kari.nordmann@supplier.example';
const ENDINGS = ['Done', 'Not Changed', 'Nothing Changed'];
skipRetryWaits();

async function send(form: { happen: string; email?: string; role?: string }, answer = 'Yes') {
  const service = await startService();
  return { service, ...(await sendTo(service, form, answer)) };
}

async function sendTo(
  service: Awaited<ReturnType<typeof startService>>,
  { happen, email = KARI, role = 'Purchaser' }: { happen: string; email?: string; role?: string },
  answer = 'Yes',
) {
  const example = withoutOutside(original, { answers: { 'Change it now?': answer } });
  const fired = [{ 'What shall happen?': happen, 'E-mail address': email, Role: role }];
  const run = await runExample(example, { service, trigger, fired });
  const permission = service.sandbox.truth
    .permissions()
    .find(({ email, roleId }) => email === KARI && roleId === '12');
  const endings: IDataObject[] = ENDINGS.flatMap((name) =>
    run.json(name).map((json) => ({ ending: name, ...json })),
  );
  return { run, permission, endings };
}

test('a change that is confirmed is made, and what it came to is said', async () => {
  const { endings, permission, run } = await send({ happen: TAKE, email: ` ${KARI} ` });
  expect(run.status).toBe('success');
  expect(permission?.active).toBe(false);
  expect(run.json('Confirm')).toMatchObject([
    { shown: `This takes away from ${KARI} the access in the role Purchaser. It takes effect at once.` },
  ]);
  expect(endings).toEqual([
    {
      ending: 'Done',
      title: 'Access is taken away',
      message: `${KARI} no longer has access to wholesaler ${permission?.accessToWholesaler} in the role Purchaser. Last changed ${permission?.lastChangedOn} at ${permission?.lastChangedAt}.`,
    },
  ]);
});

test.each([
  [true, 'Done', false],
  [false, 'Nothing Changed', true],
])('a second person who is asked approves: %s', async (approved, ending, active) => {
  const example = withoutOutside(original, { answers: { 'Change it now?': 'Yes' } });
  const assignments = [{ id: 'data', name: 'data', value: { approved }, type: 'object' }];
  const nodes = example.nodes.map((node) =>
    node.name === 'Ask an Approver'
      ? { ...node, disabled: false, parameters: { assignments: { assignments } } }
      : node,
  );
  const service = await startService();
  const fired = [{ 'What shall happen?': TAKE, 'E-mail address': KARI, Role: 'Purchaser' }];
  const run = await runExample({ ...example, nodes }, { service, trigger, fired });
  expect(ENDINGS.filter((name) => run.json(name).length > 0)).toEqual([ending]);
  const permission = service.sandbox.truth
    .permissions()
    .find(({ email, roleId }) => email === KARI && roleId === '12');
  expect(permission?.active).toBe(active);
});

describe('what was not changed', () => {
  test('is told with the reason when there is no such permission', async () => {
    const { endings, run } = await send({ happen: GIVE, email: 'nobody@supplier.example' });
    expect(run.status).toBe('success');
    expect(endings).toMatchObject([{ ending: 'Not Changed', title: 'The access was not changed' }]);
    expect(String(endings[0]?.message).length).toBeGreaterThan(60);
    expect(JSON.stringify(endings)).not.toMatch(/undefined|\[object|null/);
  });

  test('is told when the address is none, and nobody is asked', async () => {
    const { service, endings } = await send({ happen: GIVE, email: 'kari' });
    expect(endings).toMatchObject([{ ending: 'Not Changed' }]);
    expect(service.sandbox.requests).toEqual([]);
  });

  test('a choice that the form does not have takes nobody their access', async () => {
    const { service, permission, endings } = await send({ happen: 'Holiday' });
    expect(service.sandbox.requests).toEqual([]);
    expect(permission?.active).toBe(true);
    expect(endings.map(({ ending }) => ending)).not.toContain('Done');
  });

  test('an answer with another state than asked for is no success', async () => {
    const service = await startService();
    const body = { ...service.sandbox.truth.permissions()[0], active: true, result: '<b>Queued</b>' };
    service.sandbox.fail({ operation: 'permission', fault: { kind: 'shape', body } });
    const { endings } = await sendTo(service, { happen: TAKE });
    expect(endings).toMatchObject([{ ending: 'Not Changed', title: 'Please check' }]);
    expect(endings[0]?.message).toContain(
      `asked was that &#34;${KARI}&#34; is not active, but the service answered that &#34;${KARI}&#34; is active`,
    );
    expect(endings[0]?.message).toContain('Look the permission up at the service');
  });
});
