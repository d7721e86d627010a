import type { JSX } from 'preact';
import { Blocks } from './blocks.tsx';
import { Avatar } from './message.tsx';
import { viewOf } from './modal.tsx';
import { type Shown, SurfaceProvider, usePage } from './page.ts';
import type { Channel, View } from './protocol.ts';

const NOTHING = {};

/** The head of the app's page with its tabs, and what the tab shows, unless it is the direct messages. */
export function AppPage({ shown, direct }: { shown: Shown; direct: Channel }): JSX.Element {
  const { snapshot, words, show } = usePage();
  const { app, home } = snapshot;
  const tabs: readonly (readonly [Shown, string])[] = [
    [{ kind: 'home' }, words.home],
    [{ kind: 'channel', id: direct.id }, words.messages],
    [{ kind: 'about' }, words.about],
  ];
  return (
    <>
      <header class="app">
        <h2>
          <Avatar user={app.userId} /> {app.name}
        </h2>
        <div role="tablist">
          {tabs.map(([tab, title]) => (
            <button
              key={tab.kind}
              type="button"
              role="tab"
              aria-selected={tab.kind === shown.kind}
              onClick={() => show(tab)}
            >
              {title}
            </button>
          ))}
        </div>
      </header>
      {shown.kind === 'home' && (
        <div class="home">
          {home === undefined ? <p class="context">{words.homeIsEmpty}</p> : <HomeView view={home} />}
        </div>
      )}
      {shown.kind === 'about' && (
        <div class="home">
          <h3>{app.name}</h3>
          <p>{app.description}</p>
          {snapshot.commands.map(({ command, description, usageHint }) => (
            <p key={command}>
              <b>{command}</b> {description} <small>{usageHint}</small>
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function HomeView({ view }: { view: View }): JSX.Element {
  return (
    <SurfaceProvider
      value={{
        place: { kind: 'view', viewId: view.id },
        channel: undefined,
        values: NOTHING,
        errors: NOTHING,
        set() {},
      }}
    >
      <Blocks key={view.hash} of={viewOf(view.view).blocks} />
    </SurfaceProvider>
  );
}
