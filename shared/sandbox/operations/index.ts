import { accumulatedStock } from './accumulatedStock.ts';
import { dailySales } from './dailySales.ts';
import type { Operation } from './operation.ts';
import { permission } from './permission.ts';
import { stores } from './stores.ts';

export const OPERATIONS: readonly Operation[] = [permission, dailySales, stores, accumulatedStock];
