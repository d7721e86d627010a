import type { Catalog } from '../catalog.ts';
import type { About } from '../en/digestNotices.ts';
import type { Formatter } from '../formatter.ts';
import { slackSays } from './slackSays.ts';
import { figuresNamed, theReport } from './words.ts';

export const digestNotices = ({ day: date }: Formatter): Catalog['digest']['notices'] => {
  const the = ({ kind, day, where }: About) => `${theReport(kind)} for ${date(day)} i ${where}`;
  return {
    outlived: (about) =>
      `:warning: Du ba om ${the(about)}, men den kom ikke ut innen en time og er droppet. \`/digest nå\` sender de nyeste tallene.`,
    leftOut: (about, wanted) =>
      `Appen hoppet over ${the(about)}, slik innstillingene sier, for tjenesten hadde ikke ${figuresNamed(about.kind)} for ${date(wanted)} innen fristen. \`/digest nå\` sender de nyeste tallene som finnes.`,
    unwritten: (about, isLast) =>
      `:warning: Appen klarte ikke å lage ${the(about)}; loggen sier hvorfor. ${isLast ? '`/digest nå` prøver en gang til.' : 'Appen prøver igjen til den neste skal ut.'}`,
    refused: (about, fix) => `:warning: Appen fikk ikke sendt ${the(about)}. ${fix}`,
    unknown: (about, code) =>
      `:grey_question: Slack bekreftet ikke at ${the(about)} kom fram, og ${code === undefined ? 'kanalen har for mange meldinger fra den tiden til at appen kan lete etter den' : `appen får ikke lese kanalen (${slackSays(code)})`}. Sjekk kanalen; er den ikke der, sender \`/digest nå\` en ny.`,

    becauseAdmin:
      'Du får dette som administrator for appen: Innstillingene abonnerer for kanalen, så ingen har satt opp rapporten.',
    reasons: {
      outlived: () => 'kom ikke ut innen en time',
      unsubscribed: () => 'rapporten er avbestilt',
      pausedUntil: (day) => `på pause til ${date(day)}`,
      noFigures: (day, figures) =>
        `tjenesten hadde ikke ${figuresNamed(figures)} for ${date(day)} innen fristen`,
      stopped: () => 'appen stoppet før den ble sendt',
      askedToWait: () => 'Slack ba appen vente',
      unwritten: () => 'appen klarte ikke å lage den',
      channelUnreadable: (code) => `Slack svarte ikke, og appen får ikke lese kanalen (${slackSays(code)})`,
      channelTooBusy: () =>
        'Slack svarte ikke, og kanalen har for mange meldinger fra den tiden til at appen kan lete etter den',
      notRunning: () => 'appen kjørte ikke, og en senere rapport skulle ut da den kom tilbake',
      superseded: () => 'en senere rapport skulle ut før den ble sendt',
      senderSilent: () => 'prosessen som sendte den, har stoppet',
      dueBefore: () => 'den skulle ut før appen startet eller nådde databasen igjen',
    },

    fixes: {
      not_in_channel: 'Appen er ikke i kanalen. Inviter den med `/invite`, så kommer rapporten av seg selv.',
      channel_not_found:
        'Appen ser ikke kanalen: Den er fjernet, eller kanalen er slettet. Inviter den igjen med `/invite`, så kommer rapporten av seg selv.',
      is_archived:
        'Kanalen er arkivert. Åpne den igjen, så kommer rapporten av seg selv, eller abonner i en annen kanal.',
      missing_scope:
        'Appen mangler en rettighet i dette arbeidsområdet. Få den installert på nytt med rettighetene i manifestet. Appen prøver igjen når neste rapport skal ut; `/digest nå` prøver med én gang.',
      shared_channel:
        'Kanalen er delt med en annen organisasjon, og den skal ikke se disse tallene. Slutt å dele den, så kommer rapporten av seg selv, eller abonner i en annen kanal.',
    },
    fixOfChannel: (code) =>
      `Slack lar ikke appen skrive i kanalen (${slackSays(code)}). Endre det i innstillingene for kanalen. Appen prøver igjen når neste rapport skal ut; \`/digest nå\` prøver med én gang.`,
    fixOfMessage: (code) =>
      `Slack avviste meldingen (${slackSays(code)}). Appen prøver igjen når neste rapport skal ut; \`/digest nå\` prøver med én gang.`,
  };
};
