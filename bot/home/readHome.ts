import type { KnownBlock } from '@slack/types';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import type { Languages } from '../access/languages.ts';
import { settingsNaming, type UntoldGroup } from '../access/untoldGroups.ts';
import { type Feature, mayAsk } from '../ask/asking.ts';
import type { Commands } from '../ask/commands.ts';
import type { RecentQuestion, RecentQuestions } from '../ask/recent.ts';
import type { LanguageCode } from '../language/formatter.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';

/** What App Home shows to one person. Instants are milliseconds since 1970. */
export interface HomeFacts {
  readonly now: number;
  /** What the person may ask for. */
  readonly asks: readonly Feature[];
  /** User groups of the settings that Slack does not tell of, with the settings; for admins. */
  readonly untoldGroups: readonly (UntoldGroup & { readonly settings: readonly string[] })[];
  readonly recent: readonly RecentQuestion[];
  /** Lines about the figures that the person may see, of each feature. */
  readonly figures: readonly (readonly string[])[];
  readonly sections: readonly (readonly KnownBlock[])[];
  /** What the person chose; undefined for whoever follows Slack. */
  readonly language: LanguageCode | undefined;
}

/** What App Home is read from. */
export interface HomeSources {
  readonly clock: Pick<Clock, 'now'>;
  readonly languages: Pick<Languages, 'chosen'>;
  readonly policy: AccessPolicy;
  readonly recent: Pick<RecentQuestions, 'of'>;
  readonly commands: Commands;
  readonly reading: () => Reading;
  /** How new the figures of a feature are, in lines; undefined for somebody who may not see them. */
  readonly figures: readonly ((actor: Actor, now: number) => Promise<readonly string[] | undefined>)[];
  /** What else a feature shows. */
  readonly sections: readonly ((actor: Actor, now: number) => Promise<readonly KnownBlock[]>)[];
}

/**
 * Everything that App Home shows to this person, and nothing that the person may not see. All of it is looked at only:
 * opening App Home writes nothing and waits for no lock.
 */
export async function readHome(actor: Actor, sources: HomeSources): Promise<HomeFacts> {
  const { clock, languages, policy, commands, reading } = sources;
  const now = clock.now();
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const [figures, sections, recent, language] = await Promise.all([
    Promise.all(sources.figures.map((read) => read(actor, now))),
    Promise.all(sources.sections.map((read) => read(actor, now))),
    sources.recent.of(asker),
    languages.chosen(actor.teamId, actor.person.userId),
  ]);
  return {
    now,
    asks: commands.features.filter(({ requires }) => requires === 'member' || actor.may(requires).allowed),
    untoldGroups: actor.may('admin').allowed
      ? (actor.person.untoldGroups ?? []).map((group) => ({
          ...group,
          settings: settingsNaming(group.groupId, policy),
        }))
      : [],
    recent: shownOf(recent, actor, commands, reading()),
    figures: figures.filter((lines) => lines !== undefined),
    sections,
    language,
  };
}

const MOST_RECENT = 6;

/** What this person may ask, each question once: the words that it was asked with stay when a button asks it again. */
function shownOf(
  recent: readonly RecentQuestion[],
  actor: Actor,
  commands: Pick<Commands, 'find'>,
  reading: Reading,
): readonly RecentQuestion[] {
  const shown = new Map<string, RecentQuestion>();
  for (const each of recent) {
    const question = commands.find(each.command, reading);
    if (question === undefined || !mayAsk(actor, question.needs)) continue;
    const written = question.command ?? each.command;
    const later = shown.get(written);
    if (later === undefined) shown.set(written, each);
    else if (later.command === written) shown.set(written, { ...later, command: each.command });
  }
  const { common } = actor.language.t;
  return [...shown].slice(0, MOST_RECENT).map(([written, { command, askedAt }]) => ({
    command: command === written ? common.command(written) : command,
    askedAt,
  }));
}
