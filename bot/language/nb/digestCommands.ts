import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { capitalized, countedWords, reportNamed, theReport } from './words.ts';

export const digestCommands = (format: Formatter): Catalog['digest']['commands'] => ({
  noChannel:
    'En rapport hører til en kanal, og dette er en direktemelding. Skriv # og velg kanalen fra listen.',
  twoDigests: (takesBoth) =>
    `Kanalen får både lagerrapport og salgsrapport. Skriv «lager»${takesBoth ? ', «salg» eller «begge»' : ' eller «salg»'}.`,
  none: (kind, where, command) =>
    `${where} har ingen ${reportNamed(kind)}. Skriv ${command} for å sette opp en.`,
  paused: (kind, where, until, command) =>
    `${capitalized(theReport(kind))} i ${where} er på pause til ${format.day(until)}. Skriv ${command} for å fortsette nå.`,
  unsubscribed: (kind, where, command) =>
    `${where} får ikke lenger ${theReport(kind)}. Innstillingene er lagret; skriv ${command} for å starte den igjen.`,
  resumed: (kind, where, next) =>
    `${capitalized(theReport(kind))} kommer igjen i ${where}.${next === undefined ? '' : ` ${next}`}`,
  buttonExpired: (days) =>
    `Knappen virker ikke lenger. Knappene under en rapport virker i ${countedWords(format).days(days)}. \`/digest forhåndsvis\` viser de nyeste tallene.`,

  now: {
    posted: (kind, days, where) =>
      `${capitalized(theReport(kind))} for ${format.range(days)} er sendt til ${where}. Den faste rapporten kommer som vanlig.`,
    askedBefore: (kind, where, askedAt, againAt, timeZone) =>
      `Du ba om ${theReport(kind)} i ${where} kl. ${format.time(askedAt, timeZone)}. Du kan sende den igjen kl. ${format.time(againAt, timeZone)}.`,
    rateLimited: (where) => `Slack ber om en pause i ${where}; rapporten kommer om et minutt eller to.`,
    later: (where) =>
      `Slack tar ikke imot rapporten akkurat nå. Appen prøver igjen i ${where} de neste minuttene og sier fra hvis det ikke går.`,
    unwritten:
      'Appen klarte ikke å lage rapporten nå. Den prøver to ganger til de neste to minuttene; går ikke det heller, får du en melding.',
    rejected: (fix) => `Appen fikk ikke sendt rapporten. ${fix}`,
    disabled: 'Slack godtar ikke appen lenger. Be en administrator installere den på nytt.',
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
    none: (where) => `Det er ikke sendt noen rapporter til ${where} ennå.`,
    title: (where) => `De siste rapportene i ${where}, de nyeste først:`,
    run: (run) => `• ${run}`,
    older: (runs) => `${format.counted(runs, 'eldre rapport', 'eldre rapporter')} vises ikke her.`,
  },
  list: {
    none: 'Det er ingen rapporter du kan endre. Skriv `/digest abonner` i en kanal for å få en.',
    title: 'Rapporter du kan endre:',
    digest: (where, kind, when, products, next) =>
      `• ${where}, ${reportNamed(kind)}: ${when}, ${products}. ${next}`,
    more: (digests) =>
      `og ${format.counted(digests, 'rapport', 'rapporter')} til i kanaler du er med i; skriv \`/digest status\` i en kanal for å se dem der.`,
  },
});
