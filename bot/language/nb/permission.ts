import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { capitalized } from './words.ts';

const onOff = (active: boolean) => (active ? 'på' : 'av');

export const permission = (format: Formatter): Catalog['permission'] => ({
  help: '`/access` åpner et skjema som slår en tilgang hos tjenesten av eller på, når du har bekreftet det. `/access log` viser hvem som har gjort hva, de nyeste først. Begge er bare for dem som administrerer appen.',
  unknownWord: (word) => `\`/access\` kjenner ikke «${word}».`,
  switchedOff:
    'Her kan du ikke slå tilganger av og på fra Slack. Den som drifter appen, kan åpne for det med ACCESS_COMMAND=on.',
  formTooLate: 'Slack rakk ikke å åpne skjemaet. Ingenting er endret; skriv `/access` på nytt.',
  formUnknown: 'Appen kjenner ikke skjemaet lenger. Ingenting er endret; skriv `/access` på nytt.',
  confirmedTooLate:
    'Det er mer enn 15 minutter siden du fylte ut dette. Ingenting er endret; skriv `/access` på nytt.',
  sentBefore: (change, isDone, outcome) =>
    `Dette er sendt én gang og sendes ikke på nytt. ${capitalized(change)}: ${isDone ? 'utført' : 'ikke utført'}, ${outcome}`,
  failed: (change, message, advice) => `:warning: ${capitalized(change)}: ${message} ${advice}`,
  notFound:
    'Det finnes trolig ingen tilgang med akkurat disse tre: Sjekk om rolle-ID-ene er byttet om eller mangler nuller foran, og om adressen er den som hører til tilgangen. Du kan ikke opprette den eller slå den opp her; finnes den ikke, må tjenesten opprette den først.',
  keyMayNot:
    'Abonnementsnøkkelen til appen har ikke lov til å endre tilganger. Den som drifter appen, må få det ordnet hos tjenesten.',
  mayHaveHappened: (advice) =>
    `Det er usikkert om endringen gikk gjennom. Du kan trygt sende det samme på nytt; resultatet blir det samme. ${advice}`,

  change: ({ email, roleId, mainRoleId, active }) =>
    `tilgang for ${email} (rolle ${roleId}, hovedrolle ${mainRoleId}) ${onOff(active)}`,
  lines: {
    who: (email) => `Hvem: ${email}`,
    roleId: (id) => `Rolle-ID: ${id}`,
    mainRoleId: (id) => `Hovedrolle-ID: ${id}`,
    access: (active) => `Tilgang: *${onOff(active)}*`,
  },

  waiting: 'Venter på svar fra tjenesten …',
  done: (active) => `:white_check_mark: Ferdig. Tilgangen er nå *${onOff(active)}*.`,
  answer: {
    wholesaler: (id) => `Grossist: ${id || 'ikke oppgitt'}`,
    changed: (date, time) =>
      `Endret: ${[format.served(date), time].filter((text) => text !== '').join(' kl. ') || 'ikke oppgitt'}`,
    result: (text) => `Tjenesten sier: ${text || 'ingenting'}`,
  },

  log: {
    empty: 'Ingen har gjort eller prøvd noe med `/access` ennå.',
    noneOlder: 'Loggen har ingenting eldre.',
    summary: (entries) => `Loggen for /access, ${format.counted(entries, 'oppføring', 'oppføringer')}:`,
    title: '*Logg for `/access`*, de nyeste først',
    footer: 'Loggen får bare nye oppføringer; ingen kan endre de gamle.',
    entry: (when, who, stage, change, outcome) =>
      `${when}  ${who} ${STAGES[stage]}${change === undefined ? '' : `: ${change}`}${outcome === undefined ? '' : ` – ${outcome}`}`,
    outcomes: {
      switchedOff: 'ACCESS_COMMAND er slått av',
      refused: {
        other_team: 'hører til en annen organisasjon',
        external: 'hører til en annen organisasjon',
        guest: 'har en gjestekonto',
        not_a_person: 'er ikke en person',
        shared_channel: 'kanalen er delt med en annen organisasjon',
        channel_not_listed: 'appen svarer ikke i den kanalen',
        capability_missing: 'har ikke tilgang',
        unknown: 'Slack bekreftet ikke hvem det var',
      },
      tooLate: 'bekreftet etter fristen',
      broken: 'noe gikk galt i appen; det står i loggen til den',
      done: (active, told) => `nå ${onOff(active)}: ${told === '' ? 'tjenesten sier ikke mer om det' : told}`,
    },
    newest: 'Nyeste',
    older: 'Eldre',
  },
});

const STAGES = {
  refused: 'ble avvist',
  asked: 'ba om',
  confirmed: 'bekreftet',
  done: 'utførte',
  failed: 'fikk ikke til',
} as const;
