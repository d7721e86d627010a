import * as z from 'zod';
import { accumulatedStockOperation, type ProductStock } from './contract/accumulatedStock.ts';
import { type ProductSale, productSale } from './contract/dailySales.ts';

/**
 * Checks by code that zod generates once: many times faster than the schemas themselves, where building code from text
 * is allowed.
 */
const compiledSale = z.compile(productSale, { strict: true });
const compiledStock = z.compile(accumulatedStockOperation.answer, { strict: true });

export function acceptsSale(value: unknown): value is ProductSale {
  return compiledSale.validate(value);
}

export function acceptsStock(value: unknown): value is ProductStock[] {
  return compiledStock.validate(value);
}
