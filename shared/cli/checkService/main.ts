import { processContext } from '../context.ts';
import { runCheckService } from './command.ts';

process.exitCode = await runCheckService(processContext());
