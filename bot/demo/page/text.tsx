import type { ComponentChildren, JSX } from 'preact';
import { EMOJI } from './emoji.ts';
import { type Piece, readMrkdwn } from './mrkdwn.ts';
import { nameOf, usePage } from './page.ts';

interface TextObject {
  readonly type: string;
  readonly text: string;
  readonly emoji?: boolean | undefined;
}

/** A text of a block. All of it is drawn as text nodes: nothing in it is markup of the page. */
export function Text({ of }: { of: TextObject | undefined }): JSX.Element | null {
  if (of === undefined) return null;
  if (of.type === 'mrkdwn') return <Mrkdwn text={of.text} />;
  return <>{of.emoji === false ? lines(of.text) : of.text.split(/:([a-z0-9_+-]+):/).map(emojiAtOdd)}</>;
}

export function Mrkdwn({ text }: { text: string }): JSX.Element {
  return <Pieces of={readMrkdwn(text)} />;
}

function Pieces({ of }: { of: readonly Piece[] }): JSX.Element {
  return (
    <>
      {of.map((piece, at) => (
        <One key={at} piece={piece} />
      ))}
    </>
  );
}

const MARKS = { bold: 'b', italic: 'i', strike: 's', quote: 'blockquote' } as const;

function One({ piece }: { piece: Piece }): JSX.Element {
  const { snapshot, dates, showChannel } = usePage();
  switch (piece.kind) {
    case 'text':
      return <>{lines(piece.text)}</>;
    case 'code':
      return <code>{piece.text}</code>;
    case 'fence':
      return <pre>{piece.text}</pre>;
    case 'emoji':
      return <Emoji name={piece.text} />;
    case 'bold':
    case 'italic':
    case 'strike':
    case 'quote': {
      const Mark = MARKS[piece.kind];
      return (
        <Mark>
          <Pieces of={piece.pieces} />
        </Mark>
      );
    }
    case 'person':
      return (
        <span class={piece.text === snapshot.me ? 'mention me' : 'mention'}>
          @{nameOf(snapshot, piece.text)}
        </span>
      );
    case 'group':
      return <span class="mention">{piece.text}</span>;
    case 'channel': {
      const channel = snapshot.channels.find(({ id }) => id === piece.text);
      if (channel === undefined) return <span class="mention">#{piece.text}</span>;
      return (
        <button type="button" class="mention" onClick={() => showChannel(channel.id)}>
          {channel.kind === 'direct' ? channel.name : `#${channel.name}`}
        </button>
      );
    }
    case 'link':
      return (
        <a href={piece.url} target="_blank" rel="noreferrer">
          {piece.text}
        </a>
      );
    case 'date':
      return (
        <time dateTime={new Date(piece.seconds * 1_000).toISOString()}>
          {dates.formatted(piece.seconds, piece.format)}
        </time>
      );
  }
}

export function Emoji({ name }: { name: string }): JSX.Element {
  const drawn = EMOJI[name];
  return drawn === undefined ? (
    <>:{name}:</>
  ) : (
    <span class="emoji" role="img" aria-label={name} title={`:${name}:`}>
      {drawn}
    </span>
  );
}

function emojiAtOdd(part: string, at: number): ComponentChildren {
  return at % 2 === 1 ? <Emoji name={part} /> : lines(part);
}

function lines(text: string): ComponentChildren {
  return text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]));
}
