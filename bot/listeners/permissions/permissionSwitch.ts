import type { ModalView } from '@slack/types';
import type { Logger } from 'pino';
import {
  type Clock,
  type PermissionChange,
  type RetailDataClient,
  RetailDataError,
} from 'retail-data-client/core';
import type { Actor } from '../../access/actor.ts';
import type { Audit, AuditEntry, NewEntry } from '../../access/audit.ts';
import type { Catalog } from '../../language/language.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { accessDone, accessSentence, changeInWords } from '../../views/access.ts';

/** A confirmation that was left open overnight is no confirmation of what is wanted now. */
const GOOD_FOR_MS = 15 * 60_000;

export const SWITCHED_OFF =
  'Switching permissions from Slack is turned off here. Whoever runs this app can turn it on with ACCESS_COMMAND=on.';

/** Permissions of the service that are switched from Slack. */
export interface PermissionSwitch {
  /** ACCESS_COMMAND. */
  readonly enabled: boolean;
  /**
   * Carries out what was confirmed, once, however often and in whichever process the button arrives. Gives the view that
   * ends it; undefined while another click is about to show it.
   */
  confirm(actor: Actor, changeId: string): Promise<ModalView | undefined>;
}

export function createPermissionSwitch({
  client,
  audit,
  clock,
  log,
  enabled,
}: {
  readonly client: Pick<RetailDataClient, 'setPermission'>;
  readonly audit: Pick<Audit, 'add' | 'stepsOf'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly enabled: boolean;
}): PermissionSwitch {
  async function change(wanted: PermissionChange, step: Step, t: Catalog): Promise<ModalView> {
    try {
      const permission = await client.setPermission(wanted);
      const told = permission.result === '' ? 'the service says nothing more' : permission.result;
      await note(step('done', `now ${permission.active ? 'on' : 'off'}: ${told}`));
      return accessDone(wanted, permission, t);
    } catch (error) {
      if (!(error instanceof RetailDataError)) {
        await note(step('failed', 'something broke here; it is in the log of the bot'));
        throw error;
      }
      log.warn({ kind: error.kind, status: error.status }, error.message);
      await note(step('failed', error.message));
      return accessSentence(
        `:warning: ${changeInWords(wanted, t)}: ${escapeMrkdwn(error.message, 600)} ${escapeMrkdwn(adviceFor(error), 900)}`,
        t,
      );
    }
  }

  /** The change has been made or not by now, and the person must read which, whatever becomes of the note. */
  async function note(entry: NewEntry): Promise<void> {
    try {
      await audit.add(entry);
    } catch (error) {
      log.error(
        { err: error, change: entry.changeId, stage: entry.stage },
        'an entry of the audit was not written',
      );
    }
  }

  return {
    enabled,
    async confirm(actor, changeId) {
      const { t } = actor.language;
      const steps = await audit.stepsOf(changeId);
      const asked = steps.find(({ stage }) => stage === 'asked');
      const isOwn = asked?.userId === actor.person.userId && asked.teamId === actor.teamId;
      if (asked?.change === undefined || !isOwn) {
        return accessSentence(
          'This form is not known here any more. Nothing was changed; type `/access` again.',
          t,
        );
      }
      const step = stepBy(asked);
      if (!enabled) {
        await audit.add(step('refused', 'ACCESS_COMMAND is off'));
        return accessSentence(SWITCHED_OFF, t);
      }
      if (clock.now() - asked.at > GOOD_FOR_MS) {
        await audit.add(step('refused', 'confirmed too late'));
        return accessSentence(
          'This was filled in more than 15 minutes ago. Nothing was changed; type `/access` again.',
          t,
        );
      }
      if (!(await audit.add(step('confirmed')))) return earlierClick(await audit.stepsOf(changeId), t);
      return change(asked.change, step, t);
    },
  };
}

type Step = (stage: AuditEntry['stage'], outcome?: string) => NewEntry;

function stepBy({ changeId, teamId, channelId, userId, change }: AuditEntry): Step {
  return (stage, outcome) => ({ changeId, stage, teamId, channelId, userId, change, outcome });
}

/** Failures after which nobody here knows whether the service has made the change. */
const MAY_HAVE_HAPPENED: readonly RetailDataError['kind'][] = [
  'timeout',
  'deadline',
  'connection',
  'truncated',
  'server',
  'unexpectedResponse',
];

/** The service gives no reason for a 422: what can be the matter, in the words of the form. */
function adviceFor(error: RetailDataError): string {
  if (error.kind === 'unprocessable') {
    return 'There is probably no permission with exactly these three: look whether the two role ids are swapped or lack leading zeros, and whether the address is the one of the permission. It cannot be created or looked up here; if there is none, have it created at the service first.';
  }
  if (error.kind === 'authentication') {
    return "The app's subscription key is not allowed to change permissions. Whoever runs the app has to ask for that at the service.";
  }
  return MAY_HAVE_HAPPENED.includes(error.kind)
    ? `Whether it was switched is not known. Sending the same again is harmless: it sets the same state. ${error.advice}`
    : error.advice;
}

function earlierClick(steps: readonly AuditEntry[], t: Catalog): ModalView | undefined {
  const end = steps.find(({ stage }) => stage === 'done' || stage === 'failed');
  if (end?.change === undefined) return undefined;
  const outcome = escapeMrkdwn(end.outcome ?? '', 600);
  return accessSentence(
    `This was sent once already and is not sent again. ${changeInWords(end.change, t)}: ${end.stage === 'done' ? 'done' : 'not done'}, ${outcome}`,
    t,
  );
}
