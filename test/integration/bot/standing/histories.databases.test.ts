import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../../../bot/access/actor.ts';
import { LookupError } from '../../../../bot/access/lookups.ts';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { TEAM } from '../../../../bot/demo/slack/cast.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { createLedger } from '../../../../bot/outbox/ledger.ts';
import { createEnqueue } from '../../../../bot/outbox/stored.ts';
import { NO_NAMES } from '../../../../bot/parse/nameLookup.ts';
import { createDigestAccess } from '../../../../bot/standing/access.ts';
import { type Alert, createAlertStore } from '../../../../bot/standing/alertStore.ts';
import { createAlerts } from '../../../../bot/standing/alerts.ts';
import { createDailyJudging } from '../../../../bot/standing/judgeDaily.ts';
import type { Measure, Rule } from '../../../../bot/standing/line.ts';
import { readRule } from '../../../../bot/standing/readAlert.ts';
import { type AlertSubject, ruleOf } from '../../../../bot/standing/subject.ts';
import { createRandom } from '../../../../tools/random.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { createTestProcess, isWrite } from '../../../support/faults/process.ts';
import { isLong, seedOfRun } from '../../../support/seed.ts';
import { databaseOfRun } from '../../../support/testBot.ts';

/**
 * Twice so many people with 20 alerts of 10 items each, all that the app and a message can have: 10,000 histories at full
 * length. On a server fewer: each statement takes longer there.
 */
const PEOPLE = isLong && databaseOfRun() === 'sqlite' ? 25 : 4;
const [ALERTS, ITEMS, DAYS] = [20, 10, 15];
const FIRST = '2026-11-02';
const WEEK_MS = 7 * 24 * 60 * 60_000;

const KINDS = ['units', 'over', 'cover', 'out', 'back', 'fall', 'rise', 'litres'] as const;
type Kind = (typeof KINDS)[number];
const COMMANDS = ['stock', 'sales'] as const;
type Command = (typeof COMMANDS)[number];
const COMMAND: Readonly<Record<Kind, Command>> = {
  units: 'stock',
  over: 'stock',
  cover: 'stock',
  out: 'stock',
  back: 'stock',
  fall: 'sales',
  rise: 'sales',
  litres: 'sales',
};
/** What is typed to set an alert of a product. */
const TYPED: Readonly<Record<Kind, (product: number) => string>> = {
  units: (product) => `product:${product} when below 20 units`,
  over: (product) => `product:${product} when above 20 units`,
  back: (product) => `product:${product} when back in stock`,
  litres: (product) => `product:${product} when below 20 litres`,
  cover: (product) => `product:${product} when below 5 days`,
  out: (product) => `product:${product} when out`,
  fall: (product) => `product:${product} when -30%`,
  rise: (product) => `product:${product} when +50%`,
};

/** On which side of its line a figure is, and whether it is so far back that the alert can fire again, as docs say it. */
const IS_BEYOND: Readonly<Record<Kind, (figure: number) => boolean>> = {
  units: (figure) => figure < 20,
  over: (figure) => figure > 20,
  back: (figure) => figure > 0,
  litres: (figure) => figure < 20,
  cover: (figure) => figure < 5,
  out: (figure) => figure === 0,
  fall: (figure) => figure <= -30,
  rise: (figure) => figure >= 50,
};
const IS_BACK: Readonly<Record<Kind, (figure: number) => boolean>> = {
  units: (figure) => figure >= 22,
  over: (figure) => figure <= 18,
  back: (figure) => figure === 0,
  litres: (figure) => figure >= 22,
  cover: (figure) => figure >= 6,
  out: (figure) => figure > 0,
  fall: (figure) => figure >= -25,
  rise: (figure) => figure <= 45,
};

/** An alert as a careful person would keep it, who reads every figure. */
interface Kept {
  readonly name: string;
  readonly typed: string;
  readonly kind: Kind;
  readonly owner: string;
  /** Figures by item and day. */
  readonly histories: readonly (readonly (number | undefined)[])[];
  isSet: boolean;
  isPaused: boolean;
  mutedUntil: number;
  judged: string;
  /** By item: whether it was told that it is beyond the line, and its last figure. */
  sides: Map<number, { isOver: boolean; figure: number }>;
}

