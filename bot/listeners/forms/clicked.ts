import type { ActionArgs } from '../door.ts';

/** What a button carries; empty when it carries nothing. */
export function valueIn(action: ActionArgs['action']): string {
  return 'value' in action && typeof action.value === 'string' ? action.value : '';
}
