import type { AlertSubject } from '../../alerts/subject.ts';
import { pickedOf } from '../../ask/fields.ts';
import { measured, pick } from '../../ask/form.ts';
import { namesOf } from '../../parse/names.ts';
import { EVERYTHING, MEANINGS, writeSelection } from '../../parse/selection.ts';
import { salesWords } from '../words/words.ts';
import { MOST_RISE, type SalesAlertRule } from './rule.ts';

const [FALL, RISE] = ['-#%', '+#%'];

/** The form of an alert of `/sales`. */
export const salesAlertForm: AlertSubject<SalesAlertRule>['form'] = ({ language: { t }, names }, rule) => {
  const { form, alert } = salesWords(t);
  const words = alert.form;
  const { without, ...chosen } = rule?.selection ?? EVERYTHING;
  return {
    fields: [
      measured(
        'direction',
        { label: words.direction },
        [
          { words: FALL, text: words.fall },
          { words: RISE, text: words.rise },
        ],
        {
          words: rule !== undefined && rule.percent > 0 ? RISE : FALL,
          number: rule && Math.abs(rule.percent),
        },
        {
          label: words.percent,
          hint: words.percentHint,
          most: MOST_RISE,
          example: 30,
          noNumber: (c) => salesWords(c).alert.mistakes.noChange(),
        },
        t,
      ),
      ...MEANINGS.map((meaning) =>
        pick(
          `${meaning}s`,
          form[meaning],
          meaning,
          pickedOf(meaning, chosen[meaning], namesOf(meaning, names), t),
          t,
        ),
      ),
    ],
    kept: writeSelection({ ...EVERYTHING, without }).join(' '),
  };
};
