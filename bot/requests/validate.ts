import type {
  AllMiddlewareArgs,
  Context,
  SlackViewMiddlewareArgs,
  ViewOutput,
  ViewResponseAction,
} from '@slack/bolt';
import type { Logger } from 'pino';
import type { Language } from '../language/language.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { readMetadata } from '../slack/metadata.ts';
import { acknowledge, slackRequestOf } from './slackRequest.ts';

/**
 * Gives the acknowledgement of a submitted form: `errors` in fields, which end the request, the view that replaces the
 * form, or undefined to close it. Synchronous, and runs before the person is looked up: `language` is the form's.
 */
export type Check = (view: ViewOutput, language: Language) => ViewResponseAction | undefined;

/** Middleware before authorize(), so that a form is acknowledged within three seconds. */
export async function validateForm(
  args: AllMiddlewareArgs & SlackViewMiddlewareArgs,
  check: Check,
  log: Logger,
): Promise<void> {
  const request = slackRequestOf(args.context);
  // Not acknowledged here, so handleRequest treats it as a request without a listener.
  if (request?.kind !== 'submission') return;
  const answer = checked(check, request.view, log);
  await acknowledge(args, answer);
  if (answer?.response_action === 'errors') {
    noteOutcome('mistake');
    return;
  }
  markOpen(args, answer !== undefined);
  await args.next();
}

function markOpen({ context }: AllMiddlewareArgs, isOpen: boolean): void {
  context.isStillOpen = isOpen;
}

/** Whether the submitted form is still open, showing another view. */
export function isStillOpen(context: Context): boolean {
  return context.isStillOpen === true;
}

/** If `check` throws, keeps the form open with an error, so that nothing typed is lost. */
function checked(check: Check, view: ViewOutput, log: Logger): ViewResponseAction | undefined {
  const { language } = readMetadata(view.private_metadata);
  try {
    return check(view, language);
  } catch (error) {
    noteOutcome('failed');
    log.error({ form: view.callback_id, err: error }, 'a form could not be checked');
    const block = Object.keys(view.state.values)[0] ?? 'form';
    return { response_action: 'errors', errors: { [block]: language.t.common.broken } };
  }
}
