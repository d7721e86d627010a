import type { Audit } from '../../access/audit.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import { accessLogPage } from '../permissions/accessLogPage.ts';

/** Turns the pages of `/access log`. */
export function turnAccessLog(audit: Pick<Audit, 'newest'>): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, value, respond } = actionArgs(clicked);
    const { t } = actor.language;
    const before = /^\d{1,15}$/.test(value) ? Number(value) : undefined;
    await respond?.({ replace_original: true, ...(await accessLogPage(audit, before, t)) });
  };
}
