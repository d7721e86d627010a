/** What `startTestBot` needs of the bot; bundled, since what a module holds is there once a bundle. */

export { Client as PostgresClient, Pool as PostgresPool } from 'pg';
export { startBot } from '../../bot/app.ts';
export { createLog } from '../../bot/process/log.ts';
