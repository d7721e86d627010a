import { sql } from 'kysely';
import { startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { dialectOf } from '../../../../bot/database/dialect.ts';
import { repeated } from '../../../../bot/listeners/actions/repeated.ts';
import { turnAccessLog } from '../../../../bot/listeners/actions/turnAccessLog.ts';
import { access } from '../../../../bot/listeners/commands/access.ts';
import { createPermissionSwitch } from '../../../../bot/listeners/permissions/permissionSwitch.ts';
import { checkPermission, permission as permissionForm } from '../../../../bot/listeners/views/permission.ts';
import {
  checkConfirmation,
  permissionConfirmation,
} from '../../../../bot/listeners/views/permissionConfirmation.ts';
import { readMetadata } from '../../../../bot/modals/metadata.ts';
import { PERMISSION_CONFIRMATION, PERMISSION_MODAL } from '../../../../bot/modals/permission.ts';
import type { Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { ACCESS_LOG } from '../../../../bot/views/accessLog.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { type ListenerBench, startListenerBench } from '../../../support/bot/listenerBench.ts';
import { CHANNEL_ID, clickBody, submissionBody, USER_ID } from '../../../support/bot/payloadBodies.ts';
import { createTestClient } from '../../../support/testClient.ts';

const ADMINS: Holders = { users: [USER_ID], groups: [], channels: [] };

describe.each(DATABASE_PLACES)('/access on $name', ({ open }) => {
  const place = usePlace(open);

  async function startAccess(options: { enabled?: boolean; admins?: Holders; replicas?: number } = {}) {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const [permission] = sandbox.truth.permissions();
    if (permission === undefined) throw new Error('the sandbox has no permission');
    const database = await openDatabase(await place.fresh());
    onTestFinished(() => database.destroy());
    const benches: ListenerBench[] = [];
    for (let replica = 0; replica < (options.replicas ?? 1); replica += 1) {
      const first = benches[0];
      const bench = await startListenerBench({
        policy: { holders: { ...DEFAULT_POLICY.holders, admin: options.admins ?? ADMINS } },
        database,
        ...(first === undefined ? {} : { slack: first.slack, clock: first.clock }),
      });
      const { audit, viewsClient, clock } = bench;
      const { log } = bench.recording;
      const permissions = createPermissionSwitch({
        client: createTestClient({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey }),
        audit,
        clock,
        log,
        enabled: options.enabled ?? true,
      });
      const { authorize, validate } = bench.middleware;
      const isAdmin = authorize('admin');
      bench.app.command('/access', isAdmin, access(permissions, audit, viewsClient, log));
      bench.app.action(repeated(ACCESS_LOG), isAdmin, turnAccessLog(audit));
      bench.app.view(PERMISSION_MODAL, validate(checkPermission), isAdmin, permissionForm(audit));
      const confirm = permissionConfirmation(permissions, viewsClient);
      bench.app.view(PERMISSION_CONFIRMATION, validate(checkConfirmation), isAdmin, confirm);
      benches.push(bench);
    }
    const [bench] = benches;
    if (bench === undefined) throw new Error('no bench');
    const { email, roleId, mainRoleId } = permission;
    const puts = () => sandbox.requests.filter(({ method }) => method === 'PUT');
    return {
      bench,
      benches,
      database,
      sandbox,
      puts,
      fields: { email, roleId, mainRoleId },
      was: permission.active,
    };
  }

  type Started = Awaited<ReturnType<typeof startAccess>>;

  async function fillIn(bench: ListenerBench, fields: Started['fields'], active: boolean) {
    const passage = await bench.send(submissionBody(PERMISSION_MODAL, 'form-1', valuesOf(fields, active)));
    const [ack] = passage.acks;
    return { ack, metadata: metadataOf(ack) };
  }

  test('repeats what will happen, does it once it is confirmed, and says what came of it', async () => {
    const { bench, fields, was, puts, sandbox } = await startAccess();
    await bench.type('/access', '');
    expect(bench.slack.views).toMatchObject([{ method: 'views.open', triggerId: '1.2.3' }]);

    const { ack, metadata } = await fillIn(bench, fields, !was);
    const confirmation = JSON.stringify(ack);
    for (const text of [fields.email, fields.roleId, fields.mainRoleId, was ? '*off*' : '*on*']) {
      expect(confirmation).toContain(text);
    }
    expect(puts()).toEqual([]);

    await bench.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}));
    expect(puts()).toHaveLength(1);
    const now = sandbox.truth
      .permissions()
      .find(
        ({ email, roleId, mainRoleId }) =>
          email === fields.email && roleId === fields.roleId && mainRoleId === fields.mainRoleId,
      );
    expect(now?.active).toBe(!was);
    const shown = JSON.stringify(bench.slack.views.at(-1));
    expect(shown).toContain('views.update');
    expect(shown).toContain(`The permission is now *${was ? 'off' : 'on'}*`);
    expect((await bench.audit.newest(10)).map(({ stage }) => stage)).toEqual(['done', 'confirmed', 'asked']);
  });

  test('makes one change of two clicks, in two processes', async () => {
    const { bench, benches, fields, was, puts } = await startAccess({ replicas: 2 });
    const { metadata } = await fillIn(bench, fields, !was);
    await Promise.all(
      [...benches, ...benches].map((one) => one.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}))),
    );
    expect(puts()).toHaveLength(1);
    expect((await bench.audit.stepsOf(readMetadata(metadata).value)).map(({ stage }) => stage)).toEqual([
      'asked',
      'confirmed',
      'done',
    ]);
  });

  test('explains a permission that does not exist', async () => {
    const { bench, fields, puts } = await startAccess();
    const { metadata } = await fillIn(
      bench,
      { ...fields, roleId: fields.mainRoleId, mainRoleId: fields.roleId },
      true,
    );
    await bench.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}));
    expect(puts()).toHaveLength(1);
    expect(JSON.stringify(bench.slack.views.at(-1))).toContain('whether the two role ids are swapped');
    expect((await bench.audit.newest(1))[0]?.stage).toBe('failed');
  });

  test.each([
    ['another person', { email: 'ola*&*@example.no' }],
    ['the other state', { active: false }],
  ])('does not take an answer of %s for what was asked', async (_, changed) => {
    const { bench, fields, sandbox } = await startAccess();
    const [permission] = sandbox.truth.permissions();
    const body = { ...permission, ...fields, active: true, result: 'Updated', ...changed };
    const { metadata } = await fillIn(bench, fields, true);
    sandbox.fail({ operation: 'permission', fault: { kind: 'shape', body } });
    await bench.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}));
    const shown = JSON.stringify(bench.slack.views.at(-1));
    expect(shown).toContain("The app doesn't understand the answer of the data service");
    expect(shown).toContain('Whether it was switched is not known');
    expect((await bench.audit.newest(1))[0]).toMatchObject({ stage: 'failed' });
  });

  test('takes what is wrong in the form before anything is noted', async () => {
    const { bench } = await startAccess();
    const wrong = { email: 'nobody', roleId: ' ', mainRoleId: '3' };
    const { ack } = await fillIn(bench, wrong, true);
    expect(ack).toMatchObject({
      response_action: 'errors',
      errors: {
        email: 'This must be an e-mail address such as kari@example.no.',
        role_id: 'This must be the role id of the permission, as text.',
      },
    });
    expect(await bench.audit.newest(1)).toEqual([]);
  });

  test('does not carry out what is confirmed too late, by somebody else, or was never asked', async () => {
    const { bench, fields, was, puts } = await startAccess({
      admins: { ...ADMINS, users: [USER_ID, 'U0OLA'] },
    });
    const { metadata } = await fillIn(bench, fields, !was);
    const confirmation = submissionBody(PERMISSION_CONFIRMATION, metadata, {});
    await bench.send({ ...confirmation, user: { id: 'U0OLA', name: 'ola' } });
    await bench.send(submissionBody(PERMISSION_CONFIRMATION, 'made-up', {}));
    await bench.clock.advance(15 * 60_000 + 1);
    await bench.send(confirmation);
    expect(puts()).toEqual([]);
    expect(JSON.stringify(bench.slack.views.at(-1))).toContain('more than 15 minutes ago');
  });

  test('is refused to all but admins, and the attempt is noted', async () => {
    const { bench, fields, puts } = await startAccess({ admins: { users: [], groups: [], channels: [] } });
    const { said } = await bench.type('/access', '');
    expect(said[0]?.text).toContain('not allowed to administer this app');
    const { metadata } = await fillIn(bench, fields, true);
    await bench.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}));
    await bench.send(clickBody(bench.responseUrl, `${ACCESS_LOG}:newest`, 'newest'));
    expect(puts()).toEqual([]);
    const entries = await bench.audit.newest(10);
    expect(entries).toHaveLength(4);
    for (const entry of entries) expect(entry).toMatchObject({ stage: 'refused', userId: USER_ID });
  });

  test.each([
    ['a guest', { is_restricted: true }],
    ['somebody of another organisation', { is_stranger: true }],
  ])('is refused to %s, and the attempt is noted', async (_, fields) => {
    const { bench, puts } = await startAccess();
    bench.slack.setUser(USER_ID, fields);
    await bench.type('/access', '');
    expect(puts()).toEqual([]);
    expect(await bench.audit.newest(10)).toMatchObject([{ stage: 'refused', userId: USER_ID }]);
  });

  test('is refused in a channel of two organisations, and the attempt is noted', async () => {
    const { bench } = await startAccess();
    bench.slack.setChannel(CHANNEL_ID, { is_ext_shared: true });
    await bench.type('/access', '');
    expect(await bench.audit.newest(10)).toMatchObject([{ stage: 'refused', userId: USER_ID }]);
  });

  test('changes nothing unless it is switched on, and the attempt is noted', async () => {
    const { bench, fields, was, puts } = await startAccess({ enabled: false });
    expect((await bench.type('/access', '')).said[0]?.text).toContain('ACCESS_COMMAND=on');
    const { metadata } = await fillIn(bench, fields, !was);
    await bench.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}));
    expect(puts()).toEqual([]);
    expect((await bench.audit.newest(3)).map(({ stage }) => stage)).toEqual(['refused', 'asked', 'refused']);
  });

  test('shows the audit to admins, the newest first, a page at a time, and nothing of it is markup', async () => {
    const { bench } = await startAccess();
    const entry = {
      stage: 'done',
      teamId: 'T0DOUBLE',
      channelId: undefined,
      userId: USER_ID,
      change: { email: 'a@b.no', roleId: '<!channel>', mainRoleId: '2', active: true },
    } as const;
    for (let number = 1; number <= 20; number += 1) {
      await bench.audit.add({ ...entry, changeId: `change-${number}`, outcome: `entry ${number} <@U0ALL>` });
    }
    const first = await bench.type('/access', 'log');
    const firstPage = JSON.stringify(first.said);
    expect(firstPage).toContain('entry 20');
    expect(firstPage.indexOf('entry 20 ')).toBeLessThan(firstPage.indexOf('entry 6 '));
    expect(firstPage).not.toContain('entry 5 ');
    expect(firstPage).not.toContain('<!channel>');
    expect(firstPage).not.toContain('<@U0ALL>');

    const older = /"value":"(\d+)"/.exec(firstPage)?.[1] ?? '';
    const second = await bench.send(clickBody(bench.responseUrl, `${ACCESS_LOG}:older`, older));
    expect(second.said).toMatchObject([{ replace_original: true }]);
    const secondPage = JSON.stringify(second.said);
    expect(secondPage).toContain('entry 5 ');
    expect(secondPage).toContain('entry 1 ');
    expect(secondPage).not.toContain('entry 6 ');
  });

  test('holds no secret in the audit', async () => {
    const { bench, fields, was, sandbox } = await startAccess();
    const { metadata } = await fillIn(bench, fields, !was);
    await bench.send(submissionBody(PERMISSION_CONFIRMATION, metadata, {}));
    const everything = JSON.stringify(await bench.audit.newest(10)) + bench.recording.text();
    for (const secret of [sandbox.subscriptionKey, 'xoxb-bench', bench.responseUrl]) {
      expect(everything).not.toContain(secret);
    }
  });

  test('keeps every entry: the database itself refuses to change or delete one', async () => {
    const { bench, database } = await startAccess({ enabled: false });
    await bench.type('/access', '');
    const before = await bench.audit.newest(10);
    expect(before).toHaveLength(1);
    const attempts = [
      sql`update audit_entry set outcome = 'nothing happened'`,
      sql`delete from audit_entry`,
      ...(dialectOf(database) === 'postgres'
        ? [sql`truncate audit_entry`]
        : [
            sql`insert or replace into audit_entry (id, at, change_id, stage, team_id, user_id, outcome)
              select id, at, change_id, stage, team_id, user_id, 'nothing happened' from audit_entry`,
          ]),
    ];
    for (const attempt of attempts) await attempt.execute(database).catch(() => undefined);
    await expect(sql`delete from audit_entry`.execute(database)).rejects.toThrow('only added to');
    expect(await bench.audit.newest(10)).toEqual(before);
  });
});

function valuesOf(fields: { email: string; roleId: string; mainRoleId: string }, active: boolean): object {
  const text = (value: string) => ({ type: 'plain_text_input', value });
  return {
    email: { email: text(fields.email) },
    role_id: { role_id: text(fields.roleId) },
    main_role_id: { main_role_id: text(fields.mainRoleId) },
    active: { active: { type: 'radio_buttons', selected_option: { value: active ? 'on' : 'off' } } },
  };
}

function metadataOf(ack: unknown): string {
  const view = typeof ack === 'object' && ack !== null && 'view' in ack ? ack.view : undefined;
  return typeof view === 'object' && view !== null && 'private_metadata' in view
    ? String(view.private_metadata)
    : '';
}
