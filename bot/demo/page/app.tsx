import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AppPage } from './appPage.tsx';
import { type Connection, connect } from './connection.ts';
import { Conversation, ThreadView } from './conversation.tsx';
import { datesOf } from './dates.ts';
import { Sidebar, Suggestions, TopBar } from './frame.tsx';
import { Icon, IconButton } from './icon.tsx';
import { Modals } from './modal.tsx';
import { type Page, PageProvider, type Shown } from './page.ts';
import { type State, type Step, stepped } from './state.ts';
import { createFollower } from './suggestion.ts';
import { wordsIn } from './words.ts';

const PERSON = 'retail-data-demo-person';
const SHOWN = 'retail-data-demo-shown';

/** The whole page. Another person is another connection, with nothing of the one before. */
export function App(): JSX.Element {
  const [me, setMe] = useState(sessionStorage.getItem(PERSON) ?? undefined);
  const choose = (id: string) => {
    sessionStorage.setItem(PERSON, id);
    setMe(id);
  };
  return <AsPerson key={me} me={me} onPerson={choose} />;
}

function AsPerson({ me, onPerson }: { me: string | undefined; onPerson(id: string): void }): JSX.Element {
  const [state, setState] = useState<State>();
  const [isOnline, setOnline] = useState(true);
  const [notice, setNotice] = useState<string>();
  const [chosen, setShown] = useState(shownBefore(me));
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const connection = useRef<Connection>(undefined);
  const follower = useRef(createFollower());
  const step = (...steps: readonly Step[]) =>
    setState((before) => steps.reduce<State | undefined>(stepped, before));

  useEffect(() => {
    const opened = connect(me, {
      changed(changes) {
        step(...changes);
        follower.current.saw(changes);
      },
      online(isOn) {
        setOnline(isOn);
        if (isOn) setNotice(undefined);
      },
    });
    connection.current = opened;
    return () => opened.close();
  }, [me]);

  const language = state?.snapshot.people.find(({ id }) => id === state.snapshot.me)?.language ?? 'en';
  const clock = state?.snapshot.clock;
  const dates = useMemo(() => datesOf(language, clock ?? { now: 0, timeZone: 'UTC' }), [language, clock]);
  const words = wordsIn(language);
  const channels = state?.snapshot.channels ?? [];
  const isThere = chosen?.kind !== 'channel' || channels.some(({ id }) => id === chosen.id);
  const shown = (isThere ? chosen : undefined) ?? { kind: 'channel', id: channels[0]?.id ?? '' };
  const channel = shown.kind === 'channel' ? channels.find(({ id }) => id === shown.id) : undefined;
  const isUnread = channel !== undefined && state?.unread.has(channel.id) === true;
  useEffect(() => {
    if (isUnread) step({ kind: 'read', channel: channel.id });
  });
  const session = state?.snapshot.session;
  useEffect(() => {
    if (chosen !== undefined) sessionStorage.setItem(`${SHOWN} ${me ?? ''}`, JSON.stringify(chosen));
    if (chosen?.kind === 'home' && session !== undefined) connection.current?.act({ kind: 'openHome' });
  }, [chosen, session]);
  const lastSession = useRef(session);
  useEffect(() => {
    if (lastSession.current !== undefined && lastSession.current !== session) setNotice(words.newDemo);
    lastSession.current = session;
  }, [session]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const page = useMemo((): Page | undefined => {
    const talk = connection.current;
    if (state === undefined || talk === undefined) return undefined;
    const show = (to: Shown) => {
      setShown(to);
      setSidebarOpen(false);
    };
    const page: Page = {
      snapshot: state.snapshot,
      dates,
      words,
      act(act) {
        setNotice(undefined);
        return talk.act(act);
      },
      upload: talk.upload,
      show,
      showChannel: (id) => show({ kind: 'channel', id }),
      async showThread(id, ts) {
        show({ kind: 'channel', id });
        const { messages } = await talk.thread(id, ts);
        step({ kind: 'thread', thread: { channel: id, ts, messages } });
      },
      notify: setNotice,
    };
    return page;
  }, [state?.snapshot, dates, words]);

  if (state === undefined || page === undefined)
    return <p class="offline">{isOnline ? '…' : words.offline}</p>;
  const thread = state.thread?.channel === channel?.id ? state.thread : undefined;
  // While the demo isn't running, the line above the messages says so, and nothing else matters.
  const said = isOnline && notice !== undefined && (
    <Notice sentence={notice} onClose={() => setNotice(undefined)} />
  );
  const app = channels.find(({ kind }) => kind === 'direct');
  return (
    <PageProvider value={page}>
      <div class={`page ${thread === undefined ? '' : 'with-thread'} ${isSidebarOpen ? 'with-sidebar' : ''}`}>
        <TopBar onPerson={onPerson} onMenu={() => setSidebarOpen(!isSidebarOpen)} />
        <Sidebar shown={shown} unread={state.unread} />
        <main>
          {!isOnline && (
            <p class="offline" role="alert">
              {words.offline}
            </p>
          )}
          {(channel === undefined || channel.kind === 'direct') && app !== undefined && (
            <AppPage shown={shown} direct={app} />
          )}
          {channel?.kind === 'channel' && (
            <header>
              <h2>
                <Icon name={channel.isPrivate ? 'lock' : 'hash'} /> {channel.name}
                <small>{channel.topic}</small>
              </h2>
            </header>
          )}
          {channel === undefined && said}
          {channel !== undefined && (
            <Conversation
              key={channel.id}
              channel={channel}
              visit={chosen}
              onEarlier={async () => {
                const before = channel.messages[0]?.ts;
                const earlier =
                  before === undefined ? undefined : await connection.current?.earlier(channel.id, before);
                if (earlier !== undefined) step({ kind: 'earlier', channel: channel.id, page: earlier });
              }}
            >
              {said}
              <Suggestions follower={follower.current} />
            </Conversation>
          )}
        </main>
        {thread !== undefined && channel !== undefined && (
          <ThreadView
            thread={thread}
            channel={channel}
            onClose={() => step({ kind: 'thread', thread: undefined })}
          />
        )}
      </div>
      <Modals channel={channel?.id} />
    </PageProvider>
  );
}

/** What was open before the page was loaded again. */
function shownBefore(me: string | undefined): Shown | undefined {
  return JSON.parse(sessionStorage.getItem(`${SHOWN} ${me ?? ''}`) ?? 'null') ?? undefined;
}

function Notice({ sentence, onClose }: { sentence: string; onClose(): void }): JSX.Element {
  return (
    <p class="notice" role="alert">
      <b>Slackbot</b> {sentence} <IconButton name="close" label="OK" onClick={onClose} />
    </p>
  );
}
