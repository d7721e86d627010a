import type { Browser, Page } from 'playwright-core';
import { importCredentials, importWorkflows } from '../n8n/commandLine.ts';
import { openEditor } from '../n8n/editor.ts';
import { SHOWN_ID, shownWorkflow } from '../n8n/everyNode.ts';
import { exampleFiles } from '../n8n/exampleFile.ts';
import { idOf, storedExamples } from '../n8n/examples.ts';
import { signIn } from '../n8n/owner.ts';
import { startServer } from '../n8n/server.ts';
import type { StoredCredential } from '../n8n/stored.ts';
import { openWorld } from '../n8n/world.ts';
import { takePicture } from './picture.ts';

/** n8n's messages in the corner and its button below cover what the picture is about. */
const NOT_SHOWN = [
  '.el-notification',
  '[data-test-id="execute-workflow-button"]',
  '[data-test-id="workflow-chat-button"]',
];
const style = `${NOT_SHOWN.join(', ')} { visibility: hidden !important; }`;

/** The nodes that are executed, by their ids in the workflow. */
const EXECUTED = {
  node0: 'daily-sales',
  node1: 'stores',
  node2: 'accumulated-stock',
  node3: 'permission',
  trigger: 'trigger',
  node4: 'what-went-wrong',
};

/** Room for the longest example, so that its texts can be read. */
const WIDE = { width: 2200, height: 1100 };
const MARGIN = 24;

/** Made up, so that no node of an example is marked as one without a credential. */
const OTHER_CREDENTIALS: readonly StoredCredential[] = [
  { id: 'slack', name: 'Slack account', type: 'slackApi', data: { accessToken: 'made-up' } },
  {
    id: 'postgres',
    name: 'Postgres account',
    type: 'postgres',
    data: { host: 'localhost', password: 'made-up' },
  },
  { id: 'smtp', name: 'SMTP account', type: 'smtp', data: { host: 'localhost', password: 'made-up' } },
  { id: 'openai', name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'made-up' } },
  {
    id: 'basic',
    name: 'Basic Auth account',
    type: 'httpBasicAuth',
    data: { user: 'kari', password: 'made-up' },
  },
  { id: 'bearer', name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token: 'made-up' } },
];
const chosen = Object.fromEntries(OTHER_CREDENTIALS.map(({ id, name, type }) => [type, { id, name }]));

/** Takes pictures of n8n's editor: each node with its output, and each example. */
export async function picturesOfN8n(browser: Browser, folder: string): Promise<void> {
  await using open = new AsyncDisposableStack();
  const world = await openWorld();
  open.defer(() => world.close());
  await importCredentials(world.folder, OTHER_CREDENTIALS);
  await importWorkflows(world.folder, [shownWorkflow(world.sandbox), ...storedExamples(chosen)]);
  const server = await startServer(world.folder);
  open.defer(() => server.stop());
  const { owner } = await signIn(server.url, world.folder.path);
  const editor = await openEditor(browser, server.url, owner);
  const take = (name: string) => takePicture(editor.page, folder, name, { style });

  for (const [node, name] of Object.entries(EXECUTED)) {
    await (await editor.openNode(SHOWN_ID, node)).execute();
    await take(name);
  }
  for (const file of exampleFiles()) {
    await editor.showWorkflow(idOf(file), WIDE);
    const clip = await canvasArea(editor.page);
    await takePicture(editor.page, folder, `example-${file.replace('.json', '')}`, { style, clip });
  }
}

/** The part of the page that shows the nodes and notes of a workflow. */
async function canvasArea(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const nodes = await page.locator('.vue-flow__node').all();
  const boxes = (await Promise.all(nodes.map((node) => node.boundingBox()))).filter((box) => box !== null);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return {
    x: x - MARGIN,
    y: y - MARGIN,
    width: right - x + 2 * MARGIN,
    // The names of nodes stand below them.
    height: bottom - y + 4 * MARGIN,
  };
}
