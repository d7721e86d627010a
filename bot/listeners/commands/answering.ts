import type { App, RespondFn, SlashCommand } from '@slack/bolt';
import type { Logger } from 'pino';
import { type Clock, RetailDataError } from 'retail-data-client';
import { CommandMistake } from '../../grammar/mistake.ts';
import type { Message, Rendering } from '../../views/message.ts';
import { failureMessage, mistakeMessage, sentenceMessage } from '../../views/mistake.ts';
import type { InFlight } from './inFlight.ts';

export interface AnsweringParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly inFlight: InFlight;
  /** Renderings to try, the best first. */
  readonly renderings: readonly Rendering[];
}

/** The answer to a command in each rendering. */
export type Render = (rendering: Rendering) => Message;

const PROGRESS_AFTER_MS = 1_500;

/**
 * Registers a slash command: acknowledged at once, answered to the person alone. Nothing that is typed and nothing the
 * service does leaves the command without an answer.
 */
export function registerCommand(
  app: App,
  name: `/${string}`,
  parts: AnsweringParts,
  answer: (command: SlashCommand) => Promise<Render>,
): void {
  app.command(name, async ({ ack, command, respond }) => {
    await ack();
    await parts.inFlight.track(answerCommand(parts, command, respond, answer));
  });
}

async function answerCommand(
  parts: AnsweringParts,
  command: SlashCommand,
  respond: RespondFn,
  answer: (command: SlashCommand) => Promise<Render>,
): Promise<void> {
  const done = new AbortController();
  const progress = announceProgress(parts, respond, done.signal);
  const render = await rendered(parts, command, answer);
  done.abort();
  const announced = await progress;
  await respondIn(parts, respond, render, announced);
}

/** Says that it takes a while, when it does; true when it was said. */
async function announceProgress(
  parts: AnsweringParts,
  respond: RespondFn,
  done: AbortSignal,
): Promise<boolean> {
  try {
    await parts.clock.sleep(PROGRESS_AFTER_MS, done);
  } catch {
    return false;
  }
  try {
    await respond({ response_type: 'ephemeral', text: 'Asking the service, one moment …' });
    return true;
  } catch (error) {
    // Only the answer matters; it is still to come, and has an address of its own to fail on.
    parts.log.warn({ err: error }, 'the announcement of a slow answer did not arrive');
    return false;
  }
}

async function rendered(
  parts: AnsweringParts,
  command: SlashCommand,
  answer: (command: SlashCommand) => Promise<Render>,
): Promise<Render> {
  try {
    return await answer(command);
  } catch (error) {
    if (error instanceof CommandMistake) return () => mistakeMessage(error);
    if (error instanceof RetailDataError) {
      parts.log.warn({ command: command.command, kind: error.kind, status: error.status }, error.message);
      return () => failureMessage(error);
    }
    parts.log.error({ command: command.command, err: error }, 'a command failed');
    return () =>
      sentenceMessage(
        'Something broke here while answering; it is in the log of the bot. Trying again in a minute may help.',
      );
  }
}

/** Slack refuses a block it does not know with an error on the response address; a plainer rendering follows. */
async function respondIn(
  parts: AnsweringParts,
  respond: RespondFn,
  render: Render,
  replace: boolean,
): Promise<void> {
  let refusal: unknown;
  for (const rendering of parts.renderings) {
    const { text, blocks } = render(rendering);
    try {
      await respond({ response_type: 'ephemeral', text, blocks, replace_original: replace });
      return;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
