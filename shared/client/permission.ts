import { inWords } from '../errors/errors.ts';
import { failureOf } from '../errors/failures.ts';
import { CHANGE_RETRIES } from '../http/again.ts';
import { type CallContext, type CallOptions, callOperation } from '../http/request.ts';
import { checkInput } from '../http/validation.ts';
import {
  type Permission,
  type PermissionChange,
  permissionChange,
  permissionOperation,
} from '../operations/permission.ts';

/** Switches a permission (interface: "PUT permission"). */
export async function changePermission(
  context: CallContext,
  change: PermissionChange,
  options: CallOptions,
): Promise<Permission> {
  const body = checkInput(permissionChange, change, 'permission');
  const { data } = await callOperation(
    context,
    { operation: permissionOperation, body },
    CHANGE_RETRIES,
    options,
  );
  requireChanged(body, data, context.transport.redact);
  return data;
}

/** A 200 is no proof that the change was made: the answer has to be of the person and in the state that was asked for. */
function requireChanged(asked: PermissionChange, answer: Permission, redact: (text: string) => string): void {
  const isOfPerson = answer.email.trim().toLowerCase() === asked.email.toLowerCase();
  const otherRole = (['roleId', 'mainRoleId'] as const).find(
    (field) => !isSameId(answer[field], asked[field]),
  );
  if (isOfPerson && otherRole === undefined && answer.active === asked.active) return;
  const path = !isOfPerson ? 'email' : (otherRole ?? 'active');
  const what =
    isOfPerson && otherRole !== undefined
      ? `a change of the permission with ${otherRole} ${inWords(asked[otherRole])}, but the service answered with ${inWords(answer[otherRole], redact)}`
      : `that ${inWords(asked.email)} is ${inState(asked)}, but the service answered that ${inWords(answer.email, redact)} is ${inState(answer)}`;
  throw failureOf('otherChange', permissionOperation, { what }, { status: 200, path });
}

/** Ids of digits are the same with leading zeros and without. */
function isSameId(one: string, other: string): boolean {
  const plain = (id: string) => id.trim().replace(/^0+(?=\d+$)/, '');
  return plain(one) === plain(other);
}

function inState({ active }: { readonly active: boolean }): string {
  return active ? 'active' : 'not active';
}