describe.each(DATABASE_PLACES)('alerts in $name', ({ open }) => {
  const place = usePlace(open);

  test.each([1, 2])(
    'in thousands of random histories with crashes tell each crossing once, none twice, and none without (%i)',
    async (half) => {
      const random = createRandom(seedOfRun() + half);
      const world = await openWorld(await place.fresh(), random.below);
      const { kept } = world;
      expect(kept.length * ITEMS).toBe(PEOPLE * ALERTS * ITEMS);
      const setDays = kept.map(() => random.below(6));
      const returns = new Map<string, number>();
      for (let day = 0; day < DAYS; day += 1) {
        const date = calendar.addDays(FIRST, day);
        const late = COMMANDS.filter(() => random.chance(1 / 6));
        for (const command of COMMANDS) if (!late.includes(command)) world.whole[command] = date;
        await world.run(`${date} 09:00`);

        world.setTime(`${date} 12:00`);
        for (const owner of new Set(kept.map((each) => each.owner))) {
          if (returns.get(owner) === day) {
            world.gone.delete(owner);
            for (const each of kept)
              if (each.owner === owner && each.isPaused) await world.change(each, 'resume');
          } else if (!world.gone.has(owner) && random.chance(1 / 40)) {
            world.gone.add(owner);
            returns.set(owner, day + 2 + random.below(4));
          }
        }
        for (const [at, each] of kept.entries()) {
          if (world.gone.has(each.owner)) continue;
          if (setDays[at] === day || (each.isSet && random.chance(1 / 100))) await world.set(each);
          if (!each.isSet || each.isPaused) continue;
          if (random.chance(1 / 30)) await world.change(each, 'mute');
          if (random.chance(1 / 60)) await world.change(each, 'unmute');
          if (random.chance(1 / 200)) await world.change(each, 'remove');
        }

        for (const command of late) if (random.chance(2 / 3)) world.whole[command] = date;
        await world.run(`${date} 18:00`);
      }
      expect(world.crashes()).toBeGreaterThan(DAYS);
      const { told, expected } = await world.result();
      expect(expected.length).toBeGreaterThan(PEOPLE * DAYS);

      expect(told).toEqual(expected);
    },
  );
});

