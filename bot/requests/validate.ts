import type {
  AllMiddlewareArgs,
  Context,
  SlackViewMiddlewareArgs,
  ViewOutput,
  ViewResponseAction,
  ViewSubmitAction,
} from '@slack/bolt';
import type { Logger } from 'pino';
import type { Language } from '../language/language.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { readMetadata } from '../slack/metadata.ts';
import { acknowledge, slackRequestOf } from './slackRequest.ts';

/**
 * What a form that was sent in is acknowledged with, worked out at once and without waiting for anything: mistakes in
 * the fields (`errors`: it ends there), the view that follows, or undefined to close it. Nobody has looked up yet who
 * sends it in: `language` is the one the form was built in.
 */
export type Check = (
  view: ViewOutput,
  body: ViewSubmitAction,
  language: Language,
) => ViewResponseAction | undefined;

/** Stands before authorize(): a form is acknowledged within three seconds, whoever sends it in. */
export async function validateForm(
  args: AllMiddlewareArgs & SlackViewMiddlewareArgs,
  check: Check,
  log: Logger,
): Promise<void> {
  const request = slackRequestOf(args.context);
  // It stays unacknowledged, and so is turned away like what no listener is for.
  if (request?.kind !== 'submission') return;
  const answer = checked(check, request.view, request.body, log);
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

/** The form that was sent in is still open, with another view in it. */
export function isStillOpen(context: Context): boolean {
  return context.isStillOpen === true;
}

/** A form whose check fails in an unforeseen way is carried out by nobody; what is typed is not lost. */
function checked(
  check: Check,
  view: ViewOutput,
  body: ViewSubmitAction,
  log: Logger,
): ViewResponseAction | undefined {
  const { language } = readMetadata(view.private_metadata);
  try {
    return check(view, body, language);
  } catch (error) {
    noteOutcome('failed');
    log.error({ form: view.callback_id, err: error }, 'a form could not be checked');
    const block = Object.keys(view.state.values)[0] ?? 'form';
    return { response_action: 'errors', errors: { [block]: language.t.common.broken } };
  }
}
