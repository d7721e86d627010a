import { readFileSync } from 'node:fs';
import { textAt } from '../../../bot/demo/slack/fields.ts';
import type { Outcome } from '../../support/testBot.ts';
import { readCommandsOf, recordQuestions } from './commands.ts';
import { recordFormsOf } from './forms.ts';
import { type Recording, testRecording, testRecordings } from './recording.ts';

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

const MESSAGES: Recording = {
  name: 'messages',
  about: 'mentions and direct messages',
  recorded: { hasAnswers: true },
  record: async (recorder, bot) => {
    for (const [person, place, texts] of CONVERSATIONS) {
      let thread: string | undefined;
      for (const text of texts) {
        await recorder.record(`[${person} in ${place}] ${text}`, () =>
          bot.as(person, place).say(text, thread),
        );
        if (place !== 'direct')
          thread ??= bot.held(place).findLast((message) => message.text.endsWith(text))?.ts;
      }
    }
  },
};

/** The command that a sentence was read as, or the sentence that it is answered with. */
function readingIn({ seen }: Outcome): string {
  const [answer] = seen.flatMap((each) => (each.kind === 'message' ? [each.body] : []));
  const command = textAt(answer, 'metadata', 'event_payload', 'command');
  return command === '' ? `? ${textAt(answer, 'text')}` : command;
}

const SENTENCES: Recording = {
  name: 'sentences',
  about: 'sentences, each understood without the one before',
  record: async (recorder, bot) => {
    const hand = bot.as('kari', 'direct');
    const fault = { kind: 'say', error: 'missing_scope' } as const;
    bot.slack.faults.add({ fault, name: 'conversations.history', times: Number.POSITIVE_INFINITY });
    const file = new URL('commands/sentences.txt', import.meta.url);
    for (const text of readFileSync(file, 'utf8').trim().split('\n'))
      recorder.write(text, readingIn(await hand.say(text)).split('\n'));
  },
};

const SALES: Recording = {
  name: 'sales',
  about: 'everything that is typed behind /sales, and what stands below the answers',
  record: (recorder) => recordQuestions(recorder, readCommandsOf('sales')),
};

/** It has stored what it is asked about: to read that for each question takes longer than all else. */
const WITH_TWO_YEARS = { settings: { salesHistoryDays: 790, salesRetentionDays: 1_100 } };

testRecordings(WITH_TWO_YEARS, [MESSAGES, SALES, SENTENCES]);

testRecording(recordFormsOf('sales'));
