import { expect, onTestFinished, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { buildSentenceModal } from '../../../../bot/modals/message.ts';
import { createViewsClient } from '../../../../bot/slack/viewsClient.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { startSlack } from '../../../support/slack/slack.ts';
import { rejection } from '../../../support/testClient.ts';

/** A process with a window open in front of somebody. */
async function openWindow() {
  const slack = await startSlack({ clock: createFakeClock() });
  onTestFinished(() => slack.close());
  const viewsClientOf = () => createViewsClient({ botToken: 'xoxb-test', slackApiUrl: slack.apiUrl });
  const viewsClient = viewsClientOf();
  const opened = await viewsClient.open('1.2.3', sentenceModal('first'));
  if (opened === undefined) throw new Error('no window');
  const shown = () => JSON.stringify(slack.seen.at(-1));
  return { slack, viewsClient, another: viewsClientOf(), opened, shown };
}

const sentenceModal = (sentence: string) => buildSentenceModal(sentence, languageFor('en').t);

test('of two clicks in a window the answer to the later one stays, whichever comes first', async () => {
  for (const isLaterFirst of [true, false]) {
    const { viewsClient, opened, shown } = await openWindow();
    const [earlier, later] = [viewsClient.modalOf(opened), viewsClient.modalOf(opened)];
    const answers = [
      () => viewsClient.update(earlier, sentenceModal('to the earlier')),
      () => viewsClient.update(later, sentenceModal('to the later')),
    ];
    const outcomes: string[] = [];
    for (const answer of isLaterFirst ? answers.toReversed() : answers) outcomes.push(await answer());
    expect(shown()).toContain('to the later');
    expect(outcomes).toEqual(isLaterFirst ? ['shown', 'overtaken'] : ['shown', 'shown']);
  }
});

test('what another process has shown since is not overwritten', async () => {
  const { viewsClient, another, opened, shown } = await openWindow();
  const click = viewsClient.modalOf(opened);
  expect(await another.update(another.modalOf(opened), sentenceModal('of another process'))).toBe('shown');
  expect(await viewsClient.update(click, sentenceModal('too late'))).toBe('overtaken');
  expect(shown()).toContain('of another process');
});

test('a window whose form was acknowledged with its next view is updated without a mark', async () => {
  const { viewsClient, opened, shown } = await openWindow();
  expect(await viewsClient.update(viewsClient.modalOf({ id: opened.id }), sentenceModal('done'))).toBe(
    'shown',
  );
  expect(shown()).toContain('done');
});

test('what else Slack says is an error', async () => {
  const { slack, viewsClient, opened } = await openWindow();
  slack.faults.add({ name: 'views.update', fault: { kind: 'say', error: 'not_found' } });
  expect(String(await rejection(viewsClient.update(opened, sentenceModal('gone'))))).toContain('not_found');
});
