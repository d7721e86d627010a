/** The demo that `npm start` runs when no setting is set. */
import { runAndExit } from '../process/exit.ts';
import { DemoError, runDemo } from './demo.ts';

await runAndExit(() => runDemo(process.argv.slice(2)), { expected: [DemoError] });
