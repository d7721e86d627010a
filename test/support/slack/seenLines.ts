import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import { contentOf } from './fileContent.ts';
import { blockLines, type Ids } from './readable.ts';

/** What came of something that somebody did, as lines; of a file, what `ofFile` makes of its text. */
export function seenLines(seen: Seen, ids: Ids, ofFile = (text: string) => text): string[] {
  switch (seen.kind) {
    case 'message':
      return messageLines(seen, ids);
    case 'view':
      return [
        `${seen.by}${seen.userId === '' ? '' : ` for ${seen.userId}`}`,
        ...indented(viewLines(seen.view, ids)),
      ];
    case 'file':
      return [
        `file ${seen.name} to ${JSON.stringify(seen.to)}`,
        ...indented(ofFile(contentOf(seen)).split('\n').map(visible)),
      ];
  }
}

/** A window, or a home tab, from its title to its last button. */
export function viewLines(view: unknown, ids: Ids): string[] {
  const words = ['title', 'submit', 'close'].map((name) => `${name} "${textAt(view, name, 'text')}"`);
  const metadata = ids.nameOf(textAt(view, 'private_metadata'));
  return [
    `${textAt(view, 'type')} ${textAt(view, 'callback_id')} ${words.join(', ')}${metadata === '' ? '' : `, metadata ${metadata}`}`,
    ...blockLines(listAt(view, 'blocks'), ids),
  ];
}

/** What a request was answered with at once. */
export function atOnceLines(answer: unknown, ids: Ids): string[] {
  if (answer === undefined) return [];
  const view = at(answer, 'view');
  if (view !== undefined)
    return [`at once: ${textAt(answer, 'response_action')}`, ...indented(viewLines(view, ids))];
  const options = listAt(answer, 'options').map(
    (option) => `  ${textAt(option, 'value')}=${textAt(option, 'text', 'text')}`,
  );
  return at(answer, 'options') === undefined
    ? [`at once: ${JSON.stringify(answer)}`]
    : ['options:', ...options];
}

const ALWAYS_THE_SAME = {
  unfurl_links: false,
  unfurl_media: false,
  response_type: 'ephemeral',
};

function messageLines({ by, body }: Extract<Seen, { kind: 'message' }>, ids: Ids): string[] {
  // An answer replaces the announcement before it, which depends on the machine.
  const { text, blocks, replace_original: _, ...flags } = { ...Object(body) } as Record<string, unknown>;
  const told = Object.entries(flags)
    .filter(([name, value]) => String(Reflect.get(ALWAYS_THE_SAME, name)) !== String(value))
    .map(
      ([name, value]) => `${name} ${ids.nameOf(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
  const missing = Object.keys(ALWAYS_THE_SAME).filter((name) => !(name in flags) && by === 'response_url');
  const head = [by, ...told, ...missing.map((name) => `without ${name}`)].join(', ');
  const listed = listAt({ blocks }, 'blocks');
  const isFirst = text === textAt(listed[0], 'text', 'text');
  return [
    head,
    ...indented([isFirst ? 'text: the first block' : `text: ${String(text)}`, ...blockLines(listed, ids)]),
  ];
}

function indented(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`.trimEnd());
}

/** A carriage return and a byte order mark are seen. */
function visible(line: string): string {
  return line.replace('\r', '␍').replace('\uFEFF', '<BOM>');
}
