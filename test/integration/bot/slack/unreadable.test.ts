import { expect, test } from 'vitest';
import { postSigned } from '../../../../bot/demo/slack/delivery.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const RATE_LIMITED = { type: 'app_rate_limited', team_id: 'T0TEST', minute_rate_limited: 1_763_600_000 };
const KEPT_BACK = 'Slack keeps events back from the app, because there are too many';
const UNREADABLE = 'something came from Slack that could not be read';
const UNKNOWN = 'something came from Slack that nothing here is for';

/** What was said of it, in lines that an operator sees. */
async function saidOf(bot: TestBot, work: () => Promise<unknown>) {
  const from = bot.logLines().length;
  await work();
  await bot.rest();
  return seriousLines(bot, from);
}

function seriousLines(bot: TestBot, from: number): unknown[] {
  const lines = bot.logLines().slice(from);
  return lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
}

test('what Slack sends over the socket without an event is acknowledged, logged once, and ends nothing', async () => {
  const bot = await startTestBot({ isSocket: true, mayBeUnknown: true });
  const { sockets } = bot.slack;
  const eventOf = (type: string) => ({ type: 'event_callback', team_id: 'T0TEST', event: { type } });
  const rows: [type: string, payload: unknown, said: string][] = [
    ['events_api', RATE_LIMITED, KEPT_BACK],
    ['events_api', { type: 'event_callback', event: null }, UNREADABLE],
    ['events_api', 'a text', UNKNOWN],
    ['events_api', null, UNKNOWN],
    ['events_api', [], UNKNOWN],
    ['interactive', null, UNKNOWN],
    ['slash_commands', 'a text', UNKNOWN],
    ['of tomorrow', {}, UNKNOWN],
  ];
  for (const [type, payload, said] of rows) {
    // It resolves when the bot acknowledges it.
    expect(await saidOf(bot, () => sockets.send(type, payload)), JSON.stringify(payload)).toEqual([said]);
  }
  // The socket client has events of its own of these names.
  for (const name of ['ws_message', 'disconnected', 'close', 'error'])
    await sockets.send('events_api', eventOf(name));
  for (const frame of ['null', '"a text"', '[1]', '{"type":', '']) {
    const from = bot.logLines().length;
    sockets.writeFrame(frame);
    // A frame on its way is nothing that the bot counts.
    await expect.poll(() => seriousLines(bot, from), { message: frame }).toEqual([UNREADABLE]);
  }
  expect(sockets.count()).toBe(1);
  expect((await bot.kari.type('/stock', '1101')).text).toContain('1101');
});

test('the same over HTTP', async () => {
  const bot = await startTestBot({ mayBeUnknown: true });
  const json = 'application/json';
  const rows: [body: string, type: string | undefined, status: number, said: string][] = [
    [JSON.stringify(RATE_LIMITED), json, 200, KEPT_BACK],
    ['{"type":"event_callback","event":null}', json, 200, UNREADABLE],
    ['null', json, 200, UNKNOWN],
    ['"a text"', json, 200, UNKNOWN],
    ['payload=null', undefined, 200, UNKNOWN],
    ['payload=%22text%22', undefined, 200, UNKNOWN],
    ['payload={', undefined, 400, 'requests that Slack did not sign are refused'],
  ];
  for (const [body, type, status, said] of rows) {
    let answered = 0;
    const post = async () => {
      const response = await postSigned(bot.settings, body, type);
      await response.text();
      answered = response.status;
    };
    expect(await saidOf(bot, post), body).toEqual([said]);
    expect(answered, body).toBe(status);
  }
  const challenge = await postSigned(bot.settings, '{"type":"url_verification","challenge":"abc"}', json);
  expect(await challenge.json()).toEqual({ challenge: 'abc' });
  const check = await postSigned({ ...bot.settings, signingSecret: 'another' }, 'ssl_check=1');
  expect(check.status).toBe(200);
  expect((await bot.kari.type('/stock', '1101')).text).toContain('1101');
});

test('a scanner that posts and posts is one line, and what Slack signs is answered', async () => {
  const bot = await startTestBot();
  const scan = async () => {
    for (let posts = 0; posts < 50; posts += 1) {
      const refused = await postSigned({ ...bot.settings, signingSecret: 'another' }, 'token=x');
      expect(refused.status).toBe(401);
    }
    const url = `http://127.0.0.1:${bot.settings.port}`;
    expect((await fetch(`${url}/slack/events`, { method: 'POST', body: 'x' })).status).toBe(401);
    expect((await fetch(`${url}/slack/events`)).status).toBe(404);
    expect((await fetch(`${url}//`, { method: 'POST', body: 'x' })).status).toBe(404);
  };
  expect(await saidOf(bot, scan)).toEqual(['requests that Slack did not sign are refused']);
  expect((await bot.kari.type('/stock', '1101')).text).toContain('1101');
});
