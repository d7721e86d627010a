import type { Catalog } from '../language/language.ts';
import { type AccessPolicy, CAPABILITIES, type RequiredCapability } from '../settings/accessPolicy.ts';
import { SETTING_OF } from '../settings/schema.ts';
import { NO_SCOPE } from './lookups.ts';
import { accessWords } from './words/words.ts';

/** A user group of the settings whose members Slack does not return, so it grants nothing for now. */
export interface UnresolvedGroup {
  readonly groupId: string;
  /** Slack's code. */
  readonly code: string;
}

/** The names of the settings that list the group. */
export function settingsNaming(groupId: string, { holders }: AccessPolicy): string[] {
  return CAPABILITIES.filter((capability) => {
    const listed = holders[capability];
    return listed !== 'members' && listed.groups.includes(groupId);
  }).map((capability) => SETTING_OF[capability]);
}

/** Whether the group would have granted `needs`. */
export function wouldGrant(groupId: string, needs: RequiredCapability, policy: AccessPolicy): boolean {
  const settings = settingsNaming(groupId, policy);
  return needs !== 'member' && (settings.includes(SETTING_OF[needs]) || settings.includes(SETTING_OF.admin));
}

const NO_GROUP = new Set(['no_such_subteam', 'subteam_not_found']);

/** A sentence with the fix. The id comes from the settings, so it is safe in mrkdwn. */
export function unresolvedGroupText({ groupId, code }: UnresolvedGroup, t: Catalog): string {
  const { untoldGroup } = accessWords(t);
  if (NO_GROUP.has(code)) return untoldGroup.gone(groupId, code);
  return NO_SCOPE.has(code) ? untoldGroup.scope(groupId, code) : untoldGroup.again(groupId, code);
}
