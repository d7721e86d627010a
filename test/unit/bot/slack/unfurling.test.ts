import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BOT = fileURLToPath(new URL('../../../../bot/', import.meta.url));
/** Everything that can put a message with links into a channel or a conversation. */
const POSTING = /\.chat\s*\.\s*(?:postMessage|postEphemeral|scheduleMessage|update)\s*\(/g;

interface PostingCall {
  readonly path: string;
  readonly text: string;
}

/** The calls in the sources of the bot, from the method to its closing parenthesis. */
function postingCalls(): PostingCall[] {
  return readdirSync(BOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const source = readFileSync(`${BOT}${path}`, 'utf8');
      return [...source.matchAll(POSTING)].map(({ index, 0: start }) => ({
        path,
        text: source.slice(index, endOfCall(source, index + start.length)),
      }));
    });
}

function endOfCall(source: string, from: number): number {
  let open = 1;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '(') open += 1;
    if (source[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  throw new Error('a call that does not end');
}

test('no message that the bot posts unfurls a link', () => {
  const calls = postingCalls();
  expect(calls.map(({ path }) => path)).toContain('slack/messages.ts');
  for (const { path, text } of calls) {
    for (const flag of ['unfurl_links: false', 'unfurl_media: false']) expect(text, path).toContain(flag);
  }
});

test('no message is posted past the client, where these calls would not be seen', () => {
  const sources = readdirSync(BOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('demo/'),
  );
  for (const path of sources) {
    expect(readFileSync(`${BOT}${path}`, 'utf8'), path).not.toMatch(
      /apiCall\(\s*['"]chat\.|\/api\/chat\.|\bsay\(\{|chatStream\(/,
    );
  }
});
