import { type Known, nothing, trimmedText } from './fields.ts';
import type { Operation } from './operation.ts';
import * as z from './schema.ts';

/** Letters of any alphabet; no more than an address of any kind must have. */
const ADDRESS = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;

/**
 * Body of PUT /auth/v0/permission (interface: "Permission"). All four fields are sent. Which addresses the service
 * knows is for the service to say, so only what can be no address at all is refused.
 */
export const permissionChange = z.strictObject({
  /** The e-mail address of the permission. */
  email: trimmedText('an e-mail address such as kari@example.no', (text) => ADDRESS.test(text)),
  /** The role id of the permission. */
  roleId: trimmedText('the role id of the permission, as text'),
  /** The main role id of the permission. */
  mainRoleId: trimmedText('the main role id of the permission, as text'),
  /** The new state. */
  active: z.boolean({ error: 'true or false' }),
});

/** The permission after the change, every field as the service gave it (interface: "Permission"). */
export const permission = z.looseObject({
  /** The e-mail address. */
  email: z.string(),
  /** The wholesaler whose data can be accessed. */
  accessToWholesaler: z.string(),
  /** The role id. */
  roleId: z.string(),
  /** The main role id. */
  mainRoleId: z.string(),
  /** The state now. */
  active: z.boolean(),
  /** The day of the last change; its format is not stated. */
  lastChangedOn: z.string(),
  /** The time of the last change. */
  lastChangedAt: z.string(),
  /** What came of the change, in the service's words. */
  result: z.string(),
});

export type PermissionChange = z.output<typeof permissionChange>;
/** The permission after a change (interface: "Permission"). */
export interface Permission extends Known<z.output<typeof permission>> {}

/** Activates or deactivates an existing permission; it never creates one (interface: "PUT permission"). */
export const permissionOperation: Operation<Record<string, never>, PermissionChange, Permission> = {
  name: 'permission',
  title: 'Permission',
  method: 'PUT',
  path: '/auth/v0/permission',
  query: nothing,
  body: permissionChange,
  answer: permission,
  isRateLimited: false,
  timeoutMs: 30_000,
};
