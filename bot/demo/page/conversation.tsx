import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Composer } from './composer.tsx';
import { msOf } from './dates.ts';
import { Icon, IconButton } from './icon.tsx';
import { MessageView } from './message.tsx';
import { usePage } from './page.ts';
import type { Channel, Message } from './protocol.ts';
import type { Thread } from './state.ts';

interface ConversationProps {
  readonly channel: Channel;
  /** Another one whenever the channel is opened, or opened again. */
  readonly visit: object | undefined;
  onEarlier(): Promise<void>;
  /** Between the messages and where one types. */
  readonly children: ComponentChildren;
}

/** So many messages are drawn at first, and so many more at a time. */
const DRAWN = 60;
const NEAR = 300;

/** The messages of a channel, the latest in view, and where the next is written. */
export function Conversation({ channel, visit, onEarlier, children }: ConversationProps): JSX.Element {
  const { words, snapshot } = usePage();
  const { id, messages, hasEarlier } = channel;
  const [count, setCount] = useState(DRAWN);
  const [isAway, setAway] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isLoading = useRef(false);
  const drawn = messages.slice(-count);

  const scrolled = async () => {
    if (list.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    // The list begins at its end: going up is below zero.
    setAway(scrollTop < -NEAR);
    const isNearTop = scrollHeight - clientHeight + scrollTop < NEAR;
    if (!isNearTop || isLoading.current) return;
    isLoading.current = true;
    if (count >= messages.length && hasEarlier) await onEarlier();
    if (count < messages.length || hasEarlier) setCount(count + DRAWN);
    isLoading.current = false;
  };
  const toLatest = () => {
    setCount(DRAWN);
    list.current?.scrollTo({ top: 0 });
  };
  useLayoutEffect(toLatest, [visit]);
  const last = messages.at(-1);
  // What one writes, and what the app says to oneself alone.
  const isOwn = last?.isPrivate === true || last?.user === snapshot.me;
  useLayoutEffect(() => {
    if (isOwn) toLatest();
  }, [last?.ts]);

  return (
    <>
      <div class="list" ref={list} role="log" onScroll={scrolled}>
        <div>
          {!hasEarlier && count >= messages.length && <Beginning channel={channel} />}
          <Messages of={drawn} channel={id} isInThread={false} />
        </div>
      </div>
      {isAway && (
        <button type="button" class="latest" onClick={toLatest}>
          <Icon name="down" /> {words.newMessages}
        </button>
      )}
      {children}
      <Composer channel={channel} threadTs={undefined} />
    </>
  );
}

/** A thread at the side. */
export function ThreadView({
  thread,
  channel,
  onClose,
}: {
  thread: Thread;
  channel: Channel;
  onClose(): void;
}): JSX.Element {
  const { words } = usePage();
  const list = useRef<HTMLDivElement>(null);
  const last = thread.messages.at(-1)?.ts;
  useLayoutEffect(() => list.current?.scrollTo({ top: 0 }), [last]);
  return (
    <aside aria-label={words.thread}>
      <header>
        <h2>
          {words.thread}
          <small>{channel.kind === 'direct' ? channel.name : `# ${channel.name}`}</small>
        </h2>
        <IconButton name="close" label={words.close} onClick={onClose} />
      </header>
      <div class="list thread" ref={list} role="log">
        <div>
          <Messages of={thread.messages} channel={channel.id} isInThread />
        </div>
      </div>
      <Composer key={thread.ts} channel={channel} threadTs={thread.ts} />
    </aside>
  );
}

const CONTINUED_MS = 5 * 60_000;

/** With a line for each day. A message soon after another one of the same author has no head of its own. */
function Messages({
  of,
  channel,
  isInThread,
}: {
  of: readonly Message[];
  channel: string;
  isInThread: boolean;
}): JSX.Element {
  const { dates, words } = usePage();
  const replies = of.filter(({ isPrivate }) => !isPrivate).length - 1;
  return (
    <>
      {of.map((message, at) => {
        const before = of[at - 1];
        const ms = msOf(message.ts);
        const day = dates.day(ms);
        const isNewDay = before === undefined || dates.day(msOf(before.ts)) !== day;
        const isFirstReply = isInThread && at === 1;
        const isContinued =
          !isNewDay &&
          !isFirstReply &&
          before.user === message.user &&
          !before.isPrivate &&
          !message.isPrivate &&
          ms - msOf(before.ts) < CONTINUED_MS;
        return (
          <Fragment key={message.ts}>
            {isNewDay && !isInThread && (
              <div class="day">
                <span>{day}</span>
              </div>
            )}
            {isFirstReply && replies > 0 && (
              <div class="day">
                <span>{words.replies(replies)}</span>
              </div>
            )}
            <MessageView
              message={message}
              channel={channel}
              isInThread={isInThread}
              isContinued={isContinued}
            />
          </Fragment>
        );
      })}
    </>
  );
}

function Beginning({ channel: { kind, name, topic } }: { channel: Channel }): JSX.Element {
  const { words, snapshot } = usePage();
  const shown = kind === 'direct' ? name : `# ${name}`;
  return (
    <div class="beginning">
      <h2>{shown}</h2>
      <p>
        {words.start(shown)} {kind === 'direct' ? snapshot.app.description : topic}
      </p>
    </div>
  );
}
