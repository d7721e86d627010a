import { createHash } from 'node:crypto';
import type { ViewOutput } from '@slack/bolt';
import { type PermissionChange, permissionOperation } from 'retail-data-client/core';

/** The blocks of the form; each holds one element of the same name. */
export const FIELDS = {
  email: 'email',
  roleId: 'role_id',
  mainRoleId: 'main_role_id',
  active: 'active',
} as const;

export type FormReading =
  | { readonly change: PermissionChange }
  /** A sentence for each block that is wrong. */
  | { readonly mistakes: Readonly<Record<string, string>> };

/** What was filled in, judged by the same schema that the client sends it with. */
export function readForm(view: ViewOutput): FormReading {
  const filled = {
    email: textIn(view, FIELDS.email),
    roleId: textIn(view, FIELDS.roleId),
    mainRoleId: textIn(view, FIELDS.mainRoleId),
    active: switchIn(view),
  };
  const read = permissionOperation.body.safeParse(filled);
  if (read.success) return { change: read.data };
  const mistakes: Record<string, string> = {};
  for (const { path, message } of read.error.issues) {
    const [field] = path;
    const block = isField(field) ? FIELDS[field] : FIELDS.email;
    mistakes[block] = `This must be ${message}.`;
  }
  return { mistakes };
}

/**
 * The name of a change: the same form sent twice is one change, and one with other values is another, so that what was
 * confirmed is always what was shown.
 */
export function changeIdOf(formId: string, { email, roleId, mainRoleId, active }: PermissionChange): string {
  const parts = [formId, email, roleId, mainRoleId, active];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function isField(field: unknown): field is keyof typeof FIELDS {
  return typeof field === 'string' && Object.hasOwn(FIELDS, field);
}

function elementIn(view: ViewOutput, block: string): object | undefined {
  const blocks: unknown = view.state.values[block];
  if (typeof blocks !== 'object' || blocks === null || !Object.hasOwn(blocks, block)) return undefined;
  const element: unknown = Reflect.get(blocks, block);
  return typeof element === 'object' && element !== null ? element : undefined;
}

function textIn(view: ViewOutput, block: string): unknown {
  return Reflect.get(elementIn(view, block) ?? {}, 'value') ?? '';
}

function switchIn(view: ViewOutput): boolean | undefined {
  const chosen: unknown = Reflect.get(elementIn(view, FIELDS.active) ?? {}, 'selected_option');
  const value: unknown =
    typeof chosen === 'object' && chosen !== null ? Reflect.get(chosen, 'value') : undefined;
  return value === 'on' ? true : value === 'off' ? false : undefined;
}
