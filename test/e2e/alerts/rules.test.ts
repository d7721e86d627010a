import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectedDay } from '../../../bot/health/serviceFacts.ts';
import { METRICS } from '../../support/bot/metrics.ts';
import { calendar, oslo } from '../../support/bot/time.ts';
import { projectFolder } from '../start/strangersMachine.ts';
import { promtool } from './promtool.ts';

const RULES = join(projectFolder, 'docs/monitoring/alerts.yml');
const HOUR = 60;
const DAY = 24 * HOUR;

/** The value of a series in a minute; undefined where a scrape brought none. */
type Values = (minute: number) => number | undefined;

const always =
  (value: number): Values =>
  () =>
    value;
/** What holds until that minute, and what after it. */
const from = (minute: number, before: number | undefined, after: number | undefined): Values => {
  return (now) => (now < minute ? before : after);
};

/** A bot that works: three digests a day, figures as expected, a backup at every moment. */
const WORKING: Readonly<Record<string, Values>> = {
  up: always(1),
  process_start_time_seconds: always(0),
  process_resident_memory_bytes: always(150e6),
  retail_bot_ready: always(1),
  retail_bot_service_up: always(1),
  'retail_bot_digest_runs{state="sent"}': always(3),
  'retail_bot_digest_runs{state="failed"}': always(0),
  'retail_bot_digest_runs{state="unknown"}': always(0),
  retail_bot_messages_overdue: always(0),
  'retail_bot_alerts_total{outcome="posted"}': (minute) => minute,
  'retail_bot_alerts_total{outcome="failed"}': always(0),
  'retail_bot_alerts_total{outcome="unjudged"}': always(0),
  'retail_bot_stock_short_list{state="refused"}': always(0),
  'retail_bot_stock_short_list{state="taken"}': always(0),
  'retail_bot_digest_missed{reason="notRunning"}': always(0),
  'retail_bot_digest_missed{reason="superseded"}': always(0),
  'retail_bot_digests_total{state="sent"}': always(100),
  'retail_bot_newest_day_timestamp_seconds{kind="stock"}': always(1_000),
  'retail_bot_newest_day_timestamp_seconds{kind="sales"}': always(1_000),
  'retail_bot_expected_day_timestamp_seconds{kind="stock"}': always(1_000),
  'retail_bot_expected_day_timestamp_seconds{kind="sales"}': always(1_000),
  retail_bot_database_bytes: always(1e9),
  retail_bot_disk_free_bytes: always(50e9),
  retail_bot_backup_timestamp_seconds: (minute) => minute * 60,
};

/** No series of a process that does not answer but this one. */
const DOWN: Readonly<Record<string, Values>> = Object.fromEntries(
  Object.keys(WORKING).map((name) => [name, name === 'up' ? always(0) : always(Number.NaN)]),
);

interface Story {
  /** What is different from a bot that works, by process. */
  readonly processes: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  /** The alerts that fire in some minutes, with the process or kind that they are about. */
  readonly firing: Readonly<Record<number, readonly string[]>>;
  /** Minutes from one look at the rules to the next; 5 when not set. */
  readonly every?: number;
}

/** Lets promtool evaluate the rules; fails with what it says. */
function play({ processes, firing, every = 5 }: Story): void {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const minutes = Math.max(...Object.keys(firing).map(Number));
  const input_series = Object.entries(processes).flatMap(([instance, changes]) =>
    Object.entries({ ...WORKING, ...changes }).map(([name, values]) => ({
      series: labelled(name, `job="retail-bot",instance="${instance}"`),
      values: Array.from({ length: minutes + 1 }, (_, minute) => inWords(values(minute))).join(' '),
    })),
  );
  const shown = 'count by (alertname, instance, kind) (ALERTS{alertstate="firing"})';
  const promql_expr_test = Object.entries(firing).map(([minute, alerts]) => ({
    expr: shown,
    eval_time: `${minute}m`,
    exp_samples: alerts.map((alert) => ({ labels: labelsOf(alert), value: 1 })),
  }));
  const file = join(folder, 'story.yml');
  const tests = [{ interval: '1m', input_series, promql_expr_test }];
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: `${every}m`, tests }));
  const { status, output } = promtool('test', 'rules', file);
  expect(output).toContain('SUCCESS');
  expect(status).toBe(0);
}

