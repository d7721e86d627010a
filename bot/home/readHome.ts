import type { KnownBlock } from '@slack/types';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import type { Languages } from '../access/languages.ts';
import { settingsNaming, type UnresolvedGroup } from '../access/unresolvedGroups.ts';
import { type Feature, mayAsk } from '../ask/asking.ts';
import type { Commands } from '../ask/commands.ts';
import type { FileFormats } from '../ask/fileFormats.ts';
import type { RecentQuestion, RecentQuestions } from '../ask/recent.ts';
import type { FileFormat } from '../figures/sheet.ts';
import type { LanguageCode } from '../language/formatter.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';

/** What App Home shows a person. Instants are milliseconds since 1970. */
export interface HomeFacts {
  readonly now: number;
  /** The features that the person can use. */
  readonly asks: readonly Feature[];
  /** For admins: user groups in the settings that Slack returns no details of, with the settings. */
  readonly unresolvedGroups: readonly (UnresolvedGroup & { readonly settings: readonly string[] })[];
  readonly recent: readonly RecentQuestion[];
  /** Lines about data, for each feature whose data the person can see. */
  readonly figures: readonly (readonly string[])[];
  readonly sections: readonly (readonly KnownBlock[])[];
  /** The language that the person chose; undefined for Slack's. */
  readonly language: LanguageCode | undefined;
  readonly fileFormat: FileFormat;
}

export interface HomeSources {
  readonly clock: Pick<Clock, 'now'>;
  readonly languages: Pick<Languages, 'chosen'>;
  readonly fileFormats: Pick<FileFormats, 'of'>;
  readonly policy: AccessPolicy;
  readonly recent: Pick<RecentQuestions, 'of'>;
  readonly commands: Commands;
  readonly reading: () => Reading;
  /** Each feature's lines about the age of its data; undefined for a person who can't see it. */
  readonly figures: readonly ((actor: Actor, now: number) => Promise<readonly string[] | undefined>)[];
  /** Other blocks of each feature. */
  readonly sections: readonly ((actor: Actor, now: number) => Promise<readonly KnownBlock[]>)[];
}

/**
 * Reads what App Home shows this person, and nothing that the person can't see. Opening App Home writes nothing and waits
 * for no lock.
 */
export async function readHome(actor: Actor, sources: HomeSources): Promise<HomeFacts> {
  const { clock, languages, fileFormats, policy, commands, reading } = sources;
  const now = clock.now();
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const [figures, sections, recent, language, fileFormat] = await Promise.all([
    Promise.all(sources.figures.map((read) => read(actor, now))),
    Promise.all(sources.sections.map((read) => read(actor, now))),
    sources.recent.of(asker),
    languages.chosen(actor.teamId, actor.person.userId),
    fileFormats.of(actor.teamId, actor.person.userId),
  ]);
  return {
    now,
    asks: commands.features.filter(({ requires }) => requires === 'member' || actor.may(requires).allowed),
    unresolvedGroups: actor.may('admin').allowed
      ? (actor.person.unresolvedGroups ?? []).map((group) => ({
          ...group,
          settings: settingsNaming(group.groupId, policy),
        }))
      : [],
    recent: shownOf(recent, actor, commands, reading()),
    figures: figures.filter((lines) => lines !== undefined),
    sections,
    language,
    fileFormat,
  };
}

const MAX_RECENT = 6;

/** Recent questions that this person can ask, each once, as last typed, even if a button asked it again since. */
function shownOf(
  recent: readonly RecentQuestion[],
  actor: Actor,
  commands: Pick<Commands, 'find' | 'say'>,
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
  return [...shown].slice(0, MAX_RECENT).map(([written, { command, askedAt }]) => ({
    command: command === written ? commands.say(written, actor.language.t) : command,
    askedAt,
  }));
}