async function openWorld(url: string, below: (limit: number) => number) {
  const process = createTestProcess();
  const database = await openDatabase(url, process);
  onTestFinished(() => database.destroy());
  const whole: Partial<Record<Command, string>> = {};
  const gone = new Set<string>();
  let now = 0;
  let crashed = 0;
  const expected: string[] = [];

  const kept: readonly Kept[] = Array.from({ length: PEOPLE * ALERTS }, (_, at): Kept => {
    const kind = KINDS[at % KINDS.length] ?? 'out';
    return {
      name: `A${at}`,
      typed: TYPED[kind](at + 1),
      kind,
      owner: `U${Math.floor(at / ALERTS)}`,
      histories: Array.from({ length: ITEMS }, () =>
        Array.from({ length: DAYS }, () => (below(8) === 0 ? undefined : figureOf(kind, below))),
      ),
      isSet: false,
      isPaused: false,
      mutedUntil: 0,
      judged: '',
      sides: new Map(),
    };
  });

  const byTyped = new Map(kept.map((each) => [each.typed, each]));

  /** Real rules of a feature, with figures of the histories, and words that can be counted. */
  function made(about: AlertSubject, command: Command): AlertSubject {
    const keptOf = (rule: Rule) => {
      const measure = about.measures[rule.measure];
      const typed = measure && ruleOf(about, rule, measure).typed;
      const found = byTyped.get(typed ?? '');
      if (found === undefined) throw new Error(`nobody set ${typed}`);
      return found;
    };
    const measures = Object.entries(about.measures).map(([name, measure]): [string, Measure] => [
      name,
      {
        ...measure,
        words: (t) => ({
          ...measure.words(t),
          rule: (subject) => subject,
          crossed: (name, { item, crossing, figure, before }) =>
            `!${name} ${item} ${crossing} ${before} ${figure}!`,
        }),
      },
    ]);
    return {
      ...about,
      measures: Object.fromEntries(measures),
      wholeDay: async () => whole[command],
      async figures(rule, asked) {
        const day = whole[command];
        if (day === undefined || (asked ?? day) !== day) return undefined;
        return {
          day,
          figures: new Map(figuresOn(keptOf(rule), day).map(([item, each]) => [String(item), each])),
        };
      },
      words: (t) => {
        const subject = (rule: Rule) => keptOf(rule).name;
        return { ...about.words(t), subject, item: (_, rule) => subject(rule) };
      },
    };
  }

  const fails = () => Promise.reject(new Error('this is made up here'));
  const real = alertSubjects({ database });
  const subjects = [made(real.stock, 'stock'), made(real.sales, 'sales')];
  const store = createAlertStore(database, subjects);
  // It goes on, so that no key of a message hides that one is stored twice.
  const passing = async () => {
    now += 1;
    return now;
  };
  const time = { now: passing, sql: () => sql<number>`${sql.lit(now)}` };
  const policy = { ...accessOf({}), teams: [TEAM] };
  const personOf = (userId: string) =>
    ({ userId, teamIds: [TEAM], standing: 'member', groupIds: [], locale: undefined }) as const;
  const people = {
    async person(userId: string) {
      if (gone.has(userId)) throw new LookupError('person', 'user_not_found');
      return personOf(userId);
    },
    place: async () => ({ kind: 'alone' }) as const,
  };
  const alerts = createAlerts({
    database,
    store,
    access: createDigestAccess(people, policy, pino({ level: 'silent' })),
    outbound: { checkChannel: fails },
    calendar,
    time,
  });
  const actorOf = (userId: string): Actor => ({
    teamId: TEAM,
    person: personOf(userId),
    place: { kind: 'alone' },
    language: languageFor('en'),
    may: () => ({ allowed: true }),
    require: () => {},
  });
  const ledger = createLedger({ database, rendered: [], time, beganAt: async () => 0, owner: 'me' });
  const outbox = { enqueue: createEnqueue(ledger, () => {}), wake: () => {} };
  const unjudged = { note: () => {} };
  const judge = createDailyJudging({
    database,
    subjects,
    store,
    people,
    policy,
    calendar,
    time,
    outbox,
    unjudged,
  });

  const reading = { vocabulary: { products: NO_NAMES, stores: NO_NAMES }, calendar, now: 1 };
  const set = async (each: Kept) => {
    const command = COMMAND[each.kind];
    const subject = subjects.find((found) => found.command === command);
    if (subject === undefined) throw new Error(command);
    const rule = readRule(subject, each.typed, reading);
    await alerts.set(actorOf(each.owner), rule, { target: each.owner });
    noteSet(each, whole[command]);
  };

  return {
    kept,
    whole,
    gone,
    crashes: () => crashed,
    set,
    setTime(at: string) {
      now = oslo(at);
    },

    async change(each: Kept, verb: 'mute' | 'unmute' | 'remove' | 'resume') {
      const all = await store.of(TEAM, [each.owner]);
      const found = all.find((alert: Alert) => alert.rule.typed === each.typed);
      if (found === undefined) throw new Error(`${each.name} is gone`);
      await alerts.change(actorOf(each.owner), found, verb);
      if (verb === 'resume') noteSet(each, whole[COMMAND[each.kind]]);
      else if (verb === 'remove') each.isSet = false;
      else each.mutedUntil = verb === 'mute' ? now + WEEK_MS : 0;
    },

    /** The daily job: processes that are gone at some write of it, then one that goes on. */
    async run(at: string) {
      now = oslo(at);
      for (let crashes = below(8); crashes > 0; crashes -= 1) {
        let left = 1 + below(60);
        let isGone = false;
        process.listen((text) => {
          if (!isWrite(text)) return;
          left -= 1;
          if (left > 0) return;
          isGone = true;
          process.end();
        });
        await judge().catch((error: unknown) => {
          if (!isGone) throw error;
          crashed += 1;
        });
        process.begin();
      }
      await judge();
      expected.push(...toldBy(kept, whole, gone, now));
    },

    /** What was stored to be posted, and what should have been; a line for each message. */
    async result() {
      const stored = await database.selectFrom('digest_run').select(['channel_id', 'message']).execute();
      const told = stored.map(({ channel_id: owner, message }) => {
        const { text, blocks }: { text: string; blocks: unknown } = JSON.parse(message ?? '');
        const crossings =
          JSON.stringify(blocks)
            .match(/![^!"\\]+!/g)
            ?.map((each) => each.slice(1, -1)) ?? [];
        const paused = crossings.length === 0 ? (/A\d+/.exec(text) ?? []) : [];
        return messageOf(owner, [...crossings, ...paused]);
      });
      return { told: told.toSorted(), expected: expected.toSorted() };
    },
  };
}

function figureOf(kind: Kind, below: (limit: number) => number): number {
  const drawn = below(41);
  if (kind === 'cover') return drawn / 4;
  if (kind === 'out' || kind === 'back') return Math.floor(drawn / 14);
  if (kind === 'fall') return drawn - 50;
  return kind === 'rise' ? drawn + 25 : drawn;
}

const messageOf = (owner: string, lines: readonly string[]) => `${owner}: ${lines.toSorted().join(', ')}`;

/** The known figures of a day, by item. */
function figuresOn({ histories }: Kept, date: string): [number, number][] {
  const day = Math.round((Date.parse(date) - Date.parse(FIRST)) / (24 * 60 * 60_000));
  return histories.flatMap((history, item): [number, number][] => {
    const figure = history[day];
    return figure === undefined ? [] : [[item, figure]];
  });
}

/** It is set, or set again: by the figures of today it is judged anew, and neither paused nor muted. */
function noteSet(each: Kept, day: string | undefined): void {
  each.isSet = true;
  each.isPaused = false;
  each.mutedUntil = 0;
  each.judged = day ?? '';
  const figures = day === undefined ? [] : figuresOn(each, day);
  each.sides = new Map(
    figures.map(([item, figure]) => [item, { isOver: IS_BEYOND[each.kind](figure), figure }]),
  );
}

/** The messages that have to come of a run of the daily job. */
function toldBy(
  kept: readonly Kept[],
  whole: Partial<Record<Command, string>>,
  gone: ReadonlySet<string>,
  now: number,
): string[] {
  const paused: string[] = [];
  const crossed = new Map<string, { readonly owner: string; readonly lines: string[] }>();
  for (const each of kept) {
    const { name, kind, owner } = each;
    const day = whole[COMMAND[kind]];
    if (!each.isSet || each.isPaused || day === undefined || each.judged >= day) continue;
    if (gone.has(owner)) {
      each.isPaused = true;
      paused.push(messageOf(owner, [name]));
      continue;
    }
    each.judged = day;
    for (const [item, figure] of figuresOn(each, day)) {
      const side = each.sides.get(item);
      if (side === undefined) {
        each.sides.set(item, { isOver: IS_BEYOND[kind](figure), figure });
        continue;
      }
      const { isOver, figure: before } = side;
      side.figure = figure;
      if (!(isOver ? IS_BACK : IS_BEYOND)[kind](figure)) continue;
      side.isOver = !isOver;
      const isTold = now >= each.mutedUntil && (!isOver || kind === 'out');
      if (!isTold) continue;
      const message = crossed.get(`${owner} ${COMMAND[kind]}`) ?? { owner, lines: [] };
      message.lines.push(`${name} ${item} ${isOver ? 'back' : 'beyond'} ${before} ${figure}`);
      crossed.set(`${owner} ${COMMAND[kind]}`, message);
    }
  }
  return [...paused, ...[...crossed.values()].map(({ owner, lines }) => messageOf(owner, lines))];
}
