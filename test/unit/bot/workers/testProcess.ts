/** A process that answers. */
import { serveInProcess } from '../../../../bot/workers/process.ts';
import { openTestService } from './testService.ts';

serveInProcess(openTestService);
