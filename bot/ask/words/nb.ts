import type { Formatter } from '../../language/formatter.ts';
import { slackSays } from '../../language/nb/slackSays.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import type { AskWords } from './en.ts';

/** Why Slack refused a file, by Slack's code. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  file_uploads_disabled:
    'Filer er slått av i dette arbeidsområdet. En Slack-administrator kan slå dem på igjen.',
  storage_limit_reached: 'Arbeidsområdet har ikke plass til flere filer.',
  cannot_dm_bot: 'Du har ingen direktesamtale med appen.',
  ratelimited: 'Slack ba om en pause. Klikk igjen om et minutt.',
};

const FILE_SCOPES = new Set(['missing_scope', 'not_allowed_token_type']);

function fileReason(code: string): string {
  if (FILE_SCOPES.has(code)) {
    return 'Appen får ikke sende filer her. Den som drifter appen, må gi den Slack-rettighetene `files:write` og `im:write` og installere den på nytt.';
  }
  return FILE_REASONS[code] ?? `Slack avviste den (${slackSays(code)}).`;
}

/** «dag, uke eller måned» */
const ALTERNATIVES = new Intl.ListFormat('nb-NO', { type: 'disjunction' });

export const norwegian = (format: Formatter): AskWords => {
  const { rows: countedRows, products, stores } = countedWords(format);
  return {
    selection: {
      within: 'i',
      without: 'uten',
      numbered: { product: (id) => `vare ${id}`, store: (id) => `butikk ${id}` },
      counted: (count, of) => (of === 'product' ? products(count) : stores(count)),
    },
    unknown:
      'Appen kjenner ikke dette lenger; det kan være fra en eldre versjon. Skriv kommandoen på nytt, så får du et nytt svar.',
    takesAWhile: 'Henter fra datatjenesten, et øyeblikk …',
    formNotOpened:
      'Slack rakk ikke å åpne skjemaet. Prøv igjen, eller skriv `hjelp` etter kommandoen for å se spørsmål du kan klikke på.',
    message: {
      hello: 'Hei! Spør med egne ord, eller klikk på et spørsmål.',
      help: 'Spør med egne ord, eller klikk på et spørsmål. Endre det så: «og per butikk?», «uken før». I en kanal må du nevne appen i hvert spørsmål. Den hører bare kanaler den er medlem av.',
      thanks: 'Bare hyggelig.',
      file: 'Trykk «Alle rader» under et svar for å få det som fil.',
      fresh: 'I hvert svar står det hvilken dag det gjelder, og når appen hentet tallene.',
      share:
        'Alle her ser et svar fra appen, hvis det ikke står at bare du ser det. Bruk «Del melding» i Slack for å sende det til en annen kanal.',
      anew: 'Dette er et nytt spørsmål. Det bruker ikke noe fra spørsmålet før.',
      stillOpen: 'Appen forstod ikke spørsmålet før. Still hele spørsmålet på nytt.',
      onlySalesWhy: 'Appen kan bare si hvorfor salget endret seg.',
      readAs: (command) => `Lest som \`${command}\``,
      leftOut: (words) => `Ikke lest: «${words}»`,
      onlyYou: (reason) => `Bare du ser dette svaret. ${reason}`,
      which: 'Hva vil du se?',
      unclear: 'Appen fant ikke noe spørsmål i det. Si det med andre ord, eller klikk på et spørsmål.',
      tooLong: (most) => `Et spørsmål med egne ord kan ha maks ${most} tegn. Spør om mindre om gangen.`,
      nothingBefore: (isDirect) =>
        isDirect
          ? 'Det er ikke noe tidligere svar her å endre på. Skriv hele spørsmålet.'
          : 'Det er ikke noe tidligere svar i denne tråden å endre på. Skriv hele spørsmålet.',
    },
    oldButton:
      'Knappen er fra en tidligere versjon av appen. Skriv kommandoen på nytt, så får du et svar med nye knapper.',
    share: {
      noChannel: 'Her er det ingen kanal å dele svaret i.',
      already: 'Svaret ble nettopp delt i kanalen.',
      underWay:
        'Svaret ble nettopp sendt til kanalen, men Slack har ikke bekreftet det. Sjekk kanalen først; du kan dele det på nytt om et minutt.',
      unclear:
        'Slack bekreftet ikke at svaret kom fram til kanalen. Sjekk kanalen først; du kan dele det på nytt om et minutt.',
      refused:
        'Slack avviste svaret, så det ligger ikke i kanalen. Skriv kommandoen på nytt og del det nye svaret.',
      done: 'Delt i kanalen.',
      by: (userId, command) => `Delt av <@${userId}> · \`${command}\``,
    },
    file: {
      comment: (rows, command) => `${countedRows(rows)} fra \`${command}\``,
      sent: (rows, fileName, channelId) =>
        `${countedRows(rows)} ligger i \`${fileName}\`, i direktemeldingene dine med appen (<#${channelId}>).`,
      unclear:
        'Slack bekreftet ikke at filen kom fram. Sjekk direktemeldingene dine med appen før du ber om den på nytt.',
      refused: (code) => `Appen kunne ikke sende filen: ${fileReason(code)}`,
    },
    help: {
      first: (command) => `*/${command}*: Prøv et eksempel, eller skriv noe som ligner.`,
      rest: (command) => `Flere eksempler for */${command}*:`,
      more: 'Flere eksempler',
      ask: 'Prøv',
      of: (command) => `Hjelp til /${command}`,
    },
    form: {
      choose: 'Velg',
      typeNameOrNumber: 'Skriv navn eller nummer',
      unlistedNumber: (id) => `${id} (ikke i listen)`,
      chooseTime: 'Velg et klokkeslett.',
      chooseProducts: (most) => `Velg opptil ${most} varer fra listen.`,
      chooseStores: (most) => `Velg opptil ${most} butikker fra listen.`,
      typeNumber: (most) => `Skriv et helt tall fra 1 til ${format.units(most)}.`,
      show: 'Vis',
      more: 'Flere valg',
      group: (words) => `Varegruppe: ${words}`,
      named: (words) => `Alle som heter ${quoted(words)}`,
      kept: (words) => `Spørsmålet sier også: ${words}`,
      written: (command) => `Skjemaet skrev \`${command}\``,
      answer: {
        title: 'Svar',
        change: 'Endre spørsmålet',
      },
    },
    mistakes: {
      elsewhere: (command, word) => `Bruk /${command} for ${quoted(word)}.`,
      unknownRow: (typed, known) =>
        `Du kan ikke gruppere per ${quoted(typed)}. Velg ${ALTERNATIVES.format(known)}.`,
      wrongNumber: (typed, slot, most) =>
        `${quoted(typed)} er ikke et antall ${slot.of}. Skriv et tall fra 1 til ${most} etter «${slot.typed}».`,
      noPrices: 'Datatjenesten har liter og enheter, men ingen priser eller beløp.',
      nothingLeftOut: (word) => `Skriv et navn eller nummer etter ${quoted(word)}.`,
    },
    posted: {
      save: 'Lagre',
      saving: 'Lagrer …',
      where: 'Send til',
      whereHint: 'En kanal krever rett til å endre rapporter.',
      here: 'Denne kanalen',
      there: 'Kanalen til varselet',
      me: 'Bare meg',
      language: 'Språk',
      languages: { nb: 'Norsk', en: 'Engelsk' },
    },
    buttons: {
      rows: 'Alle rader',
      share: 'Del i kanalen',
      why: 'Hvorfor disse tallene?',
    },
    sheet: {
      product: { id: 'Varenummer', name: 'Varenavn' },
      store: { id: 'Butikknummer', name: 'Butikknavn' },
    },
    fileName: {
      without: 'uten',
      versus: 'mot',
      more: (count) => `og-${count}-til`,
      week: (year, week) => `${year}-uke-${week}`,
      range: (from, to) => `${from}-til-${to}`,
    },
  };
};
