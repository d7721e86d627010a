import type { LanguageCode } from '../language/formatter.ts';
import type { JumpName, Suggestion } from './page/protocol.ts';
import { PLACES } from './slack/cast.ts';

/** Who the demo can be looked at as: in which language, with which rights, and what makes them worth a look. */
export const PEOPLE_SHOWN = [
  { person: 'kari', language: 'en', seesSales: true, note: 'Admin, reads English' },
  { person: 'ola', language: 'nb', seesSales: true, note: 'Leser norsk' },
  { person: 'per', language: 'en', seesSales: false, note: 'Has no access to sales' },
] as const;

const channel = PLACES['#stock'].id;

/** What the suggestions are called, and what they type. */
const WORDS = {
  en: {
    ask: 'Ask a question, then follow up',
    digest: ['Get an answer every morning', 'low 14 every day at 08:30'],
    alert: ['Set an alert and wait for it', 'mine when out'],
    form: 'Fill in a form',
    file: ['Download a file', 'All rows'],
    sales: {
      question: 'how much gin did we sell last week',
      followUp: 'and by store?',
      rows: 'last week by:store',
    },
    stock: { question: 'how much gin is in stock', followUp: 'and cider?', rows: 'mine' },
  },
  nb: {
    ask: 'Still et spørsmål, og følg opp',
    digest: ['Få et svar hver morgen', 'lavt 14 hver dag kl. 08:30'],
    alert: ['Sett opp et varsel og vent på det', 'mine når utsolgt'],
    form: 'Fyll ut et skjema',
    file: ['Last ned en fil', 'Alle rader'],
    sales: {
      question: 'hvor mye gin solgte vi forrige uke',
      followUp: 'og per butikk?',
      rows: 'forrige uke per butikk',
    },
    stock: { question: 'hvor mye gin er på lager', followUp: 'og cider?', rows: 'mine' },
  },
} as const;

/** Where to begin: with sales for who sees them. */
export function suggestionsFor(language: LanguageCode, seesSales: boolean): readonly Suggestion[] {
  const words = WORDS[language];
  const subject = seesSales ? 'sales' : 'stock';
  const { question, followUp, rows } = words[subject];
  return [
    { title: words.ask, steps: [mention(question, false), mention(followUp, true)] },
    { title: words.digest[0], steps: [command('stock', words.digest[1]), NEXT_DIGEST] },
    { title: words.alert[0], steps: [command('stock', words.alert[1]), NEXT_DIGEST] },
    { title: words.form, steps: [command(subject, '')] },
    {
      title: words.file[0],
      steps: [command(subject, rows), { kind: 'click', channel, title: words.file[1] }],
    },
  ];
}

/** What stands on the buttons that move the clock. */
export const JUMP_TITLES: Readonly<Record<LanguageCode, Readonly<Record<JumpName, string>>>> = {
  en: { '07:45': 'Next 07:45', '08:30': 'Next 08:30', monday: 'Next Monday' },
  nb: { '07:45': 'Neste 07:45', '08:30': 'Neste 08:30', monday: 'Neste mandag' },
};

const NEXT_DIGEST = { kind: 'moveClock', to: '08:30', channel } as const;

function command(subject: 'stock' | 'sales', text: string) {
  return { kind: 'command', channel, command: `/${subject}`, text } as const;
}

function mention(text: string, inThread: boolean) {
  return { kind: 'message', channel, text: `@Retail Data ${text}`, inThread } as const;
}
