import type { Browser } from 'playwright-core';
import { importWorkflows } from '../n8n/commandLine.ts';
import { openEditor } from '../n8n/editor.ts';
import { SHOWN_ID, shownWorkflow } from '../n8n/everyNode.ts';
import { exampleFiles } from '../n8n/exampleFile.ts';
import { idOf, storedExamples } from '../n8n/examples.ts';
import { signIn } from '../n8n/owner.ts';
import { startServer } from '../n8n/server.ts';
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

/** Takes pictures of n8n's editor: each node with its output, the panel of nodes, the credential, each example. */
export async function picturesOfN8n(browser: Browser, folder: string): Promise<void> {
  await using open = new AsyncDisposableStack();
  const world = await openWorld();
  open.defer(() => world.close());
  await importWorkflows(world.folder, [shownWorkflow(world.sandbox), ...storedExamples()]);
  const server = await startServer(world.folder);
  open.defer(() => server.stop());
  const { owner } = await signIn(server.url, world.folder.path);
  const editor = await openEditor(browser, server.url, owner);
  const take = (name: string) => takePicture(editor.page, folder, name, { style });

  for (const [node, name] of Object.entries(EXECUTED)) {
    await (await editor.openNode(SHOWN_ID, node)).execute();
    await take(name);
  }
  await editor.searchNodes(SHOWN_ID, 'Retail Data');
  await take('node-panel');
  const modal = await editor.openCredential('Retail Data API account');
  await modal.getByText('Connection tested successfully').waitFor();
  await take('credential');
  for (const file of exampleFiles()) {
    await editor.showWorkflow(idOf(file));
    await take(`example-${file.replace('.json', '')}`);
  }
}
