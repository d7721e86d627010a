/** What the service's records become on their way to a reader, as schemas: for the build and for tests. */
export { productStock } from '../operations/accumulatedStock.ts';
export { permission } from '../operations/permission.ts';
export { store } from '../operations/stores.ts';
export { jsonSchemaOf, type ObjectSchema } from './jsonSchema.ts';
export { refreshOfDay } from './refresh.ts';
export {
  salesFileNote,
  salesOfDay,
  salesOfStoreAndDay,
  salesRow,
  salesTotal,
} from './sales.ts';
export { simplifiedStore } from './stores.ts';
