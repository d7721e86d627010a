import { slackSays } from '../../language/nb/slackSays.ts';
import type { AccessWords } from './en.ts';

export const norwegian = (): AccessWords => ({
  ask: (mentions) =>
    mentions.length === 0
      ? 'Spør den som drifter appen.'
      : `Spør ${mentions.join(' eller ')}, som kan endre dette.`,
  asAdmin: 'Du er administrator for appen. Innstillingene styrer dette.',
  notAPerson: 'Bare personer med en aktiv konto kan bruke appen.',
  otherOrganisation: (whom) =>
    `Appen er bare for organisasjonen som drifter den, og kontoen din hører til en annen. ${whom}`,
  guest: (whom) => `Appen er ikke åpen for gjestekontoer. ${whom}`,
  notNamed: (whom) => `Kontoen din har ikke tilgang til appen. ${whom}`,
  channelNotListed: (whom) =>
    `Appen svarer ikke i denne kanalen. Spør i en direktemelding til appen, eller i en kanal der den kan svare. ${whom}`,
  sharedChannel: (whom) =>
    `Kanalen er delt med en annen organisasjon, så appen viser ingen tall her. Spør i en direktemelding til appen, eller i en intern kanal. ${whom}`,
  noChannelToShare: 'Du kan bare dele svar i kanaler der appen er med.',
  lacks: {
    view_stock: (whom) => `Du har ikke tilgang til beholdningen her. ${whom}`,
    view_sales: (whom) => `Du har ikke tilgang til salgstallene her. ${whom}`,
    manage_digests: (whom) => `Du har ikke tilgang til å endre rapporter her. ${whom}`,
    admin: (whom) => `Du har ikke tilgang til å administrere appen her. ${whom}`,
  },
  untold: {
    person: (remedy) => `Slack bekreftet ikke hvem du er, så appen kan ikke sjekke tilgangen din. ${remedy}`,
    channel: (remedy) =>
      `Slack oppga ingenting om denne kanalen, så appen kan ikke sjekke om en annen organisasjon kan lese den. ${remedy}`,
    group: (remedy) =>
      `Slack oppga ikke hvem som er med i en brukergruppe, så appen kan ikke sjekke tilgangen din. ${remedy}`,
  },
  untoldGroup: {
    gone: (groupId, code) =>
      `${untoldGroup(groupId, code)} Den som drifter appen, må rette ID-en i innstillingene.`,
    scope: (groupId, code) =>
      `${untoldGroup(groupId, code)} Den som drifter appen, må gi den Slack-rettigheten \`usergroups:read\` og installere den på nytt.`,
    again: (groupId, code) => `${untoldGroup(groupId, code)} Appen sjekker igjen om et minutt.`,
  },
  remedies: {
    invite: 'Legg til appen i kanalen (`/invite`), eller spør i en direktemelding til appen.',
    scopes: (code) =>
      `Den som drifter appen, må gi den Slack-rettighetene i manifestet og installere den på nytt (${slackSays(code)}).`,
    again: (code) => `Prøv igjen om et minutt (${slackSays(code)}).`,
  },
  unseenChannel:
    'Appen finner ikke kanalen blant kanalene du er med i. Hvis den er privat, må både du og appen være med (`/invite`). Ellers kan du prøve igjen om et minutt.',
});

const untoldGroup = (groupId: string, code: string) =>
  `Slack oppgir ikke hvem som er med i brukergruppen \`${groupId}\` (${slackSays(code)}).`;
