import { type Browser, type Locator, type Page, selectors } from 'playwright-core';
import type { Owner } from './owner.ts';

/** A canvas is mostly notes, which make large pictures; an open node needs the width for its three columns. */
const CANVAS_SIZE = { width: 1280, height: 800 };
const NODE_SIZE = { width: 1440, height: 900 };
/** Far more than a step takes, on a busy machine too. */
const LONGEST_STEP_MS = 180_000;
const LONGEST_MOVE_MS = 3_000;

/** n8n's editor in a browser, signed in. */
export interface Editor {
  readonly page: Page;
  /** Opens the workflow and shows all of its canvas. */
  showWorkflow(workflowId: string, size?: { width: number; height: number }): Promise<void>;
  /** Opens a node of the workflow, as a double click on it does. */
  openNode(workflowId: string, nodeId: string): Promise<NodeView>;
  /** Types into the panel that nodes are added from, or tools at the handle of an agent; what it then offers. */
  searchNodes(workflowId: string, text: string, handle?: 'ai_tool'): Promise<string[]>;
  /** Opens the credential of that name, as a click on its card does. */
  openCredential(name: string): Promise<Locator>;
}

/** An open node: its parameters, and its output beside them. */
export interface NodeView {
  readonly view: Locator;
  readonly output: Locator;
  /** Presses Execute step and waits for what comes out, or for the message of what went wrong. */
  execute(): Promise<void>;
  /** The cells of the output as a table, header first; of many items n8n shows the first 25. */
  table(): Promise<string[][]>;
}

export async function openEditor(browser: Browser, url: string, owner: Owner): Promise<Editor> {
  selectors.setTestIdAttribute('data-test-id');
  const context = await browser.newContext({
    viewport: NODE_SIZE,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
  });
  context.setDefaultTimeout(LONGEST_STEP_MS);
  const signedIn = await context.request.post(`${url}/rest/login`, {
    data: { emailOrLdapLoginId: owner.email, password: owner.password },
  });
  if (!signedIn.ok()) throw new Error(`The editor's sign-in was refused with ${signedIn.status()}.`);
  const page = await context.newPage();
  return {
    page,
    async showWorkflow(workflowId, size = CANVAS_SIZE) {
      await page.setViewportSize(size);
      await page.goto(`${url}/workflow/${workflowId}`);
      await page.getByTestId('canvas-node').first().waitFor();
      await page.getByTestId('zoom-to-fit').click();
      await settled(page);
    },
    async openNode(workflowId, nodeId) {
      await page.setViewportSize(NODE_SIZE);
      await page.goto(`${url}/workflow/${workflowId}/${nodeId}`);
      const view = page.getByTestId('ndv');
      await view.waitFor();
      await settled(page);
      return nodeView(page, view);
    },
    async searchNodes(workflowId, text, handle) {
      await page.setViewportSize(CANVAS_SIZE);
      await page.goto(`${url}/workflow/${workflowId}`);
      await page.getByTestId('canvas-node').first().waitFor();
      // The canvas moves until all of it is in view; a click on its way meets something else.
      await settled(page);
      await (handle === undefined
        ? page.getByTestId('node-creator-plus-button')
        : page.locator(`[data-handleid*="${handle}"] [data-test-id="canvas-handle-plus"]`).first()
      ).click();
      const search = page.getByTestId('node-creator-search-bar');
      await search.fill(text);
      const offered = page.getByTestId('node-creator-item-name');
      // The list of categories goes when the search has found something.
      await offered.filter({ hasText: text }).first().waitFor();
      await settled(page);
      return (await offered.allInnerTexts()).map((name) => name.trim());
    },
    async openCredential(name) {
      await page.setViewportSize(CANVAS_SIZE);
      await page.goto(`${url}/home/credentials`);
      await page.getByTestId('resources-list-item').filter({ hasText: name }).first().click();
      const modal = page.getByTestId('editCredential-modal');
      await modal.waitFor();
      await settled(page);
      return modal;
    },
  };
}

function nodeView(page: Page, view: Locator): NodeView {
  const output = view.getByTestId('output-panel');
  return {
    view,
    output,
    async execute() {
      const button = view.getByTestId('node-execute-button');
      await button.click();
      const cell = output.locator('table td').first();
      await cell.or(output.getByTestId('node-error-message')).first().waitFor();
      // While the node runs the button shows a wheel in place of its words.
      await button.filter({ hasText: /\S/ }).waitFor();
      await settled(page);
    },
    async table() {
      const rows = await output.locator('table tr').all();
      const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
      // The last column is n8n's own and empty.
      return cells.map((row) => row.slice(0, -1).map((cell) => cell.trim()));
    },
  };
}

/** The editor fades and slides: a picture is taken, and text read, when nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(UNTIL_NOTHING_MOVES);
}

/** Runs in the page, whose globals this project's types do not have. What turns for ever is no move. */
const UNTIL_NOTHING_MOVES = `(async () => {
  const moves = ({ playState, effect }) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
  const from = performance.now();
  let still = 0;
  while (still < 5 && performance.now() - from < ${LONGEST_MOVE_MS}) {
    still = document.getAnimations().some(moves) ? 0 : still + 1;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
})()`;
