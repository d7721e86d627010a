import { at as fieldOf, listAt, textAt } from '../../../bot/demo/slack/fields.ts';

/** Names and ids as an ill-meaning or merely unlucky supplier could have them. */
export const FOREIGN: Readonly<Record<string, string>> = {
  'a mention of the channel': '<!channel> & <!here>',
  'a mention of a person': '<@U1>',
  'a link': '<https://evil.example|1101>',
  'a bare address': 'https://evil.example/a @here #general',
  'bold, italics and strikes': '*1101* _x_ ~y~',
  'a code fence': '```\n<!channel>\n```',
  backticks: '`1101`',
  ampersands: '&'.repeat(300),
  'escaped already': '&lt;!channel&gt; &amp;amp;',
  '300 characters': 'Æ'.repeat(300),
  'zero-width characters': '11\u200b01\u200d\u2060\ufeff',
  emoji: '🧊👩‍👩‍👧‍👦'.repeat(40),
  'line breaks': 'one\ntwo\r\nthree\u2028four',
  'a quote': '> quoted',
  'nothing at all': '',
  'a space': ' ',
  'right to left': '\u05e9\u05dc\u05d5\u05dd \u202eabc',
  'a formula': '=HYPERLINK("https://evil.example";"1101")',
  'a pipe': '1101|90210',
  '3,000 characters': 'Ærlig & <b> '.repeat(250),
};

/**
 * Marks in a message that Slack would act on and that did not come from the bot: raw angle brackets, a bare ampersand,
 * code that is not closed, or mrkdwn in which Slack looks for addresses and names by itself.
 */
export function activeMarksOf({ text, blocks }: { text: string; blocks: readonly unknown[] }): string[] {
  const marks = marksIn(text).map((mark) => `text: ${mark}`);
  blocks.forEach((block, at) => {
    for (const element of mrkdwnOf(block)) {
      if (fieldOf(element, 'verbatim') !== true)
        marks.push(`block ${at}: Slack makes links of addresses (not verbatim)`);
      for (const mark of marksIn(textAt(element, 'text'))) marks.push(`block ${at}: ${mark}`);
    }
  });
  return marks;
}

function mrkdwnOf(block: unknown): object[] {
  const texts = textAt(block, 'type') === 'context' ? listAt(block, 'elements') : [fieldOf(block, 'text')];
  return texts.filter(
    (each): each is object => typeof each === 'object' && each !== null && textAt(each, 'type') === 'mrkdwn',
  );
}

function marksIn(text: string): string[] {
  const marks: string[] = [];
  if (/[<>]/.test(text)) marks.push('a raw angle bracket');
  if (/&(?!(amp|lt|gt);)/.test(text)) marks.push('a bare ampersand');
  const fences = text.split('```').length - 1;
  if (fences % 2 === 1) marks.push('an open code fence');
  if (fences > 2) marks.push('more than one code fence');
  if ((text.replaceAll('```', '').split('`').length - 1) % 2 === 1) marks.push('open code');
  return marks;
}
