import { chromiumPath } from '../../../tools/browser.ts';
import { installN8n } from '../../../tools/n8n/install.ts';

/** Before the first test, and said at once: a machine without Chromium is told so, one without n8n gets it. */
export default function setup(): void {
  chromiumPath();
  installN8n((line) => process.stdout.write(`${line}\n`));
}
