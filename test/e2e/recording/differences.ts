const MOST_ENTRIES = 20;
const MOST_LINES = 4;

/** Where two recordings differ: what was done, and the first lines that are not the same. Empty where nothing is. */
export function differences(kept: ReadonlyMap<string, string>, made: ReadonlyMap<string, string>): string {
  const names = [...new Set([...kept.keys(), ...made.keys()])].toSorted();
  const found = names.flatMap((name) => {
    const [before, now] = [entriesOf(kept.get(name)), entriesOf(made.get(name))];
    const titles = [...new Set([...before.keys(), ...now.keys()])];
    return titles.flatMap((title) => differenceOf(`${name}: ${title}`, before.get(title), now.get(title)));
  });
  if (found.length === 0) return '';
  const more = found.length - MOST_ENTRIES;
  return [...found.slice(0, MOST_ENTRIES), ...(more > 0 ? [`and ${more} more differences`] : [])].join(
    '\n\n',
  );
}

function differenceOf(
  title: string,
  before: readonly string[] | undefined,
  now: readonly string[] | undefined,
): string[] {
  if (before === undefined) return [`${title}\n  is new`];
  if (now === undefined) return [`${title}\n  is not there any more`];
  const count = Math.max(before.length, now.length);
  const lines = Array.from({ length: count }, (_, at) => [before[at], now[at]]).filter(
    ([one, other]) => one !== other,
  );
  if (lines.length === 0) return [];
  const shown = lines
    .slice(0, MOST_LINES)
    .flatMap(([one, other]) => [
      ...(one === undefined ? [] : [`  - ${one}`]),
      ...(other === undefined ? [] : [`  + ${other}`]),
    ]);
  const more = lines.length - MOST_LINES;
  return [[title, ...shown, ...(more > 0 ? [`  and ${more} more lines`] : [])].join('\n')];
}

/** What was recorded by what was done; what was done again has a number. */
function entriesOf(text = ''): Map<string, readonly string[]> {
  const entries = new Map<string, readonly string[]>();
  for (const entry of text.split(/^=== /m).slice(1)) {
    const [title = '', ...lines] = entry.split('\n');
    let name = title;
    for (let time = 2; entries.has(name); time += 1) name = `${title} (${time})`;
    entries.set(name, lines);
  }
  return entries;
}
