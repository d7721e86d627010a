import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Upload } from './field.tsx';
import { Chip, Icon } from './icon.tsx';
import { AppBadge } from './message.tsx';
import { usePage } from './page.ts';
import type { Channel, FileInfo, Snapshot } from './protocol.ts';

interface ComposerProps {
  readonly channel: Channel;
  /** Undefined in the channel itself. */
  readonly threadTs: string | undefined;
}

/** What can be completed at the cursor. */
interface Completion {
  readonly text: string;
  /** As it is offered: a person without @. */
  readonly name: string;
  readonly isApp?: boolean;
  readonly about: string;
  /** Where it begins, in place of what was typed from there. */
  readonly from: number;
}

const HIGHEST = 200;

/** Where a message or a command is typed. */
export function Composer({ channel, threadTs }: ComposerProps): JSX.Element {
  const { snapshot, words, act, notify } = usePage();
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = `retail-data-demo-draft ${snapshot.me} ${channel.id} ${threadTs ?? ''}`;
  const [text, setText] = useState(sessionStorage.getItem(draft) ?? '');
  const [cursor, setCursor] = useState(0);
  const [active, setActive] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const [files, setFiles] = useState<readonly FileInfo[]>([]);
  const offered = isDismissed ? [] : completionsAt(text.slice(0, cursor), snapshot, threadTs !== undefined);
  const command =
    threadTs === undefined
      ? snapshot.commands.find(({ command: name }) => text.startsWith(`${name} `))
      : undefined;

  useLayoutEffect(() => {
    if (input.current === null) return;
    input.current.style.height = 'auto';
    input.current.style.height = `${Math.min(input.current.scrollHeight, HIGHEST)}px`;
  }, [text]);

  const change = (to: string, at: number) => {
    setText(to);
    sessionStorage.setItem(draft, to);
    setCursor(at);
    setActive(0);
    setDismissed(false);
  };
  const complete = ({ text: completed, from }: Completion) => {
    const before = `${text.slice(0, from)}${completed} `;
    change(before + text.slice(cursor), before.length);
    setDismissed(true);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(before.length, before.length);
    });
  };
  const send = async () => {
    const typed = text.trim();
    if (typed === '' && files.length === 0) return;
    const [, name, rest = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(typed) ?? [];
    if (name !== undefined && threadTs !== undefined) return notify(words.notInThreads(name));
    change('', 0);
    setFiles([]);
    const { error } = await act(
      name === undefined
        ? { kind: 'message', channel: channel.id, text: typed, threadTs, files: files.map(({ id }) => id) }
        : { kind: 'command', channel: channel.id, command: name, text: rest },
    );
    if (error === undefined) return;
    notify(error);
    // What was refused can be corrected.
    if (input.current?.value === '') change(typed, typed.length);
  };
  const pressed = (event: KeyboardEvent) => {
    const chosen = offered[active];
    if (event.isComposing) return;
    // A command that is complete is sent at once.
    const isComplete = chosen?.text === text;
    if (chosen !== undefined && (event.key === 'Tab' || (event.key === 'Enter' && !isComplete)))
      complete(chosen);
    else if (chosen !== undefined && event.key === 'ArrowDown') setActive((active + 1) % offered.length);
    else if (chosen !== undefined && event.key === 'ArrowUp')
      setActive((active + offered.length - 1) % offered.length);
    else if (chosen !== undefined && event.key === 'Escape') setDismissed(true);
    else if (event.key === 'Enter' && !event.shiftKey) send();
    else return;
    event.preventDefault();
  };
  const place = channel.kind === 'direct' ? channel.name : `#${channel.name}`;
  const hint = threadTs === undefined ? words.hint(place) : words.replyHint(snapshot.app.name);

  return (
    <div class="composer">
      {offered.length > 0 && (
        <div class="popup completions" role="listbox">
          {offered.map((each, at) => (
            <button
              key={each.text}
              type="button"
              role="option"
              aria-selected={at === active}
              class={at === active ? 'active' : ''}
              onClick={() => complete(each)}
            >
              <b>{each.name}</b> {each.isApp === true && <AppBadge />} <small>{each.about}</small>
            </button>
          ))}
        </div>
      )}
      {command !== undefined && offered.length === 0 && (
        <p class="usage">
          <b>{command.command}</b> {command.usageHint}
        </p>
      )}
      <div class="box">
        <textarea
          ref={input}
          rows={1}
          value={text}
          placeholder={hint}
          aria-label={hint}
          onInput={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
          onKeyDown={pressed}
        />
        {files.map((file) => (
          <Chip
            key={file.id}
            text={file.name}
            removal={words.remove}
            onRemove={() => setFiles(files.filter((each) => each !== file))}
          />
        ))}
        <div class="bar">
          <Upload
            label={words.attach}
            most={10}
            class="icon"
            onUploaded={(uploaded) => setFiles([...files, ...uploaded])}
          >
            <Icon name="plus" />
          </Upload>
          <button
            type="button"
            class="send"
            aria-label={words.send}
            disabled={text.trim() === '' && files.length === 0}
            onClick={send}
          >
            <Icon name="send" />
          </button>
        </div>
      </div>
    </div>
  );
}

/** Commands at the beginning, but not in a thread; people, the app and channels after @ and #. */
function completionsAt(
  before: string,
  { commands, people, app, channels }: Snapshot,
  isInThread: boolean,
): Completion[] {
  const slash = /^\/\S*$/.exec(before)?.[0];
  if (slash !== undefined && !isInThread) {
    return commands
      .filter(({ command }) => command.startsWith(slash.toLowerCase()))
      .map(({ command, description, usageHint }) => ({
        text: command,
        name: command,
        about: `${description} ${usageHint}`,
        from: 0,
      }));
  }
  const [, mark, typed = ''] = /(?:^|\s)([@#])([\p{L}\p{N}-]*)$/u.exec(before) ?? [];
  if (mark === undefined) return [];
  const from = before.length - typed.length - 1;
  const offered =
    mark === '@'
      ? [
          { name: app.name, about: '', isApp: true },
          ...people.map(({ name, note }) => ({ name, about: note })),
        ]
      : channels.filter(({ kind }) => kind === 'channel').map(({ name, topic }) => ({ name, about: topic }));
  return offered
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .map((each) => ({ ...each, text: mark + each.name, from }));
}
