import type { Formatter } from '../../language/formatter.ts';
import { quoted, theReport } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { DigestVerb } from '../vocabulary.ts';
import { type DigestWords, usualOfOthers } from './en.ts';
import { digestCommands } from './nbCommands.ts';
import { digestOutcomes } from './nbOutcomes.ts';
import { ofCommand, presets } from './nbPresets.ts';
import { anyOf, digestSettings, EVERY } from './nbSettings.ts';

/** The Norwegian words that people type. */
export const DIGEST_VERBS: Readonly<Record<DigestVerb, string>> = {
  subscribe: 'abonner',
  list: 'liste',
  pause: 'pause',
  stop: 'stopp',
  unsubscribe: 'avslutt',
  resume: 'fortsett',
  preview: 'forhåndsvis',
  now: 'nå',
  status: 'status',
};

/** The Norwegian words that people type as values. */
const VALUES: Readonly<Record<string, string>> = {
  norwegian: 'norsk',
  english: 'engelsk',
};

const ALL_OF = new Intl.ListFormat('nb-NO', { type: 'conjunction' });

const ALL = 'alle';

function arriving([first, ...others]: Parameters<DigestWords['help']['note']>[0]): string {
  if (first === undefined) return '';
  return [
    `${capitalized(first.fresh)} kommer ca. kl. ${first.ownFrom}`,
    ...others.map(({ fresh, ownFrom }) => `${fresh} ca. kl. ${ownFrom}`),
  ].join(', ');
}

