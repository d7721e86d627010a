/** A record of an answer, read without a schema. */
export type Row = Readonly<Record<string, unknown>>;

const LONGEST = 200;
const SHOWN_FORMS = 3;

/** A text of the service made fit for a terminal: no control character, and no line without an end. */
export function fit(text: string, longest = LONGEST): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const letters = [...plain];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : plain;
}

/** How rows are ordered by their ids, as the end of a sentence; empty for fewer than two rows. */
export function describeOrder(rows: readonly Row[], ids: readonly string[]): string {
  if (rows.length < 2) return '';
  const orders = [
    { name: 'as numbers', collator: new Intl.Collator('en', { numeric: true }) },
    { name: 'as text', collator: new Intl.Collator('en') },
  ];
  const found = orders.filter(({ collator }) =>
    rows.every((row, at) => at === 0 || isAfter(row, rows[at - 1], ids, collator)),
  );
  const by = ids.join(', ');
  if (found.length === 0) return `, not ascending by ${by}`;
  return `, ascending by ${by} (${found.map(({ name }) => name).join(' and ')})`;
}

function isAfter(row: Row, before: Row | undefined, ids: readonly string[], order: Intl.Collator): boolean {
  const orders = ids.map((id) => order.compare(String(before?.[id]), String(row[id])));
  return (orders.find((one) => one !== 0) ?? 0) < 0;
}

/** Counts the forms that the values at a path have, with the first value of each. */
type Forms = Map<string, { count: number; readonly example: string }>;

/** A line for each field, also of fields within fields: how often it is there, and the forms of its values. */
export function describeFields(rows: readonly Row[]): readonly string[] {
  const fields = new Map<string, Forms>();
  for (const row of rows) collect(fields, '', row);
  return [...fields].map(([path, forms]) => {
    const sorted = [...forms.values()].toSorted((one, other) => other.count - one.count);
    const shown = sorted
      .slice(0, SHOWN_FORMS)
      .map(({ count, example }) => `${count} like ${fit(example, 50)}`);
    const others = sorted.length - shown.length;
    return `${path}: ${shown.join(', ')}${others > 0 ? ` and ${others} other forms` : ''}`;
  });
}

function collect(fields: Map<string, Forms>, path: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    for (const [name, inner] of Object.entries(value)) {
      collect(fields, isList ? `${path}[]` : `${path === '' ? '' : `${path}.`}${name}`, inner);
    }
    return;
  }
  const example = JSON.stringify(value);
  const form = formOf(value, example);
  const forms = fields.get(path) ?? new Map();
  const known = forms.get(form) ?? { count: 0, example };
  fields.set(path, forms.set(form, { ...known, count: known.count + 1 }));
}

/** Digits are alike, and so are words; of a number, its sign and its decimals count. */
function formOf(value: unknown, text: string): string {
  const form = text.replace(/\d/g, '9').replace(/\p{L}+/gu, 'a');
  return typeof value === 'number' ? form.replace(/9+/, '9') : form;
}
