/** A thread that answers. */
import { serveInThread } from '../../../../bot/workers/thread.ts';
import { openTestService } from './testService.ts';

serveInThread(openTestService);
