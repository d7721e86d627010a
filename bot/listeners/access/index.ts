import type { Door } from '../door.ts';
import { registerAccessCommand } from './command.ts';
import { registerConfirmation } from './confirmation.ts';
import { registerForm } from './form.ts';
import type { AccessParts } from './parts.ts';

/** `/access`: form, confirmation, change, audit. All of it for admins. */
export function registerAccess(door: Door, parts: AccessParts): void {
  registerAccessCommand(door, parts);
  registerForm(door, parts);
  registerConfirmation(door, parts);
}
