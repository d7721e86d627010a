import { readFileSync } from 'node:fs';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { LanguageCode } from '../../../../bot/language/formatter.ts';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import type { DigestReading } from '../../../../bot/standing/parse.ts';
import { presetOf } from '../../../../bot/standing/presets.ts';
import { NARROWED } from '../../../support/bot/parse/commands.ts';

/** A command as it is typed, and what comes of it as `outcomeOf` says it. */
export interface Row {
  readonly typed: string;
  readonly outcome: string;
}

/** Rows below one heading, and what they are read with. */
export interface Section {
  readonly heading: string;
  readonly reading: DigestReading;
  readonly language: LanguageCode;
  readonly rows: readonly Row[];
}

/** What can stand as `now: 2026-11-20 12:00`, above the first heading for the file or below one for its section. */
const KEYS = ['now', 'products', 'stores', 'digests', 'language'] as const;
type Settings = Partial<Record<(typeof KEYS)[number], string>>;

/**
 * Reads a table: `typed -> written` for what is understood, `typed x sentence | offer | offer` for what is refused, a
 * section for each `## heading`. `# ` begins a remark; \u00a0 is a character that nobody would see.
 * @throws Error for a line that is none of these
 */
export async function readTable(file: URL): Promise<Section[]> {
  const [head = '', ...parts] = readFileSync(file, 'utf8').split(/^## /m);
  const above = readLines(head.split('\n'));
  if (above.rows.length > 0) throw new Error(`${file.pathname} has rows above its first heading.`);
  return Promise.all(
    parts.map(async (part) => {
      const [heading = '', ...lines] = part.split('\n');
      const { settings, rows } = readLines(lines);
      return { heading, rows, ...(await readingOf({ ...above.settings, ...settings })) };
    }),
  );
}

function readLines(lines: readonly string[]): { settings: Settings; rows: Row[] } {
  const settings: Settings = {};
  const rows: Row[] = [];
  for (const line of lines) {
    const [, typed, outcome = ''] = /^(\/.*?) +((?:->|x) .+)$/.exec(line) ?? [];
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    const key = KEYS.find((each) => each === name);
    if (typed !== undefined) rows.push({ typed: withCharacters(typed), outcome });
    // A long list is in several lines.
    else if (key !== undefined) settings[key] = [settings[key] ?? [], value].flat().join('; ');
    else if (!/^(?:# .*)?$/.test(line)) throw new Error(`"${line}" is no row of a table.`);
  }
  return { settings, rows };
}

function withCharacters(typed: string): string {
  return typed.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function readingOf({ now = '', products = '', stores = '', digests = '', language }: Settings) {
  const calendar = createCalendar();
  const [day = '', time = ''] = now.split(' ');
  const groups = await createProductNames(
    listed(products).map(({ id, name }) => {
      const [, alone = name, group = ''] = /^(.*) \(([^)]+)\)$/.exec(name) ?? [];
      return { id, name: alone, group };
    }),
  );
  const vocabulary = { products: groups, stores: await buildNameIndex(listed(stores)) };
  const reading = {
    vocabulary,
    called: listed(digests).map(({ id: kind, name }) => ({
      kind,
      name,
      question: presetOf(kind)?.question ?? '',
    })),
    commands: NARROWED,
    calendar,
    now: calendar.instantOf(day, time),
  };
  return { reading, language: language === 'nb' ? 'nb' : 'en' } as const;
}

/** `1101 Red Apple; 601 Måke Gin (Gin)`: numbers with names, of products with their group. Digests: `sales#1 Gin Oslo`. */
function listed(line: string): { id: string; name: string }[] {
  return line
    .split('; ')
    .filter((each) => each !== '')
    .map((each) => {
      const [, id = '', name = ''] = /^(\d+|[\w-]+#\d+) (.+)$/.exec(each) ?? [];
      return { id, name };
    });
}
