import { expect, test } from 'vitest';
import { settingsInWords } from '../../../../bot/views/digest/settings.ts';
import { readerOf } from '../../../support/bot/views/figures.ts';

const SETTINGS = {
  kind: 'stock',
  digestTime: '08:30',
  timeZone: 'Europe/Oslo',
  weekdays: '12345',
  deadline: '12:00',
  stalePolicy: 'post',
  locale: 'en',
  showsSales: true,
  language: 'en',
} as const;

test('the products of a digest are named, five of them, and no name is markup', () => {
  const productIds = ['1', '2', '3', '4', '5', '6', '7'];
  const label = (id: string) => (id === '1' ? '1 <!channel> & <@U0KARI>' : `${id} Ale`);
  const { products } = settingsInWords(
    { ...SETTINGS, products: { kind: 'products', productIds } },
    readerOf('plain', { products: { label, nameOf: label } }),
  );
  expect(products).not.toMatch(/<!channel>|<@U0KARI>/);
  expect(products).toMatch(/^1 .*channel.*, 2 Ale, 3 Ale, 4 Ale, 5 Ale and 2 more$/);
});

test('a group of a digest is named, and its name is no markup', () => {
  const settings = { ...SETTINGS, products: { kind: 'group', group: '<!here> øl' } } as const;
  expect(settingsInWords(settings, readerOf('plain')).products).not.toContain('<!here>');
});
