import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentOf, makeFolder, runCommand, startService } from '../../../support/shared/cli/running.ts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const SETTINGS = { RETAIL_DATA_BASE_URL: 'http://127.0.0.1:9', RETAIL_DATA_SUBSCRIPTION_KEY: KEY };
const GOOD = ['--from', '2026-11-09', '--to', '2026-11-14', '--out', 'sales'];
const DAY = 'but it must be a day that exists, written yyyy-MM-dd, such as 2026-11-20.';
const OUT = 'but it must be a folder, such as sales: each day is a file in it.';

describe('a wrong flag is one sentence with its name, its value and what is accepted', () => {
  test.each<[readonly string[], string]>([
    [['--to', '2026-11-14', '--out', 'a'], `--from is not set, ${DAY}`],
    [['--from', '2026-11-09', '--out', 'a'], `--to is not set, ${DAY}`],
    [['--from', '2026-11-09', '--to', '2026-11-14'], `--out is not set, ${OUT}`],
    [
      ['--from', '2026-11-14', '--to', '2026-11-09', '--out', 'a'],
      '--to is "2026-11-09", but it must be 2026-11-14 (--from) or later.',
    ],
    [['--from', '2026-02-30', '--to', '2026-11-14', '--out', 'a'], `--from is "2026-02-30", ${DAY}`],
    [['--from', '2026-11-09', '--to', '2026-11-14', '--out', 'a.csv'], `--out is "a.csv", ${OUT}`],
    [[...GOOD, '--changed-since', 'yesterday'], `--changed-since is "yesterday", ${DAY}`],
    [[...GOOD, '--style', 'danish'], '--style is "danish", but it must be international or norwegian.'],
    [
      [
        '--from',
        '2026-11-09',
        '--to',
        '2026-11-14',
        '--out',
        'a',
        '--format',
        'ndjson',
        '--style',
        'norwegian',
      ],
      '--style is "norwegian", but it must be left out with NDJSON.',
    ],
    [
      ['--from', '2026-11-09', '--to', '2026-11-20', '--out', 'a'],
      '--to is "2026-11-20", but it must be 2026-11-19 or earlier: sales come the morning after, from about 07:45.',
    ],
    [
      ['--from', '2026-11-09', '--to', '2026-11-14', '--out', 'a', '--format', 'xlsx'],
      '--format is "xlsx", but it must be csv or ndjson.',
    ],
    [[...GOOD, '--product=-5'], '--product is "-5", but it must be a whole number from 0 up, such as 1101.'],
    [[...GOOD, '--vendor', '1e3'], '--vendor is "1e3", but it must be a whole number from 0 up, such as 12.'],
    [
      [...GOOD, '--wholesaler', '7.5'],
      '--wholesaler is "7.5", but it must be a whole number from 0 up, such as 7.',
    ],
    [
      [...GOOD, '--from-store', '9007199254740993'],
      '--from-store is "9007199254740993", but it must be a whole number from 0 up, such as 143.',
    ],
    [
      [...GOOD, '--from-store', '9', '--to-store', '8'],
      '--to-store is 8, but it must be 9 (--from-store) or higher.',
    ],
    [
      [...GOOD, '--page-size', '0'],
      '--page-size is "0", but it must be a whole number from 1 up, such as 10000.',
    ],
  ])('%j', async (args, sentence) => {
    const folder = await makeFolder();
    const result = await runCommand(args, { folder, environment: SETTINGS });
    expect(result).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([[['--bogus']], [['surplus']], [['--again=yes']], [['--page-size']], [['--product', '-5']]])(
    '%j lists the flags',
    async (surplus) => {
      const folder = await makeFolder();
      const { code, stderr } = await runCommand([...GOOD, ...surplus], { folder, environment: SETTINGS });
      expect(code).toBe(1);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).toContain(surplus[0]?.split('=')[0]);
      expect(stderr).toContain('the flags are --from DAY, --to DAY, --out FOLDER, ');
    },
  );
});

describe('a wrong setting is one sentence that never shows the key', () => {
  const address = 'but it must be an address such as https://api.example.com.';
  const key =
    'but it must be the subscription key from your profile: letters, digits and signs without spaces or line breaks.';
  test.each<[Record<string, string>, readonly string[]]>([
    [{}, [`RETAIL_DATA_BASE_URL is not set, ${address}`, `RETAIL_DATA_SUBSCRIPTION_KEY is not set, ${key}`]],
    [{ ...SETTINGS, RETAIL_DATA_BASE_URL: '' }, [`RETAIL_DATA_BASE_URL is not set, ${address}`]],
    [{ ...SETTINGS, RETAIL_DATA_BASE_URL: KEY }, [`RETAIL_DATA_BASE_URL is "(hidden)", ${address}`]],
    [
      { ...SETTINGS, RETAIL_DATA_BASE_URL: 'http://api.example.com' },
      [
        'RETAIL_DATA_BASE_URL is "http://api.example.com", but it must be an https address (http is accepted for this machine only).',
      ],
    ],
    [
      { ...SETTINGS, RETAIL_DATA_SUBSCRIPTION_KEY: `${KEY} ${KEY}` },
      [`RETAIL_DATA_SUBSCRIPTION_KEY is "(hidden)", ${key}`],
    ],
  ])('%#', async (environment, sentences) => {
    const { code, stderr } = await runCommand(GOOD, { folder: await makeFolder(), environment });
    expect(code).toBe(1);
    expect(stderr).toBe(sentences.map((sentence) => `${sentence}\n`).join(''));
    expect(stderr).not.toContain(KEY);
  });
});

test('--help tells every flag and ends with 0', async () => {
  const { code, stdout, stderr } = await runCommand(['--help'], { folder: await makeFolder() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const flag of ['--from DAY', '--out FOLDER', '--style STYLE', '--page-size N', '--again']) {
    expect(stdout).toMatch(new RegExp(`^  ${flag} +\\S`, 'm'));
  }
});

test('all mistakes come out together', async () => {
  const { stderr } = await runCommand(['--from', 'x', '--to', 'y', '--style', 'z'], {
    folder: await makeFolder(),
  });
  expect(stderr.trimEnd().split('\n')).toHaveLength(6);
});

test.each(['', 'a wrong key is refused'])(
  'the key is in no output and in no file that is kept: %s',
  async (wrong) => {
    const sandbox = await startService({ subscriptionKey: wrong === '' ? KEY : 'another-key' });
    const folder = await makeFolder();
    const environment = { ...environmentOf(sandbox), RETAIL_DATA_SUBSCRIPTION_KEY: KEY };
    sandbox.fail({ fault: { kind: 'status', status: 400, body: `not for ${KEY}` }, skip: 2 });
    const flags = ['--from', '2026-11-09', '--to', '2026-11-14', '--page-size', '20', '--out', KEY];
    const { code, stdout, stderr } = await runCommand(flags, { folder, environment });
    expect(code).toBe(1);
    expect(stderr).toContain(wrong === '' ? '***' : 'rejected the subscription key');
    expect(stdout + stderr).not.toContain(KEY);
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of left.filter((found) => found.isFile())) {
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(KEY);
    }
    sandbox.clearFaults();
    const again = await runCommand(flags, { folder, environment });
    expect(again.code).toBe(wrong === '' ? 0 : 1);
    expect(again.stdout + again.stderr).not.toContain(KEY);
  },
);
