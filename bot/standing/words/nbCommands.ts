import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted, theReport } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { DigestWords } from './en.ts';
import { anyOf } from './nbSettings.ts';

const ALL_OF = new Intl.ListFormat('nb-NO', { type: 'conjunction' });

export const digestCommands = (format: Formatter): DigestWords['commands'] => ({
  noChannel:
    'En rapport hører til en kanal eller til deg, og dette er en samtale med andre. Skriv # og velg en kanal fra listen. Skriv kommandoen i meldingene dine med appen for å få rapporten selv.',
  severalDigests: (names, typed) => `Her finnes ${ALL_OF.format(names)}. Skriv ${anyOf(typed.map(quoted))}.`,
  full: {
    place: (most) =>
      `Ingenting er endret: Hit kommer det allerede ${most} rapporter med navn eller i direktemeldinger, og flere kan det ikke være. Avslutt en med \`/digest avslutt\` først, eller velg et annet sted.`,
    owner: (most) =>
      `Ingenting er endret: Du har satt opp ${most} rapporter med navn eller i direktemeldinger, og flere kan ikke én person ha. Avslutt en med \`/digest avslutt\` først; \`/digest liste\` viser dem du kan endre.`,
    workspace: (most) =>
      `Ingenting er endret: Arbeidsområdet har allerede ${most} rapporter med navn eller i direktemeldinger, og flere kan det ikke ha. Avslutt en med \`/digest avslutt\` først; \`/digest liste\` viser dem du kan endre.`,
  },
  nameTaken: (name, mayBeMeant) =>
    `${quoted(name)} er allerede navnet på en annen rapport her. ${mayBeMeant ? 'Utelat «kalt» for å endre den, eller velg et annet navn.' : 'Velg et annet navn.'}`,
  none: (name, where, command) =>
    `${capitalized(where)} har ingen ${name}. Skriv ${command} for å sette opp en.`,
  paused: (name, where, until, command) =>
    `${capitalized(theReport(name))} i ${where} er på pause til ${format.day(until)}.${command === undefined ? '' : ` Skriv ${command} for å fortsette nå.`}`,
  unsubscribed: (name, where, command) =>
    `${capitalized(where)} får ikke lenger ${theReport(name)}. Innstillingene er lagret${command === undefined ? '' : `; skriv ${command} for å starte den igjen`}.`,
  resumed: (name, where, next) =>
    `${capitalized(where)} får ${theReport(name)} igjen.${next === undefined ? '' : ` ${next}`}`,
  buttonExpired: (days) =>
    `Knappen virker ikke lenger. Knappene under en rapport virker i ${countedWords(format).days(days)}. \`/digest forhåndsvis\` viser de nyeste tallene.`,

  now: {
    posted: (name, days, where) =>
      `${capitalized(theReport(name))} for ${format.range(days)} er sendt til ${where}. Den faste rapporten kommer som vanlig.`,
    askedBefore: (name, where, askedAt, againAt, timeZone) =>
      `Du ba om ${theReport(name)} i ${where} kl. ${format.time(askedAt, timeZone)}. Du kan sende den igjen kl. ${format.time(againAt, timeZone)}.`,
    rejected: (fix) => `Appen fikk ikke sendt rapporten. ${fix}`,
    disabled: 'Slack godtar ikke appen lenger. Be en administrator installere den på nytt.',
    clockWrong:
      'Ingenting ble sendt: Klokken på maskinen som kjører appen, går feil. Be den som drifter appen, om å stille den.',
    underWay: (where) =>
      `Rapporten er ikke i ${where} ennå. Appen prøver igjen og sier fra hvis det ikke går.`,
  },
  preview: {
    note: (where) => `Forhåndsvisning for ${where}; bare du ser dette.`,
    text: (text) => `Forhåndsvisning: ${text}`,
  },

  status: {
    none: (where) => `${capitalized(where)} har ingen rapport. Skriv \`/digest abonner\` for å sette opp en.`,
    title: (name, where, when) => `*${capitalized(name)}* i ${where}: ${when}`,
    setting: (words) => `• ${words}`,
    stale: (words) => `• uten nye tall: ${words}`,
  },
  list: {
    none: 'Det er ingen rapporter du kan endre, og ingen varsler her.',
    start:
      'Skriv `/digest abonner` i en kanal for å sette opp en rapport, eller velg *Varsle meg …* under et svar.',
    title: 'Rapporter og varsler:',
    when: (days, time) => `${days} kl. ${time}`,
    failed: (day, state) => `:warning: ${format.day(day)}: ${state}`,
    more: (digests) =>
      `og ${format.counted(digests, 'rapport', 'rapporter')} til i kanaler du er med i; skriv \`/digest status\` i en kanal for å se rapportene der.`,
  },
});
