import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { slackSays } from './slackSays.ts';
import { capitalized, reportNamed, theReport } from './words.ts';

export const digestSettings = (format: Formatter): Catalog['digest']['settings'] => ({
  labels: {
    when: 'Når',
    products: 'Varer',
    cover: 'Lagerdekning',
    stale: 'Uten nye tall',
    language: 'Språk',
  },
  when: (days, time, timeZone) => `${days} kl. ${time} (${timeZone})`,
  everyDay: 'hver dag',
  weekdays: 'mandag til fredag',
  dayNames: ['man.', 'tir.', 'ons.', 'tor.', 'fre.', 'lør.', 'søn.'],
  ownSales: 'hele salget ditt',
  mine: 'dine (solgt de siste 90 dagene eller i varelisten din)',
  all: 'alle varer i kjeden',
  group: (name) => `gruppen ${name}`,
  cover: (isShown) => (isShown ? 'vises' : 'vises først når en med tilgang til salg endrer rapporten'),
  stale: (deadline) =>
    deadline === undefined
      ? 'sender de forrige tallene med en merknad, uten å vente'
      : `venter til kl. ${deadline}, og sender ellers de forrige tallene med en merknad`,
  languages: { nb: 'norsk', en: 'engelsk' },

  doesNotCome: (kind, where, obstacle) =>
    `:warning: ${capitalized(theReport(kind))} i ${where} er lagret, men sendes ikke ennå. ${obstacle}`,
  subscribed: (kind, where) => `${where} får ${theReport(kind)}:`,
  notChanged: (kind, where) => `${where} får allerede ${theReport(kind)}. Ingenting er endret:`,
  changed: (kind, where) => `${capitalized(theReport(kind))} i ${where} er endret:`,
  moved: (kind, from, where) => `${capitalized(theReport(kind))} er flyttet fra ${from} til ${where}:`,
  movedAway: (kind, who, where) => `${who} flyttet ${theReport(kind)} herfra til ${where}.`,
  movedHere: (kind, who, from) => `${who} flyttet ${theReport(kind)} hit fra ${from}.`,
  setting: (label, value) => `• ${label}: ${value}`,
  changedSetting: (label, before, now) => `• ${label}: ~${before}~ → *${now}*`,
  today: {
    comes: 'Det er i dag.',
    underWay: 'Dagens rapport er forsinket, men blir sendt.',
    passed: 'Klokkeslettet er passert i dag. Knappen sender en rapport nå.',
    notAnyMore: 'Det kommer ingen rapport i dag. Knappen sender en nå.',
  },

  paused: (reason) =>
    `På pause: Slack lar ikke appen skrive der (${slackSays(reason)}). Rapporten fortsetter automatisk når det endrer seg.`,
  notSoon: 'Ingen rapport skal ut de neste to ukene.',
  next: {
    stock: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart dagens lagertall er klare.`,
    sales: (at, timeZone) =>
      `Neste: ${format.instant(at, timeZone)}, så snart gårsdagens salgstall er klare.`,
  },
  nextEarly: {
    stock: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med beholdningen per ${format.day(day)}. Dagens lagertall kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få dem med.`,
    sales: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med salget for ${format.day(day)}. Gårsdagens salg kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få det med.`,
  },

  run: (day, subject, isManual, state, reason) =>
    `${format.day(day)}, ${reportNamed(subject)}, ${isManual ? 'manuell' : 'fast'}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'venter på tall',
    sending: 'på vei',
    sent: 'sendt',
    unclear: 'ikke bekreftet av Slack; appen ser etter den i kanalen',
    failed: 'avvist av Slack',
    unknown: 'ikke bekreftet av Slack; sjekk kanalen',
    missed: 'ikke sendt',
    closed: 'ikke aktuell: ingen butikk var åpen',
  },
  sent: (at, timeZone) => `sendt ${format.instant(at, timeZone)}`,
});
