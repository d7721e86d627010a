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
