import type { AlertFigures, Crossed, ItemState } from './line.ts';
import type { AlertRule } from './subject.ts';

type Sides = Pick<AlertRule, 'isBeyond' | 'isBack' | 'postsBack'>;

/**
 * Judges the figures of one day by the states before: what crossed the line, and the states from now on. The first figure
 * of an item says on which side it is, and is no crossing. An item without a figure stays as it was.
 */
export function judge(
  rule: Sides,
  { figures, openDays }: Pick<AlertFigures, 'figures' | 'openDays'>,
  before: readonly ItemState[],
): { readonly states: readonly ItemState[]; readonly crossed: readonly Crossed[] } {
  const last = new Map(before.map((each) => [each.item, each]));
  const crossed: Crossed[] = [];
  const states = [...figures].map(([item, figure]): ItemState => {
    const known = last.get(item);
    const isFired = known?.state === 'fired' ? !rule.isBack(figure) : rule.isBeyond(figure);
    const state = isFired ? 'fired' : 'armed';
    if (known !== undefined && known.state !== state && (isFired || rule.postsBack)) {
      const crossing = isFired ? 'beyond' : 'back';
      crossed.push({ item, crossing, figure, before: known.figure, openDays });
    }
    return { item, state, figure };
  });
  return { states, crossed };
}
