import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textAt } from '../../../bot/demo/slack/fields.ts';
import { type Outcome, startTestBot } from '../../support/testBot.ts';
import { createRecorder } from './recorder.ts';

/** Mentions in a thread, one after the other, and direct messages. */
const CONVERSATIONS = [
  [
    'kari',
    '#stock',
    ['how much gin did we sell last week', 'and by store?', 'og uken før?', 'in Oslo only', 'by weather'],
  ],
  ['ola', '#stock', ['hva er utsolgt', 'og lav?', 'hjelp', 'takk']],
  ['ola', '#stock', ['og per butikk?']],
  ['kari', 'direct', ['hi', 'what is sold out', 'what about 1101', 'last 7 days', 'thanks']],
  ['kari', 'direct', ['how much '.repeat(80), '/sales yesterday by:week', '/digest list', '/stores help']],
  ['ola', 'direct', ['1101', 'blir det snø i morgen', 'er Torggata åpen på julaften', 'og på søndag?']],
  ['guest', '#stock', ['what is sold out']],
  ['kari', '#shared', ['what is sold out']],
] as const;

test('mentions and direct messages', async () => {
  const bot = await startTestBot();
  const recorder = createRecorder(bot);
  for (const [person, place, texts] of CONVERSATIONS) {
    let thread: string | undefined;
    for (const text of texts) {
      await recorder.record(`[${person} in ${place}] ${text}`, () => bot.as(person, place).say(text, thread));
      if (place !== 'direct') thread ??= bot.held(place).findLast((message) => message.text === text)?.ts;
    }
  }
  await recorder.compare('messages');
});

/** The command that a sentence was read as, or the sentence that it is answered with. */
function readingIn({ seen }: Outcome): string {
  const [answer] = seen.flatMap((each) => (each.kind === 'message' ? [each.body] : []));
  const command = textAt(answer, 'metadata', 'event_payload', 'command');
  return command === '' ? `? ${textAt(answer, 'text')}` : command;
}

test('sentences', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', 'direct');
  // Each is understood for itself, without the one before.
  const fault = { kind: 'say', error: 'missing_scope' } as const;
  bot.slack.faults.add({ fault, name: 'conversations.history', times: Number.POSITIVE_INFINITY });
  const file = new URL('commands/sentences.txt', import.meta.url);
  const lines: string[] = [];
  for (const text of readFileSync(file, 'utf8').trim().split('\n')) {
    lines.push(text, `    ${readingIn(await hand.say(text))}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/sentences.txt');
});