export const norwegian = (format: Formatter): DigestWords => ({
  typed: {
    ...DIGEST_VERBS,
    all: ALL,
    at: 'kl',
    until: 'til',
    weekdays: 'hverdager',
    daily: 'daglig',
    'products:': 'varer:',
    'store:': 'butikk:',
    named: 'kalt',
    without: 'uten',
    'language:norwegian': 'språk:norsk',
    'language:english': 'språk:engelsk',
  },
  all: ALL,
  banner: {
    lateBot: (dueAt, timeZone) =>
      `Rapporten er forsinket: Appen fikk ikke sendt den kl. ${format.time(dueAt, timeZone)}.`,
  },
  presets,
  of: ofCommand(format),
  nothingRead: (data) =>
    `${capitalized(data)} har ikke kommet ennå, så det er ingen rapport å sende. Appen prøver igjen med noen minutters mellomrom. Se \`/digest status\`.`,
  lateDays: (late) => `Med ${format.days(late)}, som kom etter forrige rapport`,
  closedBefore: (closed) => `Butikkene var stengt ${format.days(closed)}`,
  question: {
    asked: (command) => `Svaret på ${command}`,
    why: (command) =>
      `Dette er svaret på ${command}. Skriv kommandoen for å se de samme tallene, eller åpne dem under *Hele listen*.`,
    unanswered: (command, why) => `:warning: ${command} har ikke noe svar denne gangen. ${why}`,
    notOne: 'Det er ikke lenger et spørsmål.',
    unchanged: (name, day) => `*${name}*: Ingen tall er endret siden ${format.day(day)}.`,
  },
  settings: digestSettings(format),
  outcomes: digestOutcomes(format),
  every: {
    refused: {
      interval: (typed) =>
        `${quoted(typed)} går ikke. Velg hver dag, hver hverdag, dager som hver mandag og torsdag, hver uke eller hver måned.`,
      nth: (typed) =>
        `${quoted(typed)} går ikke. Velg hver måned, som er den første virkedagen, eller en dag som hver mandag.`,
      unit: (typed) =>
        `${quoted(typed)} går ikke. Velg hver dag, hver hverdag, en dag som hver mandag, hver uke eller hver måned.`,
      time: (typed) =>
        `${quoted(typed)} er ikke et klokkeslett. Skriv et klokkeslett fra 00:00 til 23:59 bak, for eksempel kl. 08:30.`,
    },
    fixed:
      'Disse dagene endrer seg aldri, så svaret ville alltid være det samme. Velg en periode som endrer seg, for eksempel forrige uke, eller se hva som er i disse dagene.',
    nothingAbove:
      'Det er ikke noe svar over som kan sendes. Still spørsmålet i denne tråden først, eller skriv det foran tidspunktet: `salg forrige uke hver mandag kl. 08:00`.',
    onlyForYou: 'Du kan ikke endre hva som sendes i denne kanalen. Du kan få det selv i stedet.',
    forMe: 'Send det til meg',
    offer: (cadence, isOfWeekdays) => `Send det ${isOfWeekdays ? 'hver hverdag' : EVERY[cadence]}`,
    menu: 'Send regelmessig …',
    form: {
      title: 'Send regelmessig',
    },
  },
  commands: digestCommands(format),
  buttons: {
    list: 'Hele listen',
    settings: 'Innstillinger',
    postOne: 'Send en nå',
    newDigest: 'Ny rapport',
    change: 'Endre',
    now: 'Send nå',
    preview: 'Forhåndsvis',
    pause: 'Sett på pause en uke',
    resume: 'Fortsett',
    unsubscribe: 'Fjern',
    subscribe: 'Sett opp igjen',
  },
  fileComment: (rows, days) =>
    `${rows === 1 ? '1 rad' : `Alle ${format.units(rows)} rader`} for ${format.range(days)}`,
  help: {
    subscribe: (gets, cadence) => `I denne kanalen ${EVERY[cadence]}: ${gets}`,
    lines: {
      list: 'Rapportene og varslene du kan endre',
      'preview stock': 'Se hvordan lagerrapporten ser ut nå; bare du ser den',
      'pause stock until friday': 'Sett lagerrapporten i denne kanalen på pause',
      'subscribe at 09:00 weekdays': 'Velg klokkeslett og dager, for eksempel man,ons,fre',
      'subscribe all': 'Med alle varer i kjeden, ikke bare dine',
      'subscribe sales named "Oslo"': 'En rapport til, med eget navn',
      'pause all until friday': 'Sett alle rapportene i denne kanalen på pause',
      'resume stock': 'Send den igjen etter en pause',
      'now stock': 'Send den nå; den faste rapporten kommer som vanlig',
      status: 'Innstillingene, og hvordan det gikk med de siste rapportene',
      'unsubscribe stock': 'Avslutt lagerrapporten i denne kanalen',
    },
    note: (arrivals) =>
      `${arriving(arrivals)}. En rapport før det viser dagen før. I meldingene dine med appen gjelder kommandoene rapporter som bare du får. Legg til et slag eller et navn for å velge én, som i \`/digest fortsett salg\`.`,
  },
  form: {
    title: 'Rapport',
    content: 'Innhold',
    channel: 'Kanal',
    channelHint: 'Inviter appen dit først: /invite',
    moveHint: 'Velg en annen kanal for å flytte rapporten. Inviter appen dit først: /invite',
    chooseChannel: 'Velg en kanal',
    placeHint: 'La feltet stå tomt for å få rapporten selv, i samtalen din med appen.',
    name: 'Navn',
    nameHint: 'For en ekstra rapport av samme slag. Uten navn er den den første av sitt slag der.',
    time: 'Klokkeslett',
    timeHint: (arrivals, usual, timeZone) =>
      `La feltet stå tomt for kl. ${usual.time}${usualOfOthers(usual, ({ time, names }) => `kl. ${time} for ${names.join(' og ')}`)}. ${arriving(arrivals)} (${timeZone}). En rapport før det viser dagen før.`,
    days: 'Dager',
    choice: 'Varer',
    choices: {
      mine: 'Mine: solgt de siste 90 dagene eller i varelisten',
      all: 'Alle varer i kjeden',
    },
    products: 'Eller disse varene',
    productsHint: 'Erstatter valget over.',
    stores: 'Butikker',
    storesHint: 'For salgsrapporter. La feltet stå tomt for alle butikker.',
    chooseAChannel: 'Velg en kanal.',
    inMonth: 'Bare første virkedag i måneden',
    tickADay: 'Kryss av for minst én dag.',
  },
  mistakes: {
    listTakesNothing: 'Skriv bare /digest liste. Den viser rapportene du kan endre.',
    takesPlace: (typed, verb, kinds) =>
      `/digest ${DIGEST_VERBS[verb]} forstår ikke ${quoted(typed)}. Skriv bare en kanal, og ${anyOf(kinds)}.`,
    oneDigest: (kinds) => `En kommando gjelder én rapport. Velg én kanal, og ${anyOf(kinds)}.`,
    notAChannel: (typed) => `Slack kjenner ikke kanalen ${quoted(typed)}. Skriv # og velg den fra listen.`,
    pauseEnds: 'Skriv hvilken dag rapporten skal fortsette, for eksempel til fredag.',
    oneDay: (name, cadence) =>
      cadence === 'weekly'
        ? `${capitalized(theReport(name))} sendes én dag i uken. Velg én, for eksempel mandag.`
        : `${capitalized(theReport(name))} sendes første virkedag i måneden. Utelat dagene, eller velg én, for eksempel mandag.`,
    twice: {
      at: 'Du har skrevet klokkeslettet to ganger.',
      name: 'Du har skrevet navnet to ganger.',
      language: 'Du har skrevet språket to ganger.',
    },
    nothingBehind: {
      at: (typed) => `Skriv et klokkeslett etter ${quoted(typed)}, for eksempel 08:30.`,
      language: (typed) => `Skriv norsk eller engelsk etter ${quoted(typed)}.`,
      name: (typed) => `Skriv et navn etter ${quoted(typed)}, i anførselstegn hvis det har flere ord.`,
    },
    notATime: (typed) =>
      `${quoted(typed)} er ikke et klokkeslett. Skriv et klokkeslett fra 00:00 til 23:59, for eksempel 08:30.`,
    oneOf: (typed, accepted) =>
      `${quoted(typed)} passer ikke her. Skriv ${accepted.map((word) => VALUES[word] ?? word).join(' eller ')}.`,
    noName: (typed) => `${quoted(typed)} er ikke et navn. Bruk bokstaver eller tall.`,
    nameTooLong: (most) => `Navnet er for langt. Bruk høyst ${most} tegn.`,
    nameIsWord: (name) => `${quoted(name)} er et ord i denne kommandoen. Velg et annet navn.`,
    quoteName: (name) => `Skriv et navn med flere ord i anførselstegn: ${name}.`,
    unknownName: (typed, names, canBeNew) =>
      `Ingen rapport her heter ${quoted(typed)}. ${names.length === 0 ? 'Ingen har navn ennå.' : `Det finnes ${ALL_OF.format(names.map(quoted))}.`}${canBeNew ? ' Vil du ha en ny, så skriv «kalt» foran navnet.' : ''}`,
  },
  home: {
    title: '*Rapporter og varsler*',
    subscribe: 'Ny rapport',
  },
});
