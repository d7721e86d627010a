import type { EmulatedSlack } from '../../../bot/demo/emulatedSlack.ts';
import { postSigned } from '../../../bot/demo/signedPost.ts';
import type { SlackStandIn } from '../../../bot/demo/standIn.ts';
import type { ButtonOnScreen } from '../../support/bot/buttons.ts';
import { asOpened } from '../../support/slack/asOpened.ts';
import { until } from '../../support/until.ts';
import { readableSheet } from '../../support/workbook.ts';
import type { ShownView, ViewOnScreen, ViewProxy } from './viewProxy.ts';

/** What a person does with what they see, besides typing. */
export interface Hands {
  /** Clicks a button below an answer. */
  click(button: ButtonOnScreen): Promise<void>;
  /** Clicks a button in a window or on App Home. */
  clickInView(view: ShownView, button: ButtonOnScreen): Promise<void>;
  openHome(): Promise<void>;
  /** Sends in the window that is open; gives what the bot answered to it at once, where that can be seen. */
  submit(view: ShownView, values: object): Promise<unknown>;
  /** The window that is in front. */
  window(): Promise<ShownView>;
  /** What the bot has uploaded by that name; the cells of a workbook as lines of a CSV file. */
  file(name: string): Promise<string>;
  close(): void;
}

/** Signed posts, as Slack sends them over HTTP. */
export function createHttpHands(standIn: EmulatedSlack, proxy: ViewProxy): Hands {
  const { teamId, userId, answerUrl, channelId, slack } = standIn;
  const base = async () => ({
    user: { id: userId, name: 'kari', username: 'kari', team_id: teamId },
    team: { id: teamId, domain: 'retail-data-demo' },
    api_app_id: 'A0DEMO',
    token: 'unused',
    trigger_id: await standIn.newTrigger(),
  });
  const post = async (payload: object): Promise<unknown> => {
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const response = await postSigned(slack, body);
    if (!response.ok) throw new Error(`the bot refused a click: ${response.status}`);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const shownInPlace = new Map<string, ViewOnScreen>();
  return {
    async click(button) {
      await post({
        ...(await base()),
        type: 'block_actions',
        channel: { id: channelId, name: 'stock' },
        container: { type: 'message', channel_id: channelId, is_ephemeral: true },
        response_url: answerUrl,
        actions: [{ type: 'button', block_id: 'answer_buttons', action_ts: '1.1', ...button }],
      });
    },
    async clickInView({ id, view }, button) {
      await post({
        ...(await base()),
        type: 'block_actions',
        container: { type: 'view', view_id: id },
        view: { id, state: { values: asOpened(view) }, ...view },
        actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...button }],
      });
    },
    async openHome() {
      const body = {
        type: 'event_callback',
        team_id: teamId,
        api_app_id: 'A0DEMO',
        event_id: `Ev${Math.random()}`,
        event_time: Math.floor(Date.now() / 1000),
        authorizations: [{ team_id: teamId, user_id: 'U0BOT', is_bot: true, is_enterprise_install: false }],
        event: { type: 'app_home_opened', user: userId, channel: 'D0KARI', tab: 'home', event_ts: '1.1' },
      };
      await postSigned(slack, JSON.stringify(body), 'application/json');
    },
    async submit({ id, view }, values) {
      const answer = await post({
        ...(await base()),
        type: 'view_submission',
        view: { id, hash: '1', state: { values }, ...view },
        response_urls: [],
      });
      const update = updateIn(answer);
      if (update !== undefined) shownInPlace.set(id, update);
      return answer;
    },
    async window() {
      const sent = proxy.views.findLast(({ method }) => method !== 'publish');
      if (sent === undefined) throw new Error('no window is open');
      const inPlace = sent.method === 'update' ? undefined : shownInPlace.get(sent.id);
      return inPlace === undefined ? sent : { ...sent, view: inPlace };
    },
    file: (name) => download(slack, name),
    close() {},
  };
}

/** What local-slack's own page sends when a person clicks in it. */
export async function createPageHands(standIn: SlackStandIn): Promise<Hands> {
  const page = standIn.page ?? '';
  const socket = new WebSocket(`${page.replace(/^http/, 'ws')}/ui`);
  const user = 'U0KARI';
  const appId = 'A0DEMO';
  let windows: { id: string }[] = [];
  let onWindows: (answer: unknown) => void = () => {};
  socket.addEventListener('message', ({ data }) => {
    const told: { t: string; stack?: { id: string }[]; errors?: unknown } = JSON.parse(String(data));
    if (told.t === 'view') windows = told.stack ?? [];
    if (told.t === 'view') onWindows(undefined);
    if (told.t === 'view_errors') onWindows({ response_action: 'errors', errors: told.errors });
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const send = (message: object) => socket.send(JSON.stringify({ user, appId, ...message }));
  const raw = async (): Promise<{ ts: string; blocks?: readonly object[] }[]> => {
    const response = await fetch(`${page}/_control/messages/${standIn.channelId}`);
    const told: { messages: { ts: string; blocks?: readonly object[] }[] } = JSON.parse(
      await response.text(),
    );
    return told.messages;
  };
  return {
    async click(button) {
      const holder = (await raw()).findLast(({ blocks = [] }) =>
        JSON.stringify(blocks).includes(JSON.stringify(button.value)),
      );
      send({
        t: 'block_action',
        channel: standIn.channelId,
        messageTs: holder?.ts,
        action: { type: 'button', block_id: 'answer_buttons', ...button },
      });
    },
    async clickInView(_view, button) {
      send({
        t: 'block_action',
        channel: standIn.channelId,
        action: { type: 'button', block_id: 'b', ...button },
      });
    },
    async openHome() {
      send({ t: 'open_home' });
    },
    async submit({ id }, values) {
      await until('the window', async () => windows.at(-1)?.id === id || undefined);
      return new Promise((resolve) => {
        onWindows = resolve;
        send({ t: 'view_submit', values });
      });
    },
    async window() {
      const top: ({ id: string } & Partial<ViewOnScreen>) | undefined = windows.at(-1);
      if (top === undefined) throw new Error('no window is open');
      return { method: 'open', id: top.id, view: { type: 'modal', blocks: [], ...top } };
    },
    file: (name) => download(standIn.slack, name),
    close: () => socket.close(),
  };
}

type Connection = Pick<SlackStandIn['slack'], 'botToken' | 'slackApiUrl'>;

async function download({ botToken, slackApiUrl }: Connection, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' };
  const listed = await fetch(`${slackApiUrl}files.list`, { method: 'POST', headers, body: '{}' });
  const file = filesIn(await listed.json()).find((each) => each.name === name);
  if (file === undefined) throw new Error(`there is no file ${name}`);
  const response = await fetch(file.url_private, { headers: { authorization: `Bearer ${botToken}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return name.endsWith('.xlsx') ? readableSheet(bytes) : Buffer.from(bytes).toString('utf8');
}

interface StoredFile {
  readonly name: string;
  readonly url_private: string;
}

/** Files anywhere in what was answered. */
function filesIn(value: unknown): StoredFile[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('url_private' in value) return [value as StoredFile];
  return Object.values(value).flatMap(filesIn);
}

function updateIn(answer: unknown): ViewOnScreen | undefined {
  if (typeof answer !== 'object' || answer === null || !('view' in answer)) return undefined;
  return answer.view as ViewOnScreen;
}
