import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';

const onOff = (active: boolean) => (active ? 'på' : 'av');

export const permission = (format: Formatter): Catalog['permission'] => ({
  change: ({ email, roleId, mainRoleId, active }) =>
    `tilgangen til ${email} (rolle ${roleId}, hovedrolle ${mainRoleId}) ${onOff(active)}`,
  lines: {
    who: (email) => `Hvem: ${email}`,
    roleId: (id) => `Rolle-ID: ${id}`,
    mainRoleId: (id) => `Hovedrolle-ID: ${id}`,
    access: (active) => `Tilgang: *${onOff(active)}*`,
  },

  waiting: 'Spør tjenesten …',
  done: (active) => `:white_check_mark: Ferdig. Tilgangen er nå *${onOff(active)}*.`,
  answer: {
    wholesaler: (id) => `Grossist: ${id || 'ikke oppgitt'}`,
    changed: (at) => `Endret: ${at || 'ikke oppgitt'}`,
    result: (text) => `Tjenesten sier: ${text || 'ingenting'}`,
  },

  log: {
    empty: 'Ingen har gjort eller prøvd noe med `/access` ennå.',
    noneOlder: 'Loggen har ingenting eldre.',
    summary: (entries) => `Loggen for /access, ${format.counted(entries, 'oppføring', 'oppføringer')}:`,
    title: '*Logg for `/access`*, de nyeste først',
    footer: 'Oppføringer kommer bare til; ingen kan endre dem.',
    entry: (when, who, stage, change, outcome) =>
      `${when}  ${who} ${STAGES[stage]}${change === undefined ? '' : `: ${change}`}${outcome === undefined ? '' : ` – ${outcome}`}`,
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
