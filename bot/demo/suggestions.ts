import type { LanguageCode } from '../language/formatter.ts';
import type { JumpName, Suggestion } from './page/protocol.ts';
import { PLACES } from './slack/cast.ts';

/** Who the demo can be looked at as: in which language, and what makes them worth a look. */
export const PEOPLE_SHOWN = [
  { person: 'kari', language: 'en', note: 'Admin, reads English' },
  { person: 'ola', language: 'nb', note: 'Leser norsk' },
  { person: 'per', language: 'en', note: 'Has no access to sales' },
] as const;

const stock = PLACES['#stock'].id;

/** Where to begin. */
export const SUGGESTIONS: Readonly<Record<LanguageCode, readonly Suggestion[]>> = {
  en: [
    {
      title: 'Ask a question, then follow up',
      steps: [
        message('@Retail Data how much gin did we sell last week', false),
        message('@Retail Data and by store?', true),
      ],
    },
    { title: 'Get the next stock digest', steps: [move('08:30')] },
    {
      title: 'Set an alert and wait for it',
      steps: [command('/stock', 'alert out'), move('08:30')],
    },
    { title: 'Fill in a form', steps: [command('/sales', '')] },
    {
      title: 'Download a file',
      steps: [command('/sales', 'last week by:store'), { kind: 'click', channel: stock, title: 'All rows' }],
    },
  ],
  nb: [
    {
      title: 'Still et spørsmål, og følg opp',
      steps: [
        message('@Retail Data hvor mye gin solgte vi forrige uke', false),
        message('@Retail Data og per butikk?', true),
      ],
    },
    { title: 'Få neste lagerrapport', steps: [move('08:30')] },
    {
      title: 'Sett opp et varsel og vent på det',
      steps: [command('/stock', 'varsle utsolgt'), move('08:30')],
    },
    { title: 'Fyll ut et skjema', steps: [command('/sales', '')] },
    {
      title: 'Last ned en fil',
      steps: [
        command('/sales', 'forrige uke per butikk'),
        { kind: 'click', channel: stock, title: 'Alle rader' },
      ],
    },
  ],
};

/** What stands on the buttons that move the clock. */
export const JUMP_TITLES: Readonly<Record<LanguageCode, Readonly<Record<JumpName, string>>>> = {
  en: { '07:45': 'Next 07:45', '08:30': 'Next 08:30', monday: 'Next Monday' },
  nb: { '07:45': 'Neste 07:45', '08:30': 'Neste 08:30', monday: 'Neste mandag' },
};

function command(name: string, text: string) {
  return { kind: 'command', channel: stock, command: name, text } as const;
}

function message(text: string, inThread: boolean) {
  return { kind: 'message', channel: stock, text, inThread } as const;
}

function move(to: JumpName) {
  return { kind: 'moveClock', to, channel: stock } as const;
}
