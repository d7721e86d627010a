/** The demo: what `npm start` shows when nothing is set. */
import { runAndExit } from '../process/exit.ts';
import { runDemo } from './demo.ts';
import { DemoError } from './demoError.ts';

await runAndExit(() => runDemo(process.argv.slice(2)), { expected: [DemoError] });
