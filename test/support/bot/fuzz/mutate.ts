/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export type Random = () => number;

export function randomBy(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** Values that code forgets about. */
const ODD: readonly [unknown, ...unknown[]] = [
  undefined,
  null,
  true,
  0,
  -1,
  1e300,
  '',
  ' ',
  '0',
  '__proto__',
  'constructor',
  'null',
  '<!channel>',
  '😀\u202e\u0000',
  '/digest',
  'x'.repeat(9_000),
  'U0ADMIN',
  'https://evil.example/',
  [],
  [null],
  [[]],
  {},
  { id: 5 },
  { toString: 1 },
];

/** A copy in which one place, picked at random, holds something else, nothing, or the value of another place. */
export function mutate(random: Random, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = structuredClone(body);
  const places = placesIn(copy);
  const place = places[Math.floor(random() * places.length)];
  if (place === undefined) return copy;
  const other = places[Math.floor(random() * places.length)];
  const kind = random();
  if (kind < 0.2) Reflect.deleteProperty(place.inside, place.key);
  else if (kind < 0.3 && other !== undefined) {
    const value: unknown = Reflect.get(other.inside, other.key);
    Reflect.set(place.inside, place.key, structuredClone(value));
  } else Reflect.set(place.inside, place.key, pick(random, ODD));
  return copy;
}

interface Place {
  readonly inside: object;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ inside: value, key }, ...placesIn(inner)]);
}