function inWords(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '_' : String(value);
}

function labelled(series: string, more: string): string {
  return series.endsWith('}') ? `${series.slice(0, -1)},${more}}` : `${series}{${more}}`;
}

/** `Down`, `Memory of a` or `FiguresOld of stock`. */
function labelsOf(alert: string): string {
  const [name, about] = alert.split(' of ');
  const label = about === undefined ? '' : `,${about.length === 1 ? 'instance' : 'kind'}="${about}"`;
  return `{alertname="RetailBot${name}"${label}}`;
}

test('the rules are ones that Prometheus takes', () => {
  expect(promtool('check', 'rules', RULES)).toMatchObject({ status: 0 });
});

test('the series of the stories are metrics of the bot', () => {
  const names = Object.keys(WORKING).map((name) => name.replace(/\{.*/, ''));
  expect(names.filter((name) => !Object.hasOwn(METRICS, name))).toEqual(['up']);
});

test('nothing fires while all is well', () => {
  play({ processes: { a: {}, b: {} }, firing: { 0: [], [DAY]: [], [3 * DAY]: [] } });
});

describe('a bot that ends and starts', () => {
  test('again and again fires', () => {
    const start: Values = (minute) => (minute < 60 ? 0 : Math.floor(minute / 5) * 300);
    play({
      processes: { a: { process_start_time_seconds: start } },
      firing: { 59: [], 64: [], 71: ['StartsAgain of a'], [3 * HOUR]: ['StartsAgain of a'] },
    });
  });

  test('before most scrapes fires too', () => {
    const answers: Values = (minute) => (minute >= 60 && minute % 4 !== 0 ? 0 : 1);
    play({ every: 1, processes: { a: { up: answers } }, firing: { 59: [], 75: ['StartsAgain of a'] } });
  });

  test('once or twice, as for an upgrade, does not', () => {
    const start: Values = (minute) => (minute < 60 ? 0 : minute < 70 ? 3_600 : 4_200);
    play({ processes: { a: { process_start_time_seconds: start } }, firing: { 65: [], 75: [], 89: [] } });
  });
});

test('a bot that is down over its digests fires, and so do the digests that it finds missed at its first scrape', () => {
  const isDown = (minute: number) => minute >= 30 && minute < 25 * HOUR;
  const after = (before: number, then: number): Values => {
    return (minute) => (isDown(minute) ? undefined : minute < 30 ? before : then);
  };
  const story = Object.fromEntries(
    Object.entries(WORKING).map(([name, values]): [string, Values] => [
      name,
      (minute) => (isDown(minute) ? undefined : values(minute)),
    ]),
  );
  play({
    processes: {
      a: {
        ...story,
        up: (minute) => (isDown(minute) ? 0 : 1),
        'retail_bot_digest_missed{reason="notRunning"}': (minute) =>
          minute >= 49 * HOUR ? 0 : after(0, 5)(minute),
        'retail_bot_digests_total{state="missed"}': (minute) => (minute < 25 * HOUR ? undefined : 5),
      },
    },
    firing: {
      36: ['Down'],
      [24 * HOUR]: ['Down'],
      [25 * HOUR]: ['DigestsMissed'],
      [48 * HOUR]: ['DigestsMissed'],
      [49 * HOUR]: [],
    },
  });
});

test('a digest that is left out as somebody wanted it does not fire', () => {
  play({
    processes: { a: { 'retail_bot_digest_missed{reason="noFigures"}': always(4) } },
    firing: { [HOUR]: [] },
  });
});

test.each(['failed', 'unknown'])('digests that are all %s fire', (state) => {
  play({
    processes: {
      a: {
        'retail_bot_digest_runs{state="sent"}': from(HOUR, 3, 0),
        [`retail_bot_digest_runs{state="${state}"}`]: from(HOUR, 0, 3),
      },
    },
    firing: { [HOUR + 9]: [], [HOUR + 11]: ['DigestsFail'] },
  });
});

test('nine digests of twenty that fail fire', () => {
  play({
    processes: {
      a: {
        'retail_bot_digest_runs{state="sent"}': from(HOUR, 20, 11),
        'retail_bot_digest_runs{state="failed"}': from(HOUR, 0, 9),
      },
    },
    firing: { [HOUR + 9]: [], [HOUR + 11]: ['DigestsFail'] },
  });
});

test.each(['failed', 'unjudged'])('an alert that is %s fires for six hours', (outcome) => {
  play({
    processes: { a: { [`retail_bot_alerts_total{outcome="${outcome}"}`]: from(HOUR, 0, 1) }, b: {} },
    firing: { [HOUR - 5]: [], [HOUR + 5]: ['AlertsFail'], [6 * HOUR + 55]: ['AlertsFail'], [8 * HOUR]: [] },
  });
});

test.each(['refused', 'taken'])('a short list of stock that was %s fires', (state) => {
  play({
    processes: { a: { [`retail_bot_stock_short_list{state="${state}"}`]: from(HOUR, 0, 1) }, b: {} },
    firing: { [HOUR + 14]: [], [HOUR + 16]: ['StockShort'] },
  });
});

test('messages that Slack has not taken for half an hour fire', () => {
  play({
    processes: {
      a: { retail_bot_messages_overdue: (minute) => Number(minute >= HOUR && minute < 2 * HOUR) },
    },
    firing: { [HOUR + 4]: [], [HOUR + 6]: ['MessagesOverdue'], [2 * HOUR + 5]: [] },
  });
});

test('one digest of four that fails does not', () => {
  play({
    processes: { a: { 'retail_bot_digest_runs{state="failed"}': from(HOUR, 0, 1) } },
    firing: { [2 * HOUR]: [] },
  });
});

test('a database that was put back fires until it counts as many digests as before, and a start does not', () => {
  const total: Values = (minute) => {
    if (minute > 100 && minute < 110) return undefined;
    return minute < 2 * HOUR ? 100 : minute < DAY ? 40 : 104;
  };
  play({
    every: 1,
    processes: { a: { 'retail_bot_digests_total{state="sent"}': total } },
    firing: { 112: [], [2 * HOUR + 2]: ['DatabasePutBack'], [DAY - 1]: ['DatabasePutBack'], [DAY]: [] },
  });
});

test('one replica of two that Slack does not reach fires, and both are more than that', () => {
  play({
    processes: {
      a: { retail_bot_ready: from(2 * HOUR, 1, 0) },
      b: { retail_bot_ready: from(HOUR, 1, 0) },
    },
    firing: {
      [HOUR + 9]: [],
      [HOUR + 11]: ['ReplicaNotReady of b'],
      [2 * HOUR + 11]: ['NotReady'],
    },
  });
});

test('one replica of two that is down fires', () => {
  play({
    processes: { a: {}, b: { ...DOWN } },
    firing: { 15: ['ReplicaNotReady of b'] },
  });
});

test('a service that is away fires after half an hour', () => {
  play({
    processes: { a: { retail_bot_service_up: from(HOUR, 1, 0) } },
    firing: { [HOUR + 29]: [], [HOUR + 31]: ['ServiceAway'] },
  });
});

describe('figures', () => {
  const WEDNESDAY_BEFORE_EASTER = oslo('2027-03-24 00:00');
  const at = (minute: number) => WEDNESDAY_BEFORE_EASTER + minute * 60_000;
  const beginningOf = (day: string) => calendar.instantOf(day, '00:00') / 1_000;
  const expected = (kind: 'stock' | 'sales'): Values => {
    return (minute) => {
      const now = at(minute);
      const refreshed = kind === 'stock' ? calendar.latestStockDay(now) : calendar.latestSalesDay(now);
      return beginningOf(expectedDay(refreshed));
    };
  };
  /** What came ten minutes after the refresh; nothing new after that day. */
  const stored = (kind: 'stock' | 'sales', last: string): Values => {
    return (minute) => Math.min(expected(kind)(minute - 10) ?? 0, beginningOf(last));
  };
  const story = (last: string): Readonly<Record<string, Values>> => ({
    'retail_bot_expected_day_timestamp_seconds{kind="stock"}': expected('stock'),
    'retail_bot_expected_day_timestamp_seconds{kind="sales"}': expected('sales'),
    'retail_bot_newest_day_timestamp_seconds{kind="stock"}': stored('stock', last),
    'retail_bot_newest_day_timestamp_seconds{kind="sales"}': stored('sales', last),
  });
  const minuteOf = (dayAndTime: string) => (oslo(dayAndTime) - WEDNESDAY_BEFORE_EASTER) / 60_000;

  test('of before Easter do not fire on Sundays and holidays', () => {
    const days = ['24', '25', '26', '27', '28', '29', '30', '31'];
    play({
      processes: { a: story('2027-12-31') },
      firing: Object.fromEntries(days.map((day) => [minuteOf(`2027-03-${day} 13:00`), []])),
    });
  });

  test('that have not come four hours after they should fire, each kind for itself', () => {
    play({
      processes: { a: story('2027-03-27') },
      firing: {
        [minuteOf('2027-03-28 23:00')]: [],
        [minuteOf('2027-03-29 23:00')]: [],
        [minuteOf('2027-03-30 12:25')]: [],
        [minuteOf('2027-03-30 12:35')]: ['FiguresOld of stock'],
        [minuteOf('2027-03-31 11:40')]: ['FiguresOld of stock'],
        [minuteOf('2027-03-31 11:50')]: ['FiguresOld of stock', 'FiguresOld of sales'],
      },
    });
  });

  test('that never came fire', () => {
    const never = always(Number.NaN);
    play({
      processes: { a: { 'retail_bot_newest_day_timestamp_seconds{kind="sales"}': never } },
      firing: { [3 * HOUR]: [], [5 * HOUR]: ['FiguresOld of sales'] },
    });
  });
});

test('a process that needs much memory fires', () => {
  play({
    processes: { a: {}, b: { process_resident_memory_bytes: from(HOUR, 300e6, 900e6) } },
    firing: { [HOUR + 14]: [], [HOUR + 16]: ['Memory of b'] },
  });
});

test.each([
  ['that is nearly full', 0.9e9, 0.1e9],
  ['without room for a copy of the database', 9e9, 10e9],
])('a disk %s fires', (_, free, size) => {
  play({
    processes: {
      a: { retail_bot_disk_free_bytes: from(HOUR, 50e9, free), retail_bot_database_bytes: always(size) },
    },
    firing: { [HOUR + 14]: [], [HOUR + 16]: ['DiskFull of a'] },
  });
});

test('a backup that is older than two days fires', () => {
  const last = 6 * HOUR;
  play({
    every: 1,
    processes: { a: { retail_bot_backup_timestamp_seconds: (minute) => Math.min(minute, last) * 60 } },
    firing: { [last + 2 * DAY]: [], [last + 2 * DAY + 62]: ['BackupOld'] },
  });
});

test('a bot without any backup has two days for the first', () => {
  play({
    processes: { a: { retail_bot_backup_timestamp_seconds: always(Number.NaN) } },
    firing: { [DAY]: [], [2 * DAY - 1]: [], [2 * DAY + 3 * HOUR]: ['BackupOld'] },
  });
});

test('an alert says which process it is about, how bad it is, and where to read on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'text.yml');
  const labels = { job: 'retail-bot', instance: 'a' };
  const test = {
    interval: '1m',
    input_series: [
      { series: 'retail_bot_disk_free_bytes{job="retail-bot",instance="a"}', values: '536870912x60' },
    ],
    alert_rule_test: [
      {
        eval_time: '30m',
        alertname: 'RetailBotDiskFull',
        exp_alerts: [
          {
            exp_labels: { ...labels, severity: 'warning' },
            exp_annotations: {
              summary: 'The disk of the database is nearly full.',
              description:
                'a has 512MiB left on the disk of its database. An upgrade may need as much as the database takes.',
              runbook_url:
                'https://github.com/retail-data/n8n-nodes-retail-data/blob/main/docs/operations.md#the-disk-is-nearly-full',
            },
          },
        ],
      },
    ],
  };
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  expect(promtool('test', 'rules', file)).toMatchObject({ status: 0 });
});
