import type { ModalView } from '@slack/types';
import type { Logger } from 'pino';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { PermissionChange } from 'retail-data-client/operations/permission';
import type { Actor } from '../../access/actor.ts';
import type { Audit, AuditEntry, NewEntry } from '../../access/audit.ts';
import { doneOutcome, failureOutcome, OUTCOMES } from '../../access/outcomes.ts';
import type { Catalog } from '../../language/language.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { accessDone, accessSentence, changeInWords, outcomeInWords } from '../../views/access.ts';

/** A confirmation that was left open overnight is no confirmation of what is wanted now. */
const GOOD_FOR_MS = 15 * 60_000;

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
  readonly client: Pick<RetailDataOperations, 'setPermission'>;
  readonly audit: Pick<Audit, 'add' | 'stepsOf'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly enabled: boolean;
}): PermissionSwitch {
  async function change(wanted: PermissionChange, step: Step, t: Catalog): Promise<ModalView> {
    try {
      const permission = await client.setPermission(wanted);
      await note(step('done', doneOutcome(permission.active, permission.result)));
      return accessDone(wanted, permission, t);
    } catch (error) {
      if (!(error instanceof RetailDataError)) {
        await note(step('failed', OUTCOMES.broken));
        throw error;
      }
      log.warn({ kind: error.kind, status: error.status }, error.message);
      await note(step('failed', failureOutcome(error)));
      return accessSentence(
        t.permission.failed(
          changeInWords(wanted, t),
          escapeMrkdwn(t.failures.message(error), 600),
          escapeMrkdwn(adviceFor(error, t), 900),
        ),
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
        return accessSentence(t.permission.formUnknown, t);
      }
      const step = stepBy(asked);
      if (!enabled) {
        await audit.add(step('refused', OUTCOMES.switchedOff));
        return accessSentence(t.permission.switchedOff, t);
      }
      if (clock.now() - asked.at > GOOD_FOR_MS) {
        await audit.add(step('refused', OUTCOMES.tooLate));
        return accessSentence(t.permission.confirmedTooLate, t);
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

/** What to do about it. */
function adviceFor(error: RetailDataError, { permission: words, failures }: Catalog): string {
  if (error.kind === 'unprocessable') {
    return words.notFound;
  }
  if (error.kind === 'authentication') {
    return words.keyMayNot;
  }
  const advice = failures.advice(error);
  return MAY_HAVE_HAPPENED.includes(error.kind) ? words.mayHaveHappened(advice) : advice;
}

function earlierClick(steps: readonly AuditEntry[], t: Catalog): ModalView | undefined {
  const end = steps.find(({ stage }) => stage === 'done' || stage === 'failed');
  if (end?.change === undefined) return undefined;
  const outcome = escapeMrkdwn(outcomeInWords(end.outcome ?? '', t), 600);
  return accessSentence(
    t.permission.sentBefore(changeInWords(end.change, t), end.stage === 'done', outcome),
    t,
  );
}
