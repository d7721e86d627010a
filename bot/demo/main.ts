/** The demo: what `npm start` shows when nothing is set. */
import { DatabaseOpeningError } from '../database/openingError.ts';
import { runAndExit } from '../exit.ts';
import { PortError } from '../settings/portError.ts';
import { SlackStartError } from '../slack/app.ts';
import { runDemo } from './demo.ts';
import { DemoError } from './demoError.ts';

await runAndExit(
  () => runDemo(process.argv.slice(2)),
  [DemoError, SlackStartError, PortError, DatabaseOpeningError],
);
