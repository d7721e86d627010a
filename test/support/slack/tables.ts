import type { Outcome } from '../testBot.ts';
import { contentOf } from './fileContent.ts';

/** The rows of the file that was sent, by the titles of its columns: `unitsDayBefore` is under "Units (day before)". */
export function fileIn({ seen }: Outcome): { readonly name: string; readonly rows: FileRow[] } {
  const file = seen.find((each) => each.kind === 'file');
  if (file?.kind !== 'file') throw new Error('no file was sent');
  const [head = '', ...lines] = tableIn(contentOf(file)).trim().split('\r\n');
  const names = head.split(',').map(keyOf);
  const rows = lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
    );
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
  return { name: file.name, rows };
}

/** The heading and the rows: a workbook has the question above them. */
export function tableIn(content: string): string {
  const above = content.indexOf('\r\n\r\n');
  return content.slice(above === -1 ? 0 : above + 4).replace('\uFEFF', '');
}

/** "Litres (2026-11-12)", those of an earlier period, is `litresEarlier`. */
function keyOf(title: string): string {
  const words = title.replace(/\([\d.-]+\)/, 'earlier').toLowerCase();
  const [first = '', ...others] = words.match(/[a-z]+/g) ?? [];
  return [first, ...others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join('');
}

export type FileRow = Readonly<Record<string, string>>;
