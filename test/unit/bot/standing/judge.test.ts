import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../../bot/parse/selection.ts';
import { judge } from '../../../../bot/standing/judge.ts';
import type { Crossed, ItemState } from '../../../../bot/standing/line.ts';
import { ruleOf } from '../../../../bot/standing/subject.ts';
import { STOCK_MEASURES } from '../../../../bot/stock/alerts.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import fc, { longRuns } from '../../../support/property.ts';

const { stock } = alertSubjects();

interface Line {
  readonly kind: 'units' | 'cover' | 'out';
  readonly line: number;
}
type Crossing = Crossed['crossing'];

function told({ kind, line }: Line, figures: readonly (number | undefined)[]): (Crossing | undefined)[] {
  const measure = STOCK_MEASURES[kind];
  if (measure === undefined) throw new Error(kind);
  const rule = ruleOf(stock, { measure: kind, is: 'below', line, selection: EVERYTHING }, measure);
  let states: readonly ItemState[] = [];
  return figures.map((figure) => {
    const judged = judge(rule, { figures: new Map(figure === undefined ? [] : [['1101', figure]]) }, states);
    // An item without a figure stays as it was.
    if (judged.states.length > 0) states = judged.states;
    return judged.crossed[0]?.crossing;
  });
}

test.each<[string, Line, (number | undefined)[], (Crossing | undefined)[]]>([
  [
    'a figure that swings about the line fires once',
    { kind: 'units', line: 100 },
    [120, 99, 101, 99, 109, 98, 110, 99],
    [undefined, 'beyond', undefined, undefined, undefined, undefined, undefined, 'beyond'],
  ],
  [
    'a figure that is beyond the line at first fires at the next crossing',
    { kind: 'units', line: 100 },
    [50, 40, 110, 99],
    [undefined, undefined, undefined, 'beyond'],
  ],
  [
    'days of cover arm again a day above the line',
    { kind: 'cover', line: 7 },
    [7, 6.9, 7.9, 6.9, 8, 6.9],
    [undefined, 'beyond', undefined, undefined, undefined, 'beyond'],
  ],
  [
    'out of stock has no margin, and says when a product is back',
    { kind: 'out', line: 0 },
    [3, 0, 0, 1, -1, undefined, 2],
    [undefined, 'beyond', undefined, 'back', 'beyond', undefined, 'back'],
  ],
  [
    'a figure that is not known is no crossing',
    { kind: 'units', line: 10 },
    [undefined, 12, undefined, undefined, 12, undefined, 9],
    [undefined, undefined, undefined, undefined, undefined, undefined, 'beyond'],
  ],
])('%s', (_, line, figures, expected) => {
  expect(told(line, figures)).toEqual(expected);
});

const line = fc.oneof(
  fc.record({ kind: fc.constant('units' as const), line: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('cover' as const), line: fc.integer({ min: 1, max: 10 }) }),
  fc.constant({ kind: 'out' as const, line: 0 }),
);
const figures = fc.array(fc.option(fc.integer({ min: -2, max: 40 }), { nil: undefined }), { maxLength: 60 });

/** Days on which the figure went below the line, if since the last such day it was back over it by the margin. */
function crossings({ kind, line: at }: Line, all: readonly (number | undefined)[]): number[] {
  const below = (figure: number) => (kind === 'out' ? figure <= 0 : figure < at);
  const margin = { units: at / 10, cover: 1, out: 1 }[kind];
  const days: number[] = [];
  all.forEach((figure, day) => {
    if (figure === undefined || !below(figure)) return;
    const earlier = all.slice(0, day).filter((each) => each !== undefined);
    const lastBelow = earlier.findLastIndex(below);
    const since = earlier.slice(lastBelow + 1);
    const isCrossing = lastBelow === -1 ? since.length > 0 : since.some((each) => each - at >= margin - 1e-9);
    if (isCrossing) days.push(day);
  });
  return days;
}

test('each crossing fires once, none twice, and nothing without one', () => {
  fc.assert(
    fc.property(line, figures, (rule, all) => {
      const fired = told(rule, all).flatMap((crossing, day) => (crossing === 'beyond' ? [day] : []));
      expect(fired).toEqual(crossings(rule, all));
    }),
    { numRuns: longRuns(5_000) },
  );
});
