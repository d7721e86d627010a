/** How long a label may be where nothing else is said: a cell of a table holds it. */
export const LABEL_CHARACTERS = 80;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const ISOLATED = 2;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * "1101 Pale Ale": the number whole, then as much of the name as fits in `most` characters (UTF-16 units, Slack's count
 * is never larger). It is plain text of foreign origin: it goes into raw_text or plain_text as it is, and through
 * `escapeMrkdwn` into mrkdwn. A name that is written from right to left is set apart, or it would drag the number along.
 */
export function labelOf(id: string, name: string | undefined, most = LABEL_CHARACTERS): string {
  if (name === undefined || name === '') return id;
  const room = most - id.length - 1;
  if (!RIGHT_TO_LEFT.test(name)) return `${id} ${cutName(name, room)}`.trimEnd();
  const cut = cutName(name, room - ISOLATED);
  return cut === '' ? id : `${id} \u2068${cut}\u2069`;
}

/** A name cut to so many characters, between two of what a person sees as one; empty when not one fits. */
export function cutName(name: string, most: number): string {
  if (name.length <= most) return name;
  let end = 0;
  for (const { index, segment } of GRAPHEMES.segment(name.slice(0, most + 1))) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  return end === 0 ? '' : `${name.slice(0, end).trimEnd()}…`;
}
