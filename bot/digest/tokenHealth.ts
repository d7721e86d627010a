import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { errorClassOf, type Outcome } from '../slack/errors.ts';
import type { Outbound } from '../slack/messages.ts';

/** Whether Slack still takes anything that is sent with this token. Each process finds that out for itself. */
export interface TokenHealth {
  /** What Slack refuses the installation with; undefined while it takes what is sent. */
  refusal(): string | undefined;
  /** True when Slack refused the installation itself and not what it was asked; nothing is sent from then on. */
  isRefusedBy(outcome: Outcome<object>): boolean;
  /** Whether anything may be sent. While Slack refuses it is asked now and then, by a call that does nothing. */
  isAccepted(): Promise<boolean>;
}

const MINUTE = 60_000;
/** Pauses between the questions whether Slack takes the bot again; the last one repeats. */
const PAUSES_MINUTES = [5, 15, 30, 60];
const LONGEST_PAUSE_MS = 60 * MINUTE;

export function createTokenHealth(
  outbound: Pick<Outbound, 'signIn'>,
  clock: Pick<Clock, 'now'>,
  log: Logger,
): TokenHealth {
  let refused: { readonly code: string; readonly asked: number; readonly askAt: number } | undefined;
  const refuse = (code: string, asked: number) => {
    const pause = (PAUSES_MINUTES[asked] ?? 0) * MINUTE || LONGEST_PAUSE_MS;
    refused = { code, asked, askAt: clock.now() + pause };
  };
  return {
    refusal: () => refused?.code,

    isRefusedBy(outcome) {
      if (outcome.kind !== 'rejected' || errorClassOf(outcome.code) !== 'disable') return false;
      if (refused === undefined) {
        log.error(
          { code: outcome.code },
          'Slack does not accept the bot any more: install the app again and set SLACK_BOT_TOKEN; digests wait',
        );
        refuse(outcome.code, 0);
      }
      return true;
    },

    async isAccepted() {
      if (refused === undefined) return true;
      if (clock.now() < refused.askAt) return false;
      const answer = await outbound.signIn();
      if (answer.kind !== 'done') {
        refuse(answer.kind === 'rejected' ? answer.code : refused.code, refused.asked + 1);
        return false;
      }
      refused = undefined;
      log.info('Slack accepts the bot again: digests go on');
      return true;
    },
  };
}
