import type { ServedDate } from '../../text/dayRange.ts';
import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** A permission as it may stand in mrkdwn. */
interface Change {
  readonly email: string;
  readonly roleId: string;
  readonly mainRoleId: string;
  readonly active: boolean;
}

const onOff = (active: boolean) => (active ? 'on' : 'off');

/** A change of a permission of the service, what came of it, and the audit. */
export const permission = (format: Formatter) => ({
  /** In a sentence or after a colon. */
  change: ({ email, roleId, mainRoleId, active }: Change) =>
    `access of ${email} (role ${roleId}, main role ${mainRoleId}) ${onOff(active)}`,
  /** The same, a line for each; these are no mrkdwn but the last. */
  lines: {
    who: (email: string) => `Who: ${email}`,
    roleId: (id: string) => `Role ID: ${id}`,
    mainRoleId: (id: string) => `Main role ID: ${id}`,
    access: (active: boolean) => `Access: *${onOff(active)}*`,
  },

  help: '`/access` opens a form that switches a permission of the service on or off, after you have confirmed it. `/access log` shows who did what, the newest first. Both are for the admins of this app alone.',
  /** `word` is escaped. */
  unknownWord: (word: string) => `"${word}" is nothing that \`/access\` knows.`,
  switchedOff:
    'Switching permissions from Slack is turned off here. Whoever runs this app can turn it on with ACCESS_COMMAND=on.',
  formTooLate: 'Slack did not open the form in time. Nothing was changed; type `/access` again.',
  formUnknown: 'This form is not known here any more. Nothing was changed; type `/access` again.',
  confirmedTooLate: 'This was filled in more than 15 minutes ago. Nothing was changed; type `/access` again.',
  /** `change` is that of below; `outcome` is what is in the audit, escaped. */
  sentBefore: (change: string, isDone: boolean, outcome: string) =>
    `This was sent once already and is not sent again. ${change}: ${isDone ? 'done' : 'not done'}, ${outcome}`,
  /** `message` is that of the error and `advice` what to do about it, both escaped. */
  failed: (change: string, message: string, advice: string) => `:warning: ${change}: ${message} ${advice}`,
  /** The service gives no reason for a 422: what can be the matter, in the words of the form. */
  notFound:
    'There is probably no permission with exactly these three: look whether the two role ids are swapped or lack leading zeros, and whether the address is the one of the permission. It cannot be created or looked up here; if there is none, have it created at the service first.',
  keyMayNot:
    "The app's subscription key is not allowed to change permissions. Whoever runs the app has to ask for that at the service.",
  mayHaveHappened: (advice: string) =>
    `Whether it was switched is not known. Sending the same again is harmless: it sets the same state. ${advice}`,

  waiting: 'Asking the service …',
  done: (active: boolean) => `:white_check_mark: Done. The permission is now *${onOff(active)}*.`,
  /** What the service answered, in its own words; empty where it says nothing. */
  answer: {
    wholesaler: (id: string) => `Wholesaler: ${id || 'not given'}`,
    changed: (date: ServedDate, time: string) =>
      `Changed: ${[format.served(date), time].filter((text) => text !== '').join(', ') || 'not given'}`,
    result: (text: string) => `The service says: ${text || 'nothing'}`,
  },

  log: {
    empty: 'Nothing has been done or tried through `/access` yet.',
    noneOlder: 'The audit has nothing older.',
    summary: (entries: number) => `The audit of /access, ${format.counted(entries, 'entry', 'entries')}:`,
    title: '*Audit of `/access`*, the newest first',
    footer: 'Entries are only added; nobody can change them.',
    /** `when` is a date that Slack writes; `change` and `outcome` are escaped. */
    entry: (
      when: string,
      who: string,
      stage: 'refused' | 'asked' | 'confirmed' | 'done' | 'failed',
      change: string | undefined,
      outcome: string | undefined,
    ) =>
      `${when}  ${who} ${STAGES[stage]}${change === undefined ? '' : `: ${change}`}${outcome === undefined ? '' : ` – ${outcome}`}`,
    /** What an entry notes; `told` is what the service says, in its own words. */
    outcomes: {
      switchedOff: 'ACCESS_COMMAND is off',
      /** Why somebody was refused. */
      refused: {
        other_team: 'belongs to another organisation',
        external: 'belongs to another organisation',
        guest: 'has a guest account',
        not_a_person: "isn't a person",
        shared_channel: 'the channel is shared with another organisation',
        channel_not_listed: "the app doesn't answer in that channel",
        capability_missing: 'has no access to it',
        unknown: "Slack didn't confirm who it was",
      },
      tooLate: 'confirmed too late',
      broken: 'something broke here; it is in the log of the bot',
      done: (active: boolean, told: string) =>
        `now ${onOff(active)}: ${told === '' ? 'the service says nothing more' : told}`,
    },
    newest: 'Newest',
    older: 'Older',
  },
});

const STAGES = {
  refused: 'was refused',
  asked: 'asked for',
  confirmed: 'confirmed',
  done: 'did',
  failed: 'could not do',
} as const;
