import * as z from 'zod';
import { type ProductSale, productSale } from './contract/dailySales.ts';

const compiled = z.compile(productSale, { strict: true });

/** Checks a sale by code that zod generates once: many times faster, where building code from text is allowed. */
export function acceptsSale(value: unknown): value is ProductSale {
  return compiled.validate(value);
}
