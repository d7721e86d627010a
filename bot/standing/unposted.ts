import { sentenceMessage } from '../ask/errorMessage.ts';
import type { Database } from '../database/connection.ts';
import { isLanguageCode } from '../language/formatter.ts';
import { languageFor } from '../language/language.ts';
import type { MessageKey } from '../outbox/message.ts';
import type { Enqueue } from '../outbox/stored.ts';
import { ALERT_KEY } from './alertMetrics.ts';
import { alertWords } from './words/alerts.ts';

/** The key of a message about all alerts of a place that fired: `alert stock C0STOCK 2026-11-20`. */
const FIRED = new RegExp(`^${ALERT_KEY}(\\w+) [CG]\\S+ (\\d{4}-\\d\\d-\\d\\d)`);

/**
 * Tells the owners of the alerts of a message that Slack refused for good, once each, in a direct message: who reads the
 * channel doesn't see that something is missing there.
 */
export async function tellUnposted(
  database: Database,
  enqueue: Enqueue,
  { teamId, channelId, occasion }: MessageKey,
  code: string,
  now: number,
): Promise<void> {
  const [, command = '', day = ''] = FIRED.exec(occasion) ?? [];
  const owners = await database
    .selectFrom('alert')
    .select(({ fn }) => ['owner', fn.max('language').as('language')])
    .where('team_id', '=', teamId)
    .where('target', '=', channelId)
    .where('subject', '=', command)
    .where('fired_day', '=', day)
    .groupBy('owner')
    .execute();
  for (const { owner, language } of owners) {
    const { t } = languageFor(isLanguageCode(language) ? language : 'en');
    const content = sentenceMessage(alertWords(t).notPosted(`<#${channelId}>`, code));
    await enqueue({ teamId, key: `${occasion} unposted ${owner}`, to: owner, content, notBefore: now });
  }
}
