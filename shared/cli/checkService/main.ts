import { processContext } from '../context.ts';
import { runCheckService } from './command.ts';

// A reader such as `head` has seen enough.
process.stdout.once('error', () => process.exit(0));
process.exitCode = await runCheckService(processContext(), 'npm run check-service');
