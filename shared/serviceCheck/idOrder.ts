import { differs, type Finding, held, unclear } from './finding.ts';

/** Fewer can stand in any order by chance. */
const ENOUGH_PAIRS = 6;

/** Judges lists of ids, each in the order of the service: as numbers, as text, or neither. */
export function judgeIdOrder(lists: readonly (readonly string[])[]): Finding {
  const pairs = lists.flatMap((ids) => ids.slice(1).map((id, index) => [ids[index] ?? '', id] as const));
  if (pairs.length === 0) return unclear('fewer than two ids in a row to judge from');
  const isDigits = pairs.every((pair) => pair.every((id) => /^\d{1,15}$/.test(id)));
  const asNumbers = pairs.find(([one, other]) => !(Number(one) < Number(other)));
  const asText = pairs.find(([one, other]) => !(one < other));
  if (asNumbers === undefined && pairs.length < ENOUGH_PAIRS) {
    return unclear(`only ${pairs.length} pairs of neighbours, too few to judge from`);
  }
  if (isDigits && asNumbers === undefined && asText === undefined) {
    return unclear(`${pairs.length} pairs of neighbours, which are in order as numbers and as text`);
  }
  if (isDigits && asNumbers === undefined) return held(`as numbers, such as ${asText?.join(' before ')}`);
  const example = asNumbers?.join(' before ') ?? pairs[0]?.join(' before ');
  return differs(
    asText === undefined ? `as text, such as ${example}` : `neither as numbers nor as text: ${example}`,
  );
}
