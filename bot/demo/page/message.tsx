import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { Blocks } from './blocks.tsx';
import { msOf } from './dates.ts';
import { Icon, IconButton } from './icon.tsx';
import { nameOf, SurfaceProvider, usePage } from './page.ts';
import type { FileInfo, Message } from './protocol.ts';
import { Mrkdwn } from './text.tsx';

interface MessageProps {
  readonly message: Message;
  readonly channel: string;
  /** In a thread nothing leads to the thread. */
  readonly isInThread: boolean;
  /** Of the same author as the one above, shortly after it: name and picture stand there. */
  readonly isContinued: boolean;
}

const NO_VALUES = {};

export const MessageView = memo(function MessageView({
  message,
  channel,
  isInThread,
  isContinued,
}: MessageProps): JSX.Element {
  const { snapshot, dates, words, showThread } = usePage();
  const { ts, user, text, blocks, files, isPrivate, isEdited, replies } = message;
  const time = dates.time(msOf(ts));
  return (
    <article class={`message ${isPrivate ? 'private' : ''} ${isContinued ? 'continued' : ''}`} data-ts={ts}>
      {isContinued ? <time>{time}</time> : <Avatar user={user} />}
      <div class="content">
        {isPrivate && (
          <p class="only">
            <Icon name="eye" /> {words.onlyYou}
          </p>
        )}
        {!isContinued && (
          <p class="author">
            <b>{nameOf(snapshot, user)}</b>
            {user === snapshot.app.userId && <AppBadge />}
            <time>{time}</time>
          </p>
        )}
        <SurfaceProvider
          value={{
            place: { kind: 'message', channel, ts },
            channel,
            values: NO_VALUES,
            errors: NO_VALUES,
            set() {},
          }}
        >
          {blocks.length > 0 ? (
            <Blocks of={blocks} />
          ) : (
            <div class="text">
              <Mrkdwn text={text} />
              {isEdited && <small> ({words.edited})</small>}
            </div>
          )}
        </SurfaceProvider>
        {files.map((file) => (
          <FileCard key={file.id} file={file} />
        ))}
        {!isInThread && replies !== undefined && (
          <button type="button" class="replies" onClick={() => showThread(channel, ts)}>
            {replies.users.map((each) => (
              <Avatar key={each} user={each} />
            ))}
            <b>{words.replies(replies.count)}</b>
            <span>{words.lastReply(dates.time(msOf(replies.lastTs)))}</span>
          </button>
        )}
      </div>
      {!isInThread && !isPrivate && (
        <IconButton
          name="reply"
          label={words.replyInThread}
          class="reply"
          onClick={() => showThread(channel, ts)}
        />
      )}
    </article>
  );
});

export function AppBadge(): JSX.Element {
  return <span class="badge">{usePage().words.app}</span>;
}

/** A picture made of the name. */
export function Avatar({ user }: { user: string }): JSX.Element {
  const { snapshot } = usePage();
  const isApp = user === snapshot.app.userId;
  const at = snapshot.people.findIndex(({ id }) => id === user);
  const letters = nameOf(snapshot, user)
    .split(' ')
    .map(([letter]) => letter)
    .join('')
    .slice(0, 2);
  return (
    <span class={`avatar ${isApp ? 'app' : `person${at % 4}`}`} aria-hidden="true">
      {letters}
    </span>
  );
}

const KINDS: Readonly<Record<string, string>> = { xlsx: 'Excel', csv: 'CSV', tsv: 'TSV', txt: 'Text' };

function FileCard({ file: { name, bytes, url } }: { file: FileInfo }): JSX.Element {
  const { words } = usePage();
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const size =
    bytes < 1_000
      ? `${bytes} B`
      : bytes < 1_000_000
        ? `${Math.round(bytes / 1_000)} kB`
        : `${words.number(Math.round(bytes / 100_000) / 10)} MB`;
  return (
    <a class="file" href={url} download={name}>
      <span class={`sheet ${ending}`} aria-hidden="true">
        {ending}
      </span>
      <span>
        <b>{name}</b>
        <small>
          {KINDS[ending] ?? ending} · {size}
        </small>
      </span>
      <Icon name="download" />
    </a>
  );
}
