const IN_CAPITALS = new Map([
  ['Id', 'ID'],
  ['Ids', 'IDs'],
  ['Url', 'URL'],
  ['Csv', 'CSV'],
]);

/** Labels that are not just the words of the parameter's name. */
const OWN_LABEL = new Map([
  ['binaryProperty', 'Put Output File in Field'],
  ['maxWait', 'Max Wait (Seconds)'],
  ['settleTime', 'Settle Time (Minutes)'],
  ['storeId', 'Store'],
  ['timeout', 'Timeout (Seconds)'],
]);

/** What the editor calls a parameter: `fromStoreId` is 'From Store ID' there. */
export function labelOf(parameter: string): string {
  // The client counts in milliseconds and says so in the name.
  const label = OWN_LABEL.get(parameter.replace(/Ms$/, ''));
  if (label !== undefined) return `'${label}'`;
  const words = parameter.split(/(?=[A-Z])/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `'${words.map((word) => IN_CAPITALS.get(word) ?? word).join(' ')}'`;
}
