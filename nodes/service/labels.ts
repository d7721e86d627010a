const IN_CAPITALS = new Map([
  ['Id', 'ID'],
  ['Url', 'URL'],
  ['Csv', 'CSV'],
]);

/** Labels that say more than the parameter's name. */
const WITH_UNIT = new Map([
  ['maxWait', 'Max Wait (Seconds)'],
  ['timeout', 'Timeout (Seconds)'],
]);

/** What the editor calls a parameter: `fromStoreId` is 'From Store ID' there. */
export function labelOf(parameter: string): string {
  const label = WITH_UNIT.get(parameter);
  if (label !== undefined) return `'${label}'`;
  const words = parameter.split(/(?=[A-Z])/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `'${words.map((word) => IN_CAPITALS.get(word) ?? word).join(' ')}'`;
}
