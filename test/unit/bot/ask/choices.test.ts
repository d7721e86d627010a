import { expect, test } from 'vitest';
import { productChoices } from '../../../../bot/ask/choices.ts';
import { field, option, select } from '../../../../bot/ask/fields.ts';
import { modal } from '../../../../bot/ask/form.ts';
import { limitBreachesOf } from '../../../../bot/demo/slack/limits.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';

const { t } = languageFor('en');

/** The options as a select that Slack would take, or not. */
function breachesOf(options: ReturnType<typeof productChoices>): string[] {
  const block = field({ block: 'product', label: 'Products' }, select('product', options, undefined, t));
  return limitBreachesOf(modal('form', { title: 'Sales', submit: 'Show' }, [block], 'en:', t), 'modal');
}

test('of 66,000 products and 300 groups a picker offers what Slack takes', async () => {
  const products = Array.from({ length: 66_000 }, (_, at) => ({
    id: String(at + 1),
    name: `Pale Ale ${'of the long hops '.repeat(at % 9)}${at + 1}`,
    group: `Ale ${at % 300}`,
  }));
  const names = await createProductNames(products);
  const known = products.map(({ id }) => id);
  for (const typed of ['', 'ale', 'pale', '6', '66000', 'zzz']) {
    const options = productChoices(typed, names, known, t);
    expect(options.length, typed).toBeLessThanOrEqual(100);
    if (options.length > 0) expect(breachesOf(options), typed).toEqual([]);
  }
  expect(productChoices('66000', names, known, t)[0]).toEqual(
    option('66000', `66000 ${products.at(-1)?.name}`),
  );
  expect(productChoices('ale 7', names, known, t)[0]?.value).toBe('group:"Ale 7"');
});
