import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { App } from '@slack/bolt';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBot } from '../../../bot/app.ts';
import { postSigned } from '../../../bot/demo/signedPost.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { DEFAULT_POLICY } from '../../../bot/settings/accessPolicy.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { EVERY_SURFACE, type Shown } from '../../support/bot/everySurface.ts';
import { type SaidAnswer, startSink } from '../../support/bot/listenerBench.ts';
import {
  clickBody,
  clickInView,
  searchBody,
  submissionBody,
  USER_ID,
} from '../../support/bot/payloadBodies.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { type RegisteredListener, registeredListeners } from '../../support/bot/registeredListeners.ts';
import { startSlackDouble } from '../../support/bot/slackDouble.ts';

/** Something that a person can set off from what they see. */
interface Control {
  readonly kind: 'action' | 'submission' | 'options';
  readonly id: string;
  readonly value: string;
  readonly on: 'message' | 'modal' | 'home';
}

function controlsIn(shown: Shown): Control[] {
  const on = 'type' in shown ? shown.type : 'message';
  const found: Control[] = [];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const look = (value: unknown, isInput: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, action_id: id } = { type: undefined, action_id: undefined, ...value };
    // Slack tells of a change in an input only when the form is sent in.
    if (typeof id === 'string') {
      if (!isInput || Reflect.get(value, 'dispatch_action') === true)
        found.push({ kind: 'action', id, value: text(Reflect.get(value, 'value')), on });
      if (text(type).includes('external_select')) found.push({ kind: 'options', id, value: 'a', on });
    }
    for (const inner of Object.values(value)) look(inner, isInput || type === 'input');
  };
  look(shown.blocks, false);
  if ('callback_id' in shown && shown.callback_id !== undefined && 'submit' in shown) {
    found.push({ kind: 'submission', id: shown.callback_id, value: shown.private_metadata ?? '', on });
  }
  return found;
}

function bodyOf({ kind, id, value, on }: Control, responseUrl: string): object {
  if (kind === 'submission') return submissionBody(id, value, {});
  if (kind === 'options') return searchBody(id, value);
  return on === 'message' ? clickBody(responseUrl, id, value) : clickInView(on, id, value);
}

const BOT = fileURLToPath(new URL('../../../bot/', import.meta.url));

/** Exported functions that give a whole message, modal or App Home. */
function builders(): string[] {
  return readdirSync(BOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => readFileSync(`${BOT}${path}`, 'utf8').split(/^(?=export (?:async )?function )/m))
    .flatMap((code) => {
      const name = /^export (?:async )?function (\w+)/.exec(code)?.[1];
      const [, given = ''] = /\): ([^\n]*) \{$/m.exec(code) ?? [];
      return name !== undefined && /^(?!Promise<).*\b(?:Message|ModalView|HomeView)\b/.test(given)
        ? [name]
        : [];
    });
}

async function startWholeBot() {
  const said: SaidAnswer[] = [];
  const responseUrl = await startSink(said);
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const slack = await startSlackDouble();
  const recording = createRecordingLog();
  const admin = { users: [USER_ID], groups: [], channels: [] };
  const settings = {
    ...DEFAULT_SETTINGS,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    botToken: 'xoxb-test',
    appToken: undefined,
    signingSecret: 'signing-secret',
    slackApiUrl: slack.url,
    port: await freePort(),
    databaseUrl: newDatabaseFile(),
    salesHistoryDays: 1,
    salesRetentionDays: 2,
    access: {
      commandEnabled: true,
      policy: { ...DEFAULT_POLICY, holders: { ...DEFAULT_POLICY.holders, admin } },
    },
  };
  const registered = registeredListeners(App.prototype);
  onTestFinished(() => void vi.restoreAllMocks());
  const bot = await startBot({ settings, clock: systemClock, log: recording.log });
  return { bot, registered, settings, said, responseUrl, recording };
}

test('every builder of something to see is among those that are clicked through below', () => {
  const found = builders();
  expect(found).toContain('stockDigestMessage');
  expect(found.toSorted()).toEqual(Object.keys(EVERY_SURFACE).toSorted());
});

test('whatever can be clicked, sent in or searched has a listener, and every listener has something to click', async () => {
  const controls = new Map<string, Control>();
  for (const shown of Object.values(EVERY_SURFACE).flatMap((draw) => draw())) {
    for (const control of controlsIn(shown)) {
      controls.set(`${control.kind} ${control.id} on ${control.on}`, control);
    }
  }
  const { bot, registered, settings, said, responseUrl, recording } = await startWholeBot();
  for (const control of controls.values()) {
    const payload = JSON.stringify(bodyOf(control, responseUrl));
    const response = await postSigned(settings, new URLSearchParams({ payload }).toString());
    expect(response.status, `${control.kind} ${control.id}`).toBe(200);
  }
  await bot.stop(5_000);

  const unknown = recording.lines().filter(({ msg }) => msg.includes('nothing here is for'));
  expect(unknown.map(({ kind, name }) => `${String(kind)} ${String(name)}`)).toEqual([]);
  expect(said.filter(({ text }) => text.includes('not known to the bot'))).toEqual([]);
  expect(recording.errors()).toEqual([]);
  const isShown = ({ kind, name }: RegisteredListener) =>
    [...controls.values()].some(
      (control) => control.kind === kind && `${control.id}:`.startsWith(`${name}:`),
    );
  const clicked = registered.filter(({ kind }) => kind !== 'command' && kind !== 'event');
  expect(clicked.filter((listener) => !isShown(listener))).toEqual([]);
});
