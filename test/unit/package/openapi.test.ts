import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import openapi from '../../../shared/openapi.json' with { type: 'json' };

test('the OpenAPI file of the service is valid OpenAPI 3.1, and every schema that it names is there', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(openapi))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('it has the four operations, each with its key, its parameters and what each field means', () => {
  const operations = Object.values(openapi.paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId)).toEqual([
    'putPermission',
    'getDailySales',
    'getStores',
    'getAccumulatedStock',
  ]);
  expect(operations.map(({ parameters }) => parameters.length)).toEqual([0, 10, 3, 5]);
  expect(openapi.security).toEqual([{ subscriptionKey: [] }]);
  const { required } = openapi.components.schemas.Store;
  // A store without an address, a telephone or hours is a store.
  expect(required).toEqual(['storeId', 'storeName', 'status', 'lastChanged']);
});
