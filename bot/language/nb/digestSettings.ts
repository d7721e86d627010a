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
  all: 'alle i kjeden',
  group: (name) => `gruppen ${name}`,
  cover: (isShown) => (isShown ? 'vises' : 'vises først når en med tilgang til salg endrer rapporten'),
  stale: (deadline) =>
    deadline === undefined
      ? 'venter ikke, men sender de gamle tallene med beskjed om det'
      : `venter til kl. ${deadline} og sender så de gamle tallene med beskjed om det`,
  languages: { nb: 'norsk', en: 'engelsk' },

  doesNotCome: (kind, where, obstacle) =>
    `:warning: ${capitalized(theReport(kind))} i ${where} er lagret, men kommer ikke ennå. ${obstacle}`,
  subscribed: (kind, where) => `${where} får ${theReport(kind)}:`,
  notChanged: (kind, where) => `${where} får allerede ${theReport(kind)}, og ingenting er endret:`,
  changed: (kind, where) => `${capitalized(theReport(kind))} i ${where} er endret:`,
  moved: (kind, from, where) => `${capitalized(theReport(kind))} er flyttet fra ${from} til ${where}:`,
  movedAway: (kind, who, where) => `${who} flyttet ${theReport(kind)} herfra til ${where}.`,
  movedHere: (kind, who, from) => `${who} flyttet ${theReport(kind)} hit fra ${from}.`,
  setting: (label, value) => `• ${label}: ${value}`,
  changedSetting: (label, before, now) => `• ${label}: ~${before}~ → *${now}*`,
  today: {
    comes: 'Den kommer i dag.',
    underWay: 'Dagens rapport skulle vært sendt allerede, men den kommer.',
    passed: 'Klokkeslettet er passert i dag; knappen sender en rapport nå.',
    notAnyMore: 'Det kommer ingen i dag; knappen sender en nå.',
  },

  paused: (reason) =>
    `På pause: Slack lar ikke appen skrive der (${slackSays(reason)}). Rapporten kommer igjen av seg selv når det endrer seg.`,
  notSoon: 'Ingen rapport skal ut de neste to ukene.',
  next: {
    stock: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart dagens beholdning er der.`,
    sales: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart gårsdagens salg er der.`,
  },
  nextEarly: {
    stock: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med beholdningen per ${format.day(day)}. Dagens beholdning kommer ca. kl. ${ownFrom}; en rapport kl. ${ownFrom} eller senere viser den.`,
    sales: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med salget for ${format.day(day)}. Gårsdagens salg kommer ca. kl. ${ownFrom}; en rapport kl. ${ownFrom} eller senere viser det.`,
  },

  run: (day, subject, isManual, state, reason) =>
    `${format.day(day)}, ${reportNamed(subject)}, ${isManual ? 'manuell' : 'daglig'}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'venter på tallene',
    sending: 'på vei',
    sent: 'sendt',
    unclear: 'foreløpig usikkert om den kom fram; appen ser etter den i kanalen',
    failed: 'avvist av Slack',
    unknown: 'usikkert om den kom fram; sjekk kanalen',
    missed: 'ikke sendt',
    closed: 'ikke aktuell: ingen butikk var åpen',
  },
  sent: (at, timeZone) => `sendt ${format.instant(at, timeZone)}`,
});
