import { type Permission, type PermissionChange, permissionOperation } from '../contract/permission.ts';
import { inWords, UnexpectedResponseError } from './errors.ts';

/**
 * A 200 is no proof that the change was made: the answer has to be of the person and in the state that was asked for.
 * @throws UnexpectedResponseError that names both
 */
export function requireChanged(
  asked: PermissionChange,
  answer: Permission,
  redact: (text: string) => string,
): void {
  const isOfPerson = answer.email.trim().toLowerCase() === asked.email.toLowerCase();
  if (isOfPerson && answer.active === asked.active) return;
  const { name: operation, title } = permissionOperation;
  throw new UnexpectedResponseError(
    `${title}: asked was that ${inWords(asked.email)} is ${inState(asked)}, but the service answered that ${inWords(redact(answer.email))} is ${inState(answer)}.`,
    'Look the permission up at the service before you rely on it; if the answer is wrong, tell the operator of the service.',
    { operation, status: 200, path: isOfPerson ? 'active' : 'email' },
  );
}

function inState({ active }: { readonly active: boolean }): string {
  return active ? 'active' : 'not active';
}
