import type { Audit } from '../../access/audit.ts';
import type { Catalog } from '../../language/language.ts';
import type { Message } from '../../slack/message.ts';
import { accessLog, ENTRIES_A_PAGE } from '../../views/accessLog.ts';

/** A page of the log, the newest first; `before` is the id of an entry. */
export async function accessLogPage(
  audit: Pick<Audit, 'newest'>,
  before: number | undefined,
  t: Catalog,
): Promise<Message> {
  const entries = await audit.newest(ENTRIES_A_PAGE + 1, before);
  return accessLog(
    {
      entries: entries.slice(0, ENTRIES_A_PAGE),
      isNewest: before === undefined,
      hasOlder: entries.length > ENTRIES_A_PAGE,
    },
    t,
  );
}
