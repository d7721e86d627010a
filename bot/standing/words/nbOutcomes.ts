import type { Formatter } from '../../language/formatter.ts';
import { slackSays } from '../../language/nb/slackSays.ts';
import { theReport } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { DigestWords } from './en.ts';
import type { About } from './enOutcomes.ts';

export const digestOutcomes = ({ day: date }: Formatter): DigestWords['outcomes'] => {
  const the = ({ name, day, where }: About) => `${theReport(name)} for ${date(day)} i ${where}`;
  return {
    outlived: (about) =>
      `:warning: ${capitalized(theReport(about.name))} du ba om for ${date(about.day)} i ${about.where}, kunne ikke sendes innen en time og er avbrutt. \`/digest nå\` sender de nyeste tallene.`,
    unwritten: (about, isLast) =>
      `:warning: Appen klarte ikke å lage ${the(about)}. ${isLast ? '`/digest nå` prøver en gang til.' : 'Den prøver igjen fram til neste rapport.'} Årsaken står i appens logg.`,
    refused: (about, fix) => `:warning: Appen fikk ikke sendt ${the(about)}. ${fix}`,
    noAccess: (about) =>
      `:warning: ${capitalized(the(about))} ble ikke sendt: Du har ikke lenger tilgang til disse tallene. Rapporten er på pause og fortsetter automatisk når du får tilgang igjen.`,
    unknown: (about, code) =>
      `:grey_question: Slack bekreftet ikke ${the(about)}, og ${code === undefined ? 'kanalen har for mange meldinger fra den tiden til at appen kan lete etter den' : `appen kan ikke lese kanalen (${slackSays(code)})`}. Sjekk kanalen: Hvis rapporten mangler, sender \`/digest nå\` en ny.`,

    becauseAdmin:
      'Du får dette som administrator for appen: Innstillingene abonnerer for kanalen, så ingen har satt opp rapporten.',
    reasons: {
      outlived: () => 'kunne ikke sendes innen en time',
      noAccess: () => 'du har ikke lenger tilgang til disse tallene',
      unsubscribed: () => 'rapporten er avsluttet',
      pausedUntil: (day) => `på pause til ${date(day)}`,
      askedToWait: () => 'Slack ba appen vente',
      unwritten: () => 'appen klarte ikke å lage den',
      channelUnreadable: (code) => `Slack svarte ikke, og appen kan ikke lese kanalen (${slackSays(code)})`,
      channelTooBusy: () =>
        'Slack svarte ikke, og kanalen har for mange meldinger fra den tiden til at appen kan lete etter den',
      notRunning: () => 'appen var nede, og neste rapport sto for tur da den startet igjen',
      superseded: () => 'en senere rapport skulle ut før den ble sendt',
      senderSilent: () => 'appen stoppet mens den sendte rapporten',
      dueBefore: () => 'den skulle ut før appen startet eller nådde databasen igjen',
    },

    fixes: {
      not_in_channel: 'Appen er ikke i kanalen. Inviter den med `/invite`, så sendes rapporten automatisk.',
      channel_not_found:
        'Appen finner ikke kanalen. Enten er appen fjernet fra den, eller så er kanalen slettet. Inviter appen med `/invite`, så sendes rapporten automatisk.',
      is_archived:
        'Kanalen er arkivert. Hent den fram fra arkivet, så sendes rapporten automatisk. Du kan også sette opp rapporten i en annen kanal.',
      missing_scope:
        'Appen mangler en Slack-rettighet i dette arbeidsområdet. Be en administrator installere den på nytt med Slack-rettighetene i manifestet. Appen prøver igjen når neste rapport skal ut; `/digest nå` prøver med én gang.',
      shared_channel:
        'Kanalen er delt med en annen organisasjon, så appen sender ingen tall dit. Slutt å dele den, så sendes rapporten automatisk. Du kan også sette opp rapporten i en annen kanal.',
    },
    fixOfChannel: (code) =>
      `Slack lar ikke appen skrive i kanalen (${slackSays(code)}). Endre det i innstillingene for kanalen. Appen prøver igjen når neste rapport skal ut; \`/digest nå\` prøver med én gang.`,
    fixOfMessage: (code) =>
      `Slack avviste meldingen (${slackSays(code)}). Appen prøver igjen når neste rapport skal ut; \`/digest nå\` prøver med én gang.`,
  };
};
