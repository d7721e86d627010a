import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Dates } from './dates.ts';
import type { Act, Answer, FileInfo, Place, Snapshot, Values } from './protocol.ts';
import type { Words } from './words.ts';

/** What is open in the middle: a channel or the direct messages, or another tab of the app. */
export type Shown = { readonly kind: 'channel'; readonly id: string } | { readonly kind: 'home' | 'about' };

/** What every part of the page can look up and do. */
export interface Page {
  readonly snapshot: Snapshot;
  readonly dates: Dates;
  readonly words: Words;
  act(act: Act): Promise<Answer>;
  upload(file: File): Promise<FileInfo>;
  show(shown: Shown): void;
  showChannel(channel: string): void;
  showThread(channel: string, ts: string): void;
  /** Says something as Slackbot does: only this person sees it, and it is gone with the next click. */
  notify(sentence: string): void;
}

/** Where blocks stand, and what stands in the fields there. */
export interface Surface {
  readonly place: Place;
  readonly channel: string | undefined;
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  set(blockId: string, actionId: string, value: Readonly<Record<string, unknown>>): void;
}

const PageContext = createContext<Page | undefined>(undefined);
const SurfaceContext = createContext<Surface | undefined>(undefined);
export const PageProvider = PageContext.Provider;
export const SurfaceProvider = SurfaceContext.Provider;

export function usePage(): Page {
  return present(useContext(PageContext), 'page');
}

export function useSurface(): Surface {
  return present(useContext(SurfaceContext), 'surface');
}

/** Clicks something: a button, or an option of a menu. */
export function useClick(): (action: Readonly<Record<string, unknown>>) => Promise<void> {
  const { act, notify } = usePage();
  const { place, values } = useSurface();
  return async (action) => {
    const { error } = await act({ kind: 'click', on: place, action, values });
    if (error !== undefined) notify(error);
  };
}

/** How a person, or the app, is called. */
export function nameOf({ people, app }: Snapshot, user: string): string {
  return user === app.userId ? app.name : (people.find(({ id }) => id === user)?.name ?? user);
}

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`this is drawn outside a ${what}`);
  return value;
}
