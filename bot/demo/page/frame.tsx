import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon, IconButton } from './icon.tsx';
import { Avatar } from './message.tsx';
import { type Shown, usePage } from './page.ts';
import { Menu } from './popup.tsx';
import type { Person } from './protocol.ts';
import type { Follower } from './suggestion.ts';

/** The clock of the demo and where it can be moved, and who looks. */
export function TopBar({ onPerson, onMenu }: { onPerson(id: string): void; onMenu(): void }): JSX.Element {
  const { snapshot, words, dates, act, notify } = usePage();
  const { clock, people, me } = snapshot;
  const now = useNow(clock.now);
  const move = async (to: (typeof clock.jumps)[number]['to']) => {
    const { error } = await act({ kind: 'moveClock', to });
    if (error !== undefined) notify(error);
  };
  return (
    <header class="top">
      <IconButton name="menu" label={words.menu} class="menu" onClick={onMenu} />
      <div class="clock">
        <time>
          {dates.shortDay(now)} <b>{dates.time(now)}</b>
        </time>
        {clock.jumps.map(({ to, title, at }) => (
          <button
            key={to}
            type="button"
            disabled={clock.isMoving}
            title={`${dates.shortDay(at)} ${dates.time(at)}`}
            onClick={() => move(to)}
          >
            {title}
          </button>
        ))}
        {clock.isMoving && <span class="busy" role="status" title={words.moving} aria-label={words.moving} />}
      </div>
      <Menu
        class="person"
        label={words.lookAs}
        items={people.map((person) => ({
          key: person.id,
          text: <PersonLine person={person} />,
          choose: () => onPerson(person.id),
        }))}
      >
        <Avatar user={me} />
        <span>{people.find(({ id }) => id === me)?.name}</span>
      </Menu>
    </header>
  );
}

function PersonLine({ person: { id, name, note } }: { person: Person }): JSX.Element {
  return (
    <>
      <Avatar user={id} />
      <span>
        <b>{name}</b>
        <small>{note}</small>
      </span>
    </>
  );
}

/** Channels, then the app. */
export function Sidebar({ shown, unread }: { shown: Shown; unread: ReadonlySet<string> }): JSX.Element {
  const { snapshot, words, show } = usePage();
  const { app, channels, team } = snapshot;
  const direct = channels.find(({ kind }) => kind === 'direct');
  const isShown = (id: string | undefined) => shown.kind === 'channel' && shown.id === id;
  const isApp = shown.kind !== 'channel' || isShown(direct?.id);
  return (
    <nav>
      <h1>{team}</h1>
      <h2>{words.channels}</h2>
      {channels
        .filter(({ kind }) => kind === 'channel')
        .map(({ id, name, isPrivate }) => (
          <button
            key={id}
            type="button"
            aria-current={isShown(id)}
            class={unread.has(id) ? 'unread' : ''}
            onClick={() => show({ kind: 'channel', id })}
          >
            <Icon name={isPrivate ? 'lock' : 'hash'} />
            {name}
          </button>
        ))}
      <h2>{words.apps}</h2>
      <button
        type="button"
        aria-current={isApp}
        class={direct !== undefined && unread.has(direct.id) ? 'unread' : ''}
        onClick={() =>
          show(
            direct !== undefined && unread.has(direct.id)
              ? { kind: 'channel', id: direct.id }
              : { kind: 'home' },
          )
        }
      >
        <Avatar user={app.userId} />
        {app.name}
      </button>
    </nav>
  );
}

/** Where to begin. Each does its steps one after the other. */
export function Suggestions({ follower }: { follower: Follower }): JSX.Element | null {
  const page = usePage();
  const [busy, setBusy] = useState<string>();
  const { suggestions } = page.snapshot;
  if (suggestions.length === 0) return null;
  return (
    <div class="suggestions">
      <span>{page.words.tryThis}</span>
      {suggestions.map(({ title, steps }) => (
        <button
          key={title}
          type="button"
          disabled={busy !== undefined}
          aria-busy={busy === title}
          onClick={async () => {
            setBusy(title);
            await follower.run(steps, page);
            setBusy(undefined);
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** The demo's time, which goes on by itself from when it was sent. */
function useNow(sent: number): number {
  const [now, setNow] = useState(sent);
  useEffect(() => {
    const from = performance.now();
    const tick = () => setNow(sent + performance.now() - from);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [sent]);
  return now;
}
