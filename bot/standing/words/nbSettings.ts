import type { Formatter } from '../../language/formatter.ts';
import { slackSays } from '../../language/nb/slackSays.ts';
import { quoted, theReport } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { DigestWords } from './en.ts';

export const EVERY: DigestWords['settings']['every'] = {
  daily: 'hver dag',
  weekly: 'hver uke',
  monthly: 'hver måned',
};

/** «lager eller salg» */
export function anyOf(words: readonly string[]): string {
  return new Intl.ListFormat('nb-NO', { type: 'disjunction' }).format(words);
}

export const digestSettings = (format: Formatter): DigestWords['settings'] => ({
  labels: {
    when: 'Når',
    question: 'Spørsmål',
    cover: 'Lagerdekning',
    stale: 'Uten nye tall',
    language: 'Språk',
  },
  when: (days, time, timeZone) => `${days} kl. ${time} (${timeZone})`,
  every: EVERY,
  everyWeek: (weekday) => `hver ${format.weekday(weekday)}`,
  everyMonth: (days) => `første virkedag i måneden${days === '' ? '' : ` (${days})`}`,
  weekdays: 'mandag til fredag',
  dayNames: ['man.', 'tir.', 'ons.', 'tor.', 'fre.', 'lør.', 'søn.'],
  withApp: 'samtalen din med appen',
  called: (name) => `rapport ${quoted(name)}`,
  cover: (isShown) => (isShown ? 'vises' : 'vises først når en med tilgang til salg endrer rapporten'),
  stale: (deadline) =>
    deadline === undefined
      ? 'sender de forrige tallene med en merknad, uten å vente'
      : `venter til kl. ${deadline}, og sender ellers de forrige tallene med en merknad`,
  languages: { nb: 'norsk', en: 'engelsk' },

  doesNotCome: (name, where, obstacle) =>
    `:warning: ${capitalized(theReport(name))} i ${where} er lagret, men sendes ikke ennå. ${obstacle}`,
  subscribed: (name, where) => `${capitalized(where)} får ${theReport(name)}:`,
  notChanged: (name, where) => `${capitalized(where)} får allerede ${theReport(name)}. Ingenting er endret:`,
  changed: (name, where) => `${capitalized(theReport(name))} i ${where} er endret:`,
  renamed: (name, where, now) => `${capitalized(theReport(name))} i ${where} heter nå ${quoted(now)}:`,
  moved: (name, from, where) => `${capitalized(theReport(name))} er flyttet fra ${from} til ${where}:`,
  movedAway: (name, who, where) => `${who} flyttet ${theReport(name)} herfra til ${where}.`,
  movedHere: (name, who, from) => `${who} flyttet ${theReport(name)} hit fra ${from}.`,
  setting: (label, value) => `• ${label}: ${value}`,
  changedSetting: (label, before, now) => `• ${label}: ~${before}~ → *${now}*`,
  further: (command) =>
    `Vil du beholde det forrige utvalget og få dette som en egen rapport, så skriv et navn: ${command}`,

  paused: (reason) =>
    `På pause: Slack lar ikke appen skrive der (${slackSays(reason)}). Rapporten fortsetter automatisk når det endrer seg.`,
  pausedUntil: (day) => `På pause til ${format.day(day)}.`,
  pausedWithoutAccess:
    'På pause: Du har ikke lenger tilgang til disse tallene. Rapporten fortsetter automatisk når du får tilgang igjen.',
  next: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart tallene er klare.`,
  nextEarly: (at, timeZone, data, early) =>
    `Neste: ${format.instant(at, timeZone)}, med ${data}. ${capitalized(early)}.`,
  notSoon: 'Ingen rapport skal ut de neste to ukene.',

  run: (day, name, isManual, state, reason) =>
    `${format.day(day)}, ${name}, ${isManual ? 'manuell' : 'fast'}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'venter på tall',
    sending: 'på vei',
    sent: 'sendt',
    unclear: 'ikke bekreftet av Slack; appen ser etter den i kanalen',
    failed: 'avvist av Slack',
    unknown: 'ikke bekreftet av Slack; sjekk kanalen',
    missed: 'ikke sendt',
    closed: 'ingenting å sende: ingen butikk var åpen, eller ingen tall var endret',
  },
  sent: (at, timeZone) => `sendt ${format.instant(at, timeZone)}`,
});
