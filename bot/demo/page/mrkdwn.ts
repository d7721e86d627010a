/** A piece of a text in Slack's mrkdwn. */
export type Piece =
  | {
      readonly kind: 'text' | 'code' | 'fence' | 'emoji' | 'person' | 'channel' | 'group';
      readonly text: string;
    }
  | { readonly kind: 'bold' | 'italic' | 'strike' | 'quote'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'link'; readonly url: string; readonly text: string }
  | { readonly kind: 'date'; readonly seconds: number; readonly format: string; readonly text: string };

const FENCE = /```\n?([\s\S]*?)\n?```\n?/;
const QUOTE = /(?:^|(?<=\n))(?:&gt; ?.*(?:\n|$))+/;
/** Code, what is between angle brackets, an emoji, or a text between marks; whichever begins first. */
const INLINE =
  /`([^`\n]+)`|<([^<>\n]+)>|:([a-z0-9_+-]+):|(?<![\p{L}\p{N}])([*_~])(?=\S)(.*?\S)\4(?![\p{L}\p{N}])/u;
const STYLES: Readonly<Record<string, 'bold' | 'italic' | 'strike'>> = {
  '*': 'bold',
  _: 'italic',
  '~': 'strike',
};

/** Reads mrkdwn as Slack does. Nothing in it is markup of the page: texts come unescaped, to be drawn as texts. */
export function readMrkdwn(text: string): Piece[] {
  return split(
    text,
    FENCE,
    ([, code = '']) => ({ kind: 'fence', text: unescaped(code) }),
    (beside) =>
      split(
        beside,
        QUOTE,
        ([quoted]) => ({ kind: 'quote', pieces: inline(quoted.replace(/^&gt; ?/gm, '').replace(/\n$/, '')) }),
        inline,
      ),
  );
}

function inline(text: string): Piece[] {
  return split(text, INLINE, inlinePiece, (plain) => [{ kind: 'text', text: unescaped(plain) }]);
}

function inlinePiece([, code, inner, emoji, mark = '', marked = '']: RegExpMatchArray): Piece {
  if (code !== undefined) return { kind: 'code', text: unescaped(code) };
  if (inner !== undefined) return angle(inner);
  if (emoji !== undefined) return { kind: 'emoji', text: emoji };
  return { kind: STYLES[mark] ?? 'bold', pieces: inline(marked) };
}

/** Takes every match of `pattern` as one piece, and what is between as `others` reads it. */
function split(
  text: string,
  pattern: RegExp,
  piece: (match: RegExpMatchArray) => Piece,
  others: (text: string) => Piece[],
): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))) {
    if (match.index > from) pieces.push(...others(text.slice(from, match.index)));
    pieces.push(piece(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(...others(text.slice(from)));
  return pieces;
}

/** A mention, a date or a link, as it is between `<` and `>`. */
function angle(inner: string): Piece {
  const [target = '', label] = inner.split('|', 2);
  const text = unescaped(label ?? target);
  const [, date, format = ''] = /^!date\^(\d+)\^([^^]*)/.exec(target) ?? [];
  if (date !== undefined) return { kind: 'date', seconds: Number(date), format: unescaped(format), text };
  if (target.startsWith('@')) return { kind: 'person', text: target.slice(1) };
  if (target.startsWith('#')) return { kind: 'channel', text: target.slice(1) };
  if (target.startsWith('!')) return { kind: 'group', text: text.replace(/^!(?:subteam\^)?/, '@') };
  if (/^(?:https?|mailto|tel):/.test(target)) return { kind: 'link', url: unescaped(target), text };
  return { kind: 'text', text: `<${unescaped(inner)}>` };
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
