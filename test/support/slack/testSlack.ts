import { systemClock } from 'retail-data-client/clock/systemClock';
import { onTestFinished } from 'vitest';
import { type Slack, type SlackOptions, startSlack } from '../../../bot/demo/slack/slack.ts';

/** A Slack for one test, which tells the real time when no clock is given. */
export async function startTestSlack(options: Partial<SlackOptions> = {}): Promise<Slack> {
  const slack = await startSlack({ clock: systemClock, ...options });
  onTestFinished(() => slack.close());
  return slack;
}
