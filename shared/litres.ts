/**
 * Litres have three decimals, which binary fractions cannot add without error; so sums are kept as integers of
 * millilitres (interface: "Daily sales", salesVolume).
 */
export function toMillilitres(litres: number): number {
  return Math.round(litres * 1000);
}

/** Millilitres as litres again, exact to the last decimal: 12345 -> 12.345. */
export function toLitres(millilitres: number): number {
  return millilitres / 1000;
}

/** The sum of volumes in litres, as integer millilitres. */
export function sumMillilitres(volumes: Iterable<number>): number {
  let sum = 0;
  for (const litres of volumes) sum += toMillilitres(litres);
  return sum;
}
