import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { capitalized, countedWords, reportNamed, theReport } from './words.ts';

export const digestCommands = (format: Formatter): Catalog['digest']['commands'] => ({
  noChannel:
    'En rapport hører til en kanal, og dette er en direktemelding. Skriv # og velg kanalen fra listen.',
  twoDigests: (takesBoth) =>
    `Kanalen får både lagerrapport og salgsrapport. Skriv «lager»${takesBoth ? ', «salg» eller «begge»' : ' eller «salg»'}.`,
  deadlineTooEarly: (deadline, digestTime) =>
    `Fristen, kl. ${deadline}, er før rapporten skal sendes, kl. ${digestTime}, så ingenting er endret. Med frist kl. ${digestTime} venter den ikke; med en senere frist gjør den det.`,
  savedButInvalid: (why) => `Det er lagret, men noe gjenstår. ${why}`,
  none: (kind, where, command) =>
    `Det kommer ingen ${reportNamed(kind)} i ${where}; skriv ${command} for å få en.`,
  paused: (kind, where, until, command) =>
    `${capitalized(theReport(kind))} i ${where} er på pause og kommer igjen ${format.day(until)}; skriv ${command} for å få den tidligere.`,
  unsubscribed: (kind, where, command) =>
    `${capitalized(theReport(kind))} kommer ikke lenger i ${where}, heller ikke når appen starter på nytt. Innstillingene er lagret; skriv ${command} for å få den tilbake.`,
  resumed: (kind, where, next) =>
    `${capitalized(theReport(kind))} kommer igjen i ${where}.${next === undefined ? '' : ` ${next}`}`,
  resumedButInvalid: (why) => `Pausen er over, men noe gjenstår. ${why}`,
  buttonExpired: (days) =>
    `Knappen er utløpt; knappene under en rapport virker i ${days} dager, for alle i kanalen. \`/digest forhåndsvis\` viser de nyeste tallene.`,

  now: {
    posted: (kind, days, where) =>
      `${capitalized(theReport(kind))} for ${format.range(days)} er sendt til ${where}. Den faste rapporten kommer som vanlig.`,
    askedBefore: (kind, where, askedAt, againAt, timeZone) =>
      `Du ba om ${theReport(kind)} i ${where} kl. ${format.time(askedAt, timeZone)}. Du kan sende den igjen kl. ${format.time(againAt, timeZone)}.`,
    rateLimited: (where) => `Slack ber om en pause i ${where}; rapporten kommer om et minutt eller to.`,
    later: (where) =>
      `Slack tar ikke imot rapporten akkurat nå; den kommer i ${where} om noen minutter. Går ikke det, får du en melding.`,
    unwritten:
      'Appen klarte ikke å lage rapporten nå. Den prøver to ganger til de neste to minuttene; går ikke det heller, får du en melding.',
    rejected: (fix) => `Appen fikk ikke sendt rapporten. ${fix}`,
    disabled: 'Slack godtar ikke appen lenger. Få den installert i arbeidsområdet på nytt.',
    clockWrong:
      'Ingenting ble sendt. Klokken på maskinen som appen kjører på, går feil. Si fra til den som driver appen, slik at klokken blir stilt.',
    unclear: (where) =>
      `Slack bekreftet ikke at rapporten kom fram. Appen ser etter den i ${where} og sender den på nytt bare hvis den mangler.`,
    underWay: (where) => `Rapporten er på vei til ${where}.`,
  },
  preview: {
    note: (where) => `Slik blir det i ${where}; bare du ser dette.`,
    text: (text) => `Forhåndsvisning: ${text}`,
  },

  status: {
    none: (where) => `${where} får ingen daglig rapport; skriv \`/digest abonner\` for å få en.`,
    title: {
      stock: (where, when) => `*Lagerrapport* i ${where}: ${when}`,
      sales: (where, when) => `*Salgsrapport* i ${where}: ${when}`,
    },
    setting: (words) => `• ${words}`,
    stale: (words) => `• uten nye tall: ${words}`,
    noStock: 'Ingen beholdning er hentet ennå.',
    stock: (day, products) =>
      `Nyeste beholdning: ${format.day(day)}, ${countedWords(format).products(products)}.`,
  },
  history: {
    none: (where) => `Ingen rapporter har skullet ut i ${where} ennå.`,
    title: (where) => `De siste rapportene i ${where}, de nyeste først:`,
    run: (run) => `• ${run}`,
    older: (runs) => `${format.counted(runs, 'eldre rapport', 'eldre rapporter')} vises ikke her.`,
  },
  invalid: (why) => `:warning: ${why}`,
  list: {
    none: 'Det er ingen rapporter du kan endre. Skriv `/digest abonner` i en kanal for å få en.',
    title: 'Rapporter du kan endre:',
    digest: (where, kind, when, products, next) =>
      `• ${where}, ${reportNamed(kind)}: ${when}, ${products}. ${next}`,
    invalid: (why) => `• :warning: ${why}`,
    more: (digests) =>
      `og ${format.counted(digests, 'rapport', 'rapporter')} til i kanaler du er med i; skriv \`/digest status\` i en kanal for å se dem der.`,
  },
});
