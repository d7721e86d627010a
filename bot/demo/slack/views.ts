import type { ShownView } from './payloads.ts';

/** What each person has open: modals on top of each other, and App Home. */
export interface Views {
  /** In place of everything that was open. */
  open(userId: string, shown: ShownView): void;
  /** On top of what is open. */
  push(userId: string, shown: ShownView): void;
  /** In place of the modal with that id; nothing when it is closed by now. */
  update(shown: ShownView): void;
  publish(userId: string, shown: ShownView): void;
  /** The modal in front, if it is that one. */
  close(userId: string, id: string): void;
  closeAll(userId: string): void;
  /** The one in front last. */
  modals(userId: string): readonly ShownView[];
  /** Undefined until the bot has published it. */
  home(userId: string): ShownView | undefined;
  /** Told of everything that a person sees otherwise now. */
  listen(listener: (userId: string, what: 'modals' | 'home') => void): void;
}

export function createViews(): Views {
  const modals = new Map<string, readonly ShownView[]>();
  const homes = new Map<string, ShownView>();
  let listener = (_userId: string, _what: 'modals' | 'home'): void => {};
  const modalsOf = (userId: string) => modals.get(userId) ?? [];
  const show = (userId: string, shown: readonly ShownView[]) => {
    modals.set(userId, shown);
    listener(userId, 'modals');
  };
  return {
    open: (userId, shown) => show(userId, [shown]),
    push: (userId, shown) => show(userId, [...modalsOf(userId), shown]),
    update(shown) {
      for (const [userId, all] of modals) {
        if (all.some(({ id }) => id === shown.id))
          show(
            userId,
            all.map((each) => (each.id === shown.id ? shown : each)),
          );
      }
    },
    publish(userId, shown) {
      homes.set(userId, shown);
      listener(userId, 'home');
    },
    close(userId, id) {
      if (modalsOf(userId).at(-1)?.id === id) show(userId, modalsOf(userId).slice(0, -1));
    },
    closeAll: (userId) => show(userId, []),
    modals: modalsOf,
    home: (userId) => homes.get(userId),
    listen(next) {
      listener = next;
    },
  };
}
