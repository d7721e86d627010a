/** What `startTestBot` needs of the bot; bundled, since what a module holds is there once a bundle. */

export { startBot } from '../../bot/app.ts';
export { createLog } from '../../bot/process/log.ts';
export { createUnderWay } from '../../bot/workers/underWay.ts';
export { WORKERS_HERE } from './workersHere.ts';
