import type { App } from '@slack/bolt';
import { vi } from 'vitest';
import { CAPABILITIES, type RequiredCapability } from '../../../bot/settings/capability.ts';

/** Something that can be set off from Slack, as it was registered with Bolt. */
export interface RegisteredListener {
  readonly kind: 'command' | 'action' | 'submission' | 'options' | 'event' | 'other';
  /** Name of the command, action_id, callback_id or event. */
  readonly name: string;
  /** What stands before it asks for; undefined when nothing does. */
  readonly needs: RequiredCapability | undefined;
}

const KIND_OF = {
  command: 'command',
  action: 'action',
  view: 'submission',
  options: 'options',
  event: 'event',
  message: 'other',
  shortcut: 'other',
  function: 'other',
} as const;

type Registering = Pick<App, keyof typeof KIND_OF>;

/** Looks at what is registered with a Bolt app from now on; all of them, when given the prototype. */
export function registeredListeners(app: Registering): readonly RegisteredListener[] {
  const registered: RegisteredListener[] = [];
  for (const [method, kind] of Object.entries(KIND_OF)) {
    const original: unknown = Reflect.get(app, method);
    if (typeof original !== 'function') throw new TypeError(`Bolt has no ${method}()`);
    // Bolt's own signatures are overloaded; what is looked at is the same in all of them.
    vi.spyOn(app, method as 'command').mockImplementation(function (this: unknown, ...args: unknown[]) {
      const [name, ...middleware] = args;
      registered.push({ kind, name: nameOf(name), needs: middleware.map(neededBy).find(Boolean) });
      Reflect.apply(original, this, args);
    });
  }
  return registered;
}

/** Of a button that a message repeats, the name without what tells its copies apart. */
function nameOf(name: unknown): string {
  if (!(name instanceof RegExp)) return typeof name === 'string' ? name : JSON.stringify(name);
  return name.source.replace('^', '').replace('(?::.*)?$', '');
}

function neededBy(middleware: unknown): RequiredCapability | undefined {
  if (typeof middleware !== 'function' || !('capability' in middleware)) return undefined;
  const { capability } = middleware;
  return (['member', ...CAPABILITIES] as const).find((each) => each === capability);
}
