import type { Outcome } from '../testBot.ts';

/** The rows of the file that was sent, by the names of its columns. */
export function fileIn({ seen }: Outcome): { readonly name: string; readonly rows: FileRow[] } {
  const file = seen.find((each) => each.kind === 'file');
  if (file?.kind !== 'file') throw new Error('no file was sent');
  const [head = '', ...lines] = file.content.replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
    );
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
  return { name: file.name, rows };
}

export type FileRow = Readonly<Record<string, string>>;
