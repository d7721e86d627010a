import type { Random } from '../../../../tools/random.ts';

/** How a document is written, and how often it leaves the usual form. */
export interface Style {
  readonly days: number;
  readonly stores: number;
  readonly rows: number;
  readonly space: 'none' | 'pretty' | 'random';
  readonly shuffleKeys: 'never' | 'once' | 'always';
  /** Chance that a value is something unusual but valid: an escape, an emoji, an exponent, -0, a long number. */
  readonly odd: number;
  /** Chance that an object has keys nobody knows. */
  readonly extra: number;
  /** Chance that something is missing or of another type. */
  readonly wrong: number;
}

/** A document of daily sales as text; most are valid, as the style says. */
export function writeDocument(random: Random, style: Style): string {
  const writer = new DocumentWriter(random, style);
  return writer.document();
}

type Entry = readonly [key: string, value: string];

class DocumentWriter {
  readonly #random: Random;
  readonly #style: Style;
  readonly #order = new Map<string, readonly string[]>();

  constructor(random: Random, style: Style) {
    this.#random = random;
    this.#style = style;
  }

  document(): string {
    const { days } = this.#style;
    const text = this.#array(
      this.#times(days, () => this.#day(2)),
      1,
    );
    return `${this.#space(0)}${text}${this.#space(0)}`;
  }

  #day(depth: number): string {
    const stores = this.#times(this.#style.stores, () => this.#store(depth + 2));
    return this.#object('day', depth, [
      ['salesDate', JSON.stringify(this.#date())],
      ['storeSales', this.#array(stores, depth + 1)],
    ]);
  }

  #store(depth: number): string {
    const rows = this.#times(this.#style.rows, () => this.#row(depth + 2));
    return this.#object('store', depth, [
      ['storeId', this.#text(String(this.#random.below(400)))],
      ['sales', this.#array(rows, depth + 1)],
    ]);
  }

  #row(depth: number): string {
    return this.#object('row', depth, [
      ['productId', this.#text(String(1000 + this.#random.below(3000)).padStart(this.#random.below(8), '0'))],
      ['salesVolume', this.#number(3)],
      ['salesQuantity', this.#number(0)],
      [
        'lastChanged',
        this.#object('changed', depth + 1, [
          ['date', this.#text(this.#date())],
          ['time', this.#text(this.#time())],
        ]),
      ],
    ]);
  }

  #date(): string {
    return `2026-${String(1 + this.#random.below(12)).padStart(2, '0')}-${String(1 + this.#random.below(28)).padStart(2, '0')}`;
  }

  #time(): string {
    return [24, 60, 60].map((below) => String(this.#random.below(below)).padStart(2, '0')).join(':');
  }

  /** A JSON string, now and then written with escapes or holding what is not ASCII. */
  #text(plain: string): string {
    if (!this.#random.chance(this.#style.odd)) return JSON.stringify(plain);
    return this.#random.pick([
      JSON.stringify(`${plain}æøå`),
      JSON.stringify(`${plain}\u{1f37b}`),
      JSON.stringify(`"${plain}\\`),
      `"\\u0031${plain}"`,
      `"${plain}\\/\\n\\t"`,
      '""',
      JSON.stringify('x'.repeat(1 + this.#random.below(90))),
      '"\\ud800"',
      '"}],[{"',
      JSON.stringify(`${plain}\u007f\u2028`),
    ]);
  }

  /** A JSON number in one of the many ways to write it. */
  #number(decimals: number): string {
    const whole = this.#random.below(5000) - 60;
    const usual = decimals === 0 ? String(whole) : (whole / 7).toFixed(decimals);
    if (!this.#random.chance(this.#style.odd)) return usual;
    return this.#random.pick([
      '-0',
      '0',
      '-0.000',
      '1e3',
      '-2.5E-2',
      '1E+2',
      '123456789012345',
      '1234567890123456',
      '123456789012345678901',
      '0.1234567890123456789',
      '0.30000000000000004',
      '9007199254740993',
      '1.7976931348623157e308',
      '5e-324',
      '12345678901.2345',
    ]);
  }

  #object(kind: string, depth: number, known: readonly Entry[]): string {
    let entries = [...known];
    if (this.#random.chance(this.#style.extra)) entries.push(this.#extraEntry());
    if (this.#random.chance(this.#style.wrong)) entries = this.#spoiled(entries);
    entries = this.#inOrder(kind, entries);
    const parts = entries.map(
      ([key, value]) =>
        `${this.#space(depth + 1)}${JSON.stringify(key)}${this.#space(-1)}:${this.#space(-1, ' ')}${value}${this.#space(-1)}`,
    );
    return `{${parts.join(',')}${entries.length > 0 ? this.#space(depth) : ''}}`;
  }

  #inOrder(kind: string, entries: Entry[]): Entry[] {
    if (this.#style.shuffleKeys === 'never') return entries;
    if (this.#style.shuffleKeys === 'always') return this.#random.shuffled(entries);
    const order = this.#order.get(kind) ?? this.#random.shuffled(entries.map(([key]) => key));
    this.#order.set(kind, order);
    return entries.toSorted((one, other) => order.indexOf(one[0]) - order.indexOf(other[0]));
  }

  /** Something valid under a key that nobody knows; some look like the real thing. */
  #extraEntry(): Entry {
    return this.#random.pick<Entry>([
      ['currency', '"NOK"'],
      ['note', '"a \\"quoted\\" } ] , text"'],
      ['nested', '{"productId":"x","sales":[{"salesVolume":1}],"lastChanged":{}}'],
      ['list', '[1,[2,[3,"]"]],{}]'],
      ['flag', 'true'],
      ['nothing', 'null'],
      ['', '-1.5e-7'],
      ['__proto__', '{"storeId":"evil"}'],
    ]);
  }

  #spoiled(entries: readonly Entry[]): Entry[] {
    const at = this.#random.below(entries.length);
    if (this.#random.chance(0.4)) return entries.filter((_, index) => index !== at);
    const wrong = this.#random.pick(['null', '17', '"text"', '{}', '[]', 'true', '"2026-02-30"', '[[]]']);
    return entries.map((entry, index) => (index === at ? [entry[0], wrong] : entry));
  }

  #array(values: readonly string[], depth: number): string {
    const parts = values.map((value) => `${this.#space(depth)}${value}${this.#space(-1)}`);
    return `[${parts.join(',')}${values.length > 0 ? this.#space(depth - 1) : this.#space(-1)}]`;
  }

  #times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.#random.below(most + 1) }, make);
  }

  /** White space in front of something at a depth; -1 where a pretty document has none. */
  #space(depth: number, pretty = ''): string {
    switch (this.#style.space) {
      case 'none':
        return '';
      case 'pretty':
        return depth < 0 ? pretty : `\n${'  '.repeat(depth)}`;
      case 'random':
        return this.#random.chance(0.3) ? this.#random.pick([' ', '\n', '\t', '\r\n', '    ', ' \n ']) : '';
    }
  }
}

/** A style picked by chance: how large, how odd, how wrong. */
export function randomStyle(random: Random, mostRows: number): Style {
  return {
    days: 1 + random.below(3),
    stores: 1 + random.below(4),
    rows: 1 + random.below(mostRows),
    space: random.pick(['none', 'none', 'pretty', 'random']),
    shuffleKeys: random.pick(['never', 'never', 'once', 'always']),
    odd: random.pick([0, 0, 0.02, 0.3]),
    extra: random.pick([0, 0, 0.01, 0.2]),
    wrong: random.pick([0, 0, 0, 0, 0.001, 0.02]),
  };
}
