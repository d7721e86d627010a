import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import type { Languages } from '../access/languages.ts';
import { settingsNaming } from '../access/untoldGroups.ts';
import { mayAsk } from '../ask/asking.ts';
import type { Commands } from '../ask/commands.ts';
import type { RecentQuestion, RecentQuestions } from '../ask/recent.ts';
import type { Database } from '../database/connection.ts';
import type { DigestKinds } from '../digest/kind.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import type { Worded } from '../language/language.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { ProductList } from '../products/productList.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { RequiredCapability } from '../settings/capability.ts';
import { readHomeDigests } from './digests.ts';
import { readSalesFreshness, readStockFreshness } from './freshness.ts';
import type { HomeFacts } from './homeFacts.ts';

/** What App Home is read from. */
interface HomeSources {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly calendar: Calendar;
  readonly sales: Pick<SalesReader, 'newestDay' | 'daysOf'>;
  /** Days of sales that are to be held. */
  readonly historyDays: number;
  readonly ledger: Pick<Ledger, 'newest' | 'lastDates'>;
  readonly subscriptions: Pick<Subscriptions, 'of'>;
  readonly kinds: DigestKinds;
  readonly people: Pick<Directory, 'place' | 'channelsOf'>;
  readonly languages: Pick<Languages, 'chosen'>;
  readonly policy: AccessPolicy;
  readonly list: Pick<ProductList, 'current'>;
  /** What is wrong with the file of PRODUCT_LIST. */
  readonly listProblem: () => Worded | undefined;
  readonly recent: Pick<RecentQuestions, 'of'>;
  readonly commands: Commands;
  readonly reading: () => Reading;
}

/** A list of names is what every digest and `mine` go by, so it is changed by those who may change digests. */
export const UPLOAD_NEEDS: Exclude<RequiredCapability, 'member'> = 'manage_digests';

/**
 * Everything that App Home shows to this person, and nothing that the person may not see. All of it is looked at only:
 * opening App Home writes nothing and waits for no lock.
 */
export async function readHome(actor: Actor, sources: HomeSources): Promise<HomeFacts> {
  const { database, clock, calendar, sales, historyDays, ledger } = sources;
  const { subscriptions, people, languages, policy, listProblem, reading } = sources;
  const now = clock.now();
  const seesStock = actor.may('view_stock').allowed;
  const seesSales = actor.may('view_sales').allowed;
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const [stock, salesFreshness, digests, list, recent, language] = await Promise.all([
    seesStock ? readStockFreshness(database, calendar, now) : undefined,
    seesSales ? readSalesFreshness(database, calendar, sales, historyDays, now) : undefined,
    readHomeDigests(actor, people, policy, subscriptions, sources.kinds, ledger, calendar, now),
    sources.list.current(),
    sources.recent.of(asker),
    languages.chosen(actor.teamId, actor.person.userId),
  ]);
  return {
    now,
    stock,
    sales: salesFreshness,
    asks: sources.commands.features.filter(
      ({ requires }) => requires === 'member' || actor.may(requires).allowed,
    ),
    ...digests,
    list,
    listProblem: listProblem(),
    mayUpload: actor.may(UPLOAD_NEEDS).allowed,
    untoldGroups: actor.may('admin').allowed
      ? (actor.person.untoldGroups ?? []).map((group) => ({
          ...group,
          settings: settingsNaming(group.groupId, policy),
        }))
      : [],
    language,
    recent: shownOf(recent, actor, sources.commands, reading()),
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
