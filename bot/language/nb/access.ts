import type { Catalog } from '../catalog.ts';
import { slackSays } from './slackSays.ts';

export const access = (): Catalog['access'] => ({
  ask: (mentions) =>
    mentions.length === 0
      ? 'Spør den som drifter appen her.'
      : `Spør ${mentions.join(' eller ')}, som kan endre det.`,
  asAdmin: 'Du er administrator for appen: Dette styres av innstillingene.',
  notAPerson: 'Bare personer med en aktiv konto kan bruke appen.',
  otherOrganisation: (whom) =>
    `Appen er bare for organisasjonen som drifter den, og kontoen din hører til en annen. ${whom}`,
  guest: (whom) => `Appen er ikke åpen for gjestekontoer. ${whom}`,
  notNamed: (whom) => `Kontoen din har ikke fått tilgang til appen. ${whom}`,
  channelNotListed: (whom) =>
    `Appen svarer ikke i denne kanalen. Spør i en direktemelding, eller i en kanal som står i ACCESS_CHANNELS. ${whom}`,
  sharedChannel: (whom) =>
    `Kanalen er delt med en annen organisasjon, og den skal ikke se disse tallene. Spør i en direktemelding til appen eller i en intern kanal. ${whom}`,
  noChannelToShare: 'Du kan bare dele svar i kanaler der appen er med.',
  lacks: {
    view_stock: (whom) => `Du har ikke tilgang til beholdningen her. ${whom}`,
    view_sales: (whom) => `Du har ikke tilgang til salgstallene her. ${whom}`,
    manage_digests: (whom) => `Du har ikke tilgang til å endre rapporter her. ${whom}`,
    admin: (whom) => `Du har ikke tilgang til å administrere appen her. ${whom}`,
  },
  untold: {
    person: (remedy) =>
      `Slack oppgir ikke hvem du er, så appen kan ikke vite om du har lov til dette. ${remedy}`,
    channel: (remedy) =>
      `Slack oppgir ingenting om denne kanalen, så appen kan ikke vite om en annen organisasjon leser med. ${remedy}`,
    group: (remedy) => `Slack oppgir ikke hvem som er med i en brukergruppe. ${remedy}`,
  },
  untoldGroup: {
    gone: (groupId, code) =>
      `${untoldGroup(groupId, code)} Den som drifter appen, må rette ID-en i innstillingene.`,
    scope: (groupId, code) =>
      `${untoldGroup(groupId, code)} Den som drifter appen, må gi den rettigheten \`usergroups:read\` og installere den på nytt.`,
    again: (groupId, code) => `${untoldGroup(groupId, code)} Appen spør igjen om et minutt.`,
  },
  remedies: {
    invite: 'Legg til appen i kanalen (`/invite`), eller spør i en direktemelding til den.',
    scopes: (code) =>
      `Den som drifter appen, må gi den rettighetene i manifestet og installere den på nytt (${slackSays(code)}).`,
    again: (code) => `Prøv igjen om et minutt (${slackSays(code)}).`,
  },
  unseenChannel:
    'Appen finner ingen slik kanal der du er med. I en privat kanal må både du og appen være med (`/invite`); ellers kan du prøve igjen om et minutt.',
});

const untoldGroup = (groupId: string, code: string) =>
  `Slack oppgir ikke hvem som er med i brukergruppen \`${groupId}\` (${slackSays(code)}).`;
