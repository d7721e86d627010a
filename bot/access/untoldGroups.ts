import type { Catalog } from '../language/language.ts';
import { type AccessPolicy, CAPABILITIES, type RequiredCapability } from '../settings/accessPolicy.ts';
import { SETTING_OF } from '../settings/schema.ts';
import { NO_SCOPE } from './lookups.ts';
import { accessWords } from './words/words.ts';

/** A user group of the settings of which Slack does not tell who is in it: what it grants is lost meanwhile. */
export interface UntoldGroup {
  readonly groupId: string;
  /** Slack's word for it. */
  readonly code: string;
}

/** The settings that name the group. */
export function settingsNaming(groupId: string, { holders }: AccessPolicy): string[] {
  return CAPABILITIES.filter((capability) => {
    const listed = holders[capability];
    return listed !== 'members' && listed.groups.includes(groupId);
  }).map((capability) => SETTING_OF[capability]);
}

/** Whether the group would have let its people do that. */
export function wouldGrant(groupId: string, needs: RequiredCapability, policy: AccessPolicy): boolean {
  const settings = settingsNaming(groupId, policy);
  return needs !== 'member' && (settings.includes(SETTING_OF[needs]) || settings.includes(SETTING_OF.admin));
}

const NO_GROUP = new Set(['no_such_subteam', 'subteam_not_found']);

/** What can be done about it. The id comes from the settings. */
export function untoldInWords({ groupId, code }: UntoldGroup, t: Catalog): string {
  const { untoldGroup } = accessWords(t);
  if (NO_GROUP.has(code)) return untoldGroup.gone(groupId, code);
  return NO_SCOPE.has(code) ? untoldGroup.scope(groupId, code) : untoldGroup.again(groupId, code);
}
