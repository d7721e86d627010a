/** The default maximum length of a label: what fits in a table cell. */
export const LABEL_CHARACTERS = 80;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const ISOLATED = 2;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * "1101 Pale Ale": the whole number, then as much of the name as fits in `most` characters (UTF-16 units, never fewer
 * than Slack counts). The text is of foreign origin: use it in raw_text or plain_text as it is, and in mrkdwn through
 * `escapeMrkdwn`. Right-to-left names are isolated, so that they don't reorder the number.
 */
export function labelOf(id: string, name: string | undefined, most = LABEL_CHARACTERS): string {
  if (name === undefined || name === '') return id;
  const room = most - id.length - 1;
  if (!RIGHT_TO_LEFT.test(name)) return `${id} ${cutName(name, room)}`.trimEnd();
  const cut = cutName(name, room - ISOLATED);
  return cut === '' ? id : `${id} \u2068${cut}\u2069`;
}

/** Cuts a name to `most` characters, at a grapheme boundary; empty if not even one grapheme fits. */
export function cutName(name: string, most: number): string {
  if (name.length <= most) return name;
  let end = 0;
  for (const { index, segment } of GRAPHEMES.segment(name.slice(0, most + 1))) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  return end === 0 ? '' : `${name.slice(0, end).trimEnd()}…`;
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
