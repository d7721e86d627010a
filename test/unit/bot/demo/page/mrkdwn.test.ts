import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EMOJI } from '../../../../../bot/demo/page/emoji.ts';
import { type Piece, readMrkdwn } from '../../../../../bot/demo/page/mrkdwn.ts';

/** Each piece as its kind and its text, pieces inside in brackets. */
function written(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if ('pieces' in piece) return `${piece.kind}[${written(piece.pieces)}]`;
      if (piece.kind === 'link') return `link(${piece.url})${piece.text}`;
      if (piece.kind === 'date') return `date(${piece.seconds} ${piece.format})${piece.text}`;
      return piece.kind === 'text' ? piece.text : `${piece.kind}(${piece.text})`;
    })
    .join('');
}

describe('mrkdwn is read as Slack reads it', () => {
  test.each([
    ['*bold*, _italic_ and ~gone~', 'bold[bold], italic[italic] and strike[gone]'],
    ['2 * 3 * 4, snake_case_name and a~b~c', '2 * 3 * 4, snake_case_name and a~b~c'],
    ['*a `code` in bold* and `*no bold* in code`', 'bold[a code(code) in bold] and code(*no bold* in code)'],
    ['*<https://a.example/_x_?b&amp;c|a link>*', 'bold[link(https://a.example/_x_?b&c)a link]'],
    ['<@U0KARI> in <#C0STOCK|stock>, <!here>', 'person(U0KARI) in channel(C0STOCK), group(@here)'],
    ['<!date^1795160700^{date_short} at {time}|Fri>', 'date(1795160700 {date_short} at {time})Fri'],
    [':warning: 08:30:15 :+1:', 'emoji(warning) 08emoji(30)15 emoji(+1)'],
    ['a\n```\nb  *c*\n d\n```\ne', 'a\nfence(b  *c*\n d)e'],
    ['&gt; said *so*\n&gt; twice\nand on', 'quote[said bold[so]\ntwice]and on'],
  ])('%s', (text, pieces) => {
    expect(written(readMrkdwn(text))).toBe(pieces);
  });

  test('escaped text of any origin stays text, and an address that is no link is none', () => {
    expect(readMrkdwn('&lt;@U0KARI&gt; &amp;lt; &lt;b&gt;')).toEqual([
      { kind: 'text', text: '<@U0KARI> &lt; <b>' },
    ]);
    expect(readMrkdwn('<javascript:alert(1)|click>')).toEqual([
      { kind: 'text', text: '<javascript:alert(1)|click>' },
    ]);
  });

  test('every emoji that the bot sends is drawn', () => {
    const folder = new URL('../../../../../bot', import.meta.url);
    const sent = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/node_modules|dist|demo/.test(file))
      .flatMap(
        (file) =>
          readFileSync(new URL(`bot/${file}`, new URL('.', folder)), 'utf8').match(
            /(?<=['"` (]):[a-z_]{3,}:(?=[ '"`])/g,
          ) ?? [],
      )
      .map((name) => name.slice(1, -1));
    const undrawn = [...new Set(sent)].filter((name) => !Object.hasOwn(EMOJI, name) && name !== 'memory');
    expect(sent.length).toBeGreaterThan(20);
    expect(undrawn).toEqual([]);
  });
});
