import type { Button, KnownBlock } from '@slack/types';
import type { FollowUp } from '../ask/asking.ts';
import { ASK_ACTION, button, followUpAction } from '../ask/buttons.ts';
import { LONGEST_CARRIED } from '../ask/commands.ts';
import type { MenuOption } from '../ask/menu.ts';
import { askWords } from '../ask/words/words.ts';
import type { Catalog } from '../language/language.ts';
import { plain } from '../slack/modal.ts';
import type { SubscriptionPlace } from './subscription.ts';
import { digestWords } from './words/words.ts';

/** Ids of buttons below digests. They never change, so that buttons already in Slack keep working. */
export const DIGEST_WHY = 'digest:why';
/** What is done with a digest, in a menu or by a button; the value is that of `writeClick`. */
export const DIGEST_DO = 'digest:do';
/** Sets a question with a schedule, for the place or, after `me `, for the person; the value is the command. */
export const DIGEST_EVERY = 'digest:every';
/** A suggested command; the value is its text after `/digest`. */
export const DIGEST_ASK = 'digest:ask';

/** Opens the form; the value is `NEW_DIGEST` or `FURTHER_DIGEST`. */
export const DIGEST_FORM = 'home_digest';
/** That of the channel's first digest, or of a new one where it has none. */
export const NEW_DIGEST = 'new';
/** That of a new one in any case. */
export const FURTHER_DIGEST = 'further';

const CLICK_VERBS = ['change', 'now', 'preview', 'pause', 'resume', 'unsubscribe', 'subscribe'] as const;
export type ClickVerb = (typeof CLICK_VERBS)[number];

export type NamedDigest = Pick<SubscriptionPlace, 'channelId' | 'kind'>;

export interface DigestClick extends NamedDigest {
  readonly verb: ClickVerb;
}

export function writeClick(verb: ClickVerb, { channelId, kind }: NamedDigest): string {
  return `${verb} ${channelId} ${kind}`;
}

/** Undefined for a value that no button of ours has. */
export function readClick(value: string): DigestClick | undefined {
  const [name, channelId = '', kind = ''] = value.split(' ');
  const verb = CLICK_VERBS.find((each) => each === name);
  return verb === undefined || kind === '' ? undefined : { verb, channelId, kind };
}

/** A text with a menu beside it; without one where nothing can be done. */
export function besideMenu(mrkdwn: string, actionId: string, options: readonly MenuOption[]): KnownBlock {
  const drawn = options.map(({ title, value }) => ({ text: plain(title), value }));
  const menu = { accessory: { type: 'overflow', action_id: actionId, options: drawn } as const };
  const text = { type: 'mrkdwn', text: mrkdwn, verbatim: true } as const;
  return { type: 'section', text, ...(drawn.length === 0 ? {} : menu) };
}

/** A text about a digest with a menu beside it. `id`: unique within the message. */
export function besideDigestMenu(
  mrkdwn: string,
  digest: NamedDigest,
  { id, verbs }: { readonly id: number; readonly verbs: readonly ClickVerb[] },
  t: Catalog,
): KnownBlock {
  const { buttons } = digestWords(t);
  const options = verbs.map((verb) => ({ title: buttons[verb], value: writeClick(verb, digest) }));
  return besideMenu(mrkdwn, `${DIGEST_DO}:${id}`, options);
}

/** The buttons below a digest; none without `sourceId`, which one of them carries. `rows`: the command for all its rows. */
export function digestButtons(
  { sourceId, ...digest }: NamedDigest & { readonly sourceId: string | undefined },
  t: Catalog,
  followUps: readonly FollowUp[] = [],
  rows?: string,
): KnownBlock[] {
  const { buttons } = digestWords(t);
  if (sourceId === undefined) return [];
  const elements: Button[] = [
    ...(rows === undefined || rows.length > LONGEST_CARRIED ? [] : [button(ASK_ACTION, buttons.list, rows)]),
    ...followUps.flatMap(({ name, title, command }) =>
      command === undefined || command.length > LONGEST_CARRIED
        ? []
        : [button(followUpAction(name), title(t), command)],
    ),
    button(DIGEST_WHY, askWords(t).buttons.why, sourceId),
    button(`${DIGEST_DO}:change`, buttons.settings, writeClick('change', digest)),
  ];
  return [{ type: 'actions', block_id: 'digest:buttons', elements }];
}
