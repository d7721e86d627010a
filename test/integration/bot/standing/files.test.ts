import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sleepUntil, startBeforeDigests, stockDigestsIn, threadFilesIn } from '../../../support/digestBot.ts';
import type { TestBot } from '../../../support/testBot.ts';

const UPLOAD = 'files.getUploadURLExternal';

/** Names of the files in the threads of a channel's digests. */
const filesIn = (bot: TestBot, id: string) => threadFilesIn(bot, id).map(({ name }) => name);
const logged = (bot: TestBot, words: string) => bot.logLines().filter(({ msg }) => msg.includes(words));

test('a file follows into the thread once, and none into a channel that has been closed to it since', async () => {
  const ids = ['C0PLAIN', 'C0SHARED1', 'C0REMOVED', 'C0HIDDEN', 'C0HIDDENLONG', 'C0UNREADABLE', 'C0ODD'];
  const bot = await startBeforeDigests(ids);
  const info = { name: 'conversations.info', fault: { kind: 'say', error: 'internal_error' } } as const;
  bot.slack.faults.add(
    // Slack tells of these when the digests are there and no file yet.
    ...['C0PLAIN', 'C0SHARED1', 'C0REMOVED', 'C0UNREADABLE', 'C0ODD'].map((channel) => ({
      ...info,
      channel,
      skip: 1,
    })),
    { ...info, channel: 'C0HIDDEN', skip: 1, times: 2 },
    { ...info, channel: 'C0HIDDENLONG', skip: 1, times: 99 },
  );
  const setQuestion = (id: string, question: string) => {
    const database = new DatabaseSync(bot.databasePlace);
    database.prepare('update digest_source set question = ? where channel_id = ?').run(question, id);
    database.close();
  };
  const files = () => Object.fromEntries(ids.map((id) => [id, filesIn(bot, id).length]));
  await bot.pass(62);
  expect(ids.map((id) => stockDigestsIn(bot, id).length)).toEqual(ids.map(() => 1));
  expect(files()).toEqual(Object.fromEntries(ids.map((id) => [id, 0])));
  bot.slack.workspace.change('C0SHARED1', { shared: true });
  bot.slack.workspace.change('C0REMOVED', { member: false });
  for (const id of ['C0UNREADABLE', 'C0ODD']) setQuestion(id, '/stock odd');
  await bot.pass(3 * 60);
  setQuestion('C0ODD', '/stock mine');
  for (const time of ['09:00', '09:10', '09:30', '10:52']) await sleepUntil(bot, `2026-11-20 ${time}`);
  const expected = {
    C0PLAIN: 1,
    C0SHARED1: 0,
    C0REMOVED: 0,
    C0HIDDEN: 1,
    C0HIDDENLONG: 0,
    C0UNREADABLE: 0,
    C0ODD: 1,
  };
  expect(files()).toEqual(expected);
  expect(filesIn(bot, 'C0PLAIN')).toEqual(['stock-2026-11-20.xlsx']);
  expect(
    logged(bot, 'the file of a digest was not sent')
      .map(({ channel, code }) => [channel, code])
      .toSorted(),
  ).toEqual([
    ['C0REMOVED', 'not_in_channel'],
    ['C0SHARED1', 'shared_channel'],
  ]);
  expect(logged(bot, 'within two hours').map(({ channel }) => channel)).toEqual(['C0HIDDENLONG']);
  expect(logged(bot, 'is given up').map(({ channel, attempt }) => [channel, attempt])).toEqual([
    ['C0UNREADABLE', 5],
  ]);

  // They stay as they are.
  bot.slack.faults.clear();
  bot.slack.workspace.change('C0SHARED1', { shared: false });
  setQuestion('C0UNREADABLE', '/stock mine');
  await sleepUntil(bot, '2026-11-20 11:30');
  expect(files()).toEqual(expected);
});

test('a file comes again only when Slack has refused it for now, and without leave to send any the digests come', async () => {
  const bot = await startBeforeDigests(['C0FIRST']);
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 1 }, name: UPLOAD });
  await bot.pass(3 * 60);
  await sleepUntil(bot, '2026-11-20 09:00');
  expect(filesIn(bot, 'C0FIRST')).toHaveLength(1);

  bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name: UPLOAD });
  const uploads = () => bot.slack.methods().filter((name) => name === UPLOAD).length;
  const before = uploads();
  await bot.as('kari', '#second').type('/digest', 'now stock');
  await bot.pass(2 * 60);
  await sleepUntil(bot, '2026-11-20 09:30');
  expect(uploads()).toBe(before + 1);

  bot.slack.scopes.delete('files:write');
  await bot.as('kari', '#second').type('/digest', 'now stock');
  await bot.as('kari', '#second').type('/digest', 'now sales');
  await bot.pass(2 * 60);
  await sleepUntil(bot, '2026-11-20 09:50');
  expect(bot.held('C0SECOND').filter(({ text }) => text.includes('digest · '))).toHaveLength(3);
  expect(filesIn(bot, 'C0SECOND')).toEqual([]);
  expect(logged(bot, 'without their file')).toHaveLength(1);
});
