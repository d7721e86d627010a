import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtPackage } from '../../../tools/build.ts';
import { type LoadedPackage, loadPackage } from '../../support/nodes/package.ts';

const dist = join(builtPackage, 'dist');
let loaded: LoadedPackage;

beforeAll(async () => {
  loaded = await loadPackage();
});

/** The names other people's workflows depend on. */
const PARAMETERS = {
  retailDataDailySales: [
    'operation',
    'period',
    'fromSalesDate',
    'toSalesDate',
    'output',
    'groupBy',
    'returnAll',
    'limit',
    'filters: changedSince fromStoreId productId storeId toStoreId vendorId wholesalerId',
    'options: csvStyle fileFormat pageSize binaryProperty timeout',
  ],
  retailDataStores: [
    'operation',
    'returnAll',
    'limit',
    'simplify',
    'output',
    'fields',
    'filters: changedSince storeId storeNameContains',
    'options: timeout',
  ],
  retailDataAccumulatedStock: [
    'operation',
    'returnAll',
    'limit',
    'filters: changedSince includeZeroStock productId',
    'options: maxWait pageSize timeout totalHeader',
  ],
  retailDataPermission: ['operation', 'email', 'roleId', 'mainRoleId', 'active', 'options: timeout'],
  retailDataTrigger: [
    'event',
    'emitEmptyDays',
    'filters: fromStoreId includeZeroStock productId storeId storeNameContains toStoreId vendorId wholesalerId',
    'options: settleTime',
  ],
};

/** An agent can get data; it can't change who has access. */
const TOOLS = ['retailDataAccumulatedStock', 'retailDataDailySales', 'retailDataStores'];

test('n8n finds exactly the four nodes, the trigger and the one credential', () => {
  expect(Object.keys(loaded.known.nodes).sort()).toEqual(Object.keys(PARAMETERS).sort());
  expect(Object.keys(loaded.known.credentials)).toEqual(['retailDataApi']);
  expect(loaded.known.credentials.retailDataApi?.supportedNodes).toHaveLength(5);
});

describe.each(Object.entries(PARAMETERS))('%s', (name, parameters) => {
  const description = () => {
    const { type } = loaded.getNode(name);
    if ('nodeVersions' in type) throw new Error('has versions');
    return type.description;
  };

  test('has the parameters that workflows use', () => {
    // As a tool, a node has its filters in another place.
    const used = description().properties.filter(
      ({ type, displayOptions }) =>
        type !== 'notice' && !(type === 'collection' && displayOptions?.show?.['@tool'] !== undefined),
    );
    const named = used.map(({ name: parameter, type, options = [] }) =>
      type === 'collection' ? `${parameter}: ${options.map((option) => option.name).join(' ')}` : parameter,
    );
    // n8n puts the poll times before the parameters of a trigger that polls.
    expect(named.filter((parameter) => parameter !== 'pollTimes')).toEqual(parameters);
  });

  test('lists the fields of its collections by name', () => {
    for (const { type, options = [] } of description().properties) {
      if (type !== 'collection') continue;
      const names = options.map((option) => ('displayName' in option ? option.displayName : option.name));
      expect(names).toEqual([...names].sort());
    }
  });

  test('carries icons for both themes, a codex, a credential and a description that is short enough for the panel', () => {
    const {
      usableAsTool,
      polling,
      inputs,
      displayName,
      iconUrl,
      codex,
      credentials,
      subtitle,
      version,
      description: text,
    } = description();
    if (polling === true) {
      expect(inputs).toEqual([]);
      expect(displayName).toMatch(/Trigger$/);
    } else {
      // People read it in the panel of nodes, an agent in the list of its tools.
      expect(text.length).toBeGreaterThan(100);
      expect(text.length).toBeLessThan(220);
      // n8n makes the tool itself; a node that says it is one is left out of the panel of nodes.
      expect(codex?.categories).not.toContain('AI');
      expect(codex?.subcategories).toBeUndefined();
    }
    expect(Boolean(usableAsTool)).toBe(TOOLS.includes(name));
    expect(version).toBe(1);
    expect(subtitle).toBeTruthy();
    expect(codex?.categories).toContain('Sales');
    expect(credentials).toEqual([{ name: 'retailDataApi', required: true }]);
    expect(iconUrl).toBeTypeOf('object');
    for (const icon of Object.values(Object(iconUrl))) {
      expect(existsSync(join(builtPackage, String(icon).replace('icons/n8n-nodes-retail-data/', '')))).toBe(
        true,
      );
    }
  });
});

test('the nodes require nothing but each other, the client and what n8n allows', () => {
  const allowed = new Set(['n8n-workflow', 'node:crypto', 'luxon']);
  for (const file of globSync('**/*.js', { cwd: dist })) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/\brequire\("([^"]+)"\)/g)) {
      expect(specifier.startsWith('.') || allowed.has(specifier), `${file}: ${specifier}`).toBe(true);
    }
  }
});

test('the shipped client never builds code from text', async () => {
  const require = createRequire(import.meta.url);
  const bundle = join(dist, 'client/index.js');
  const RealFunction = globalThis.Function;
  let built = 0;
  delete require.cache[bundle];
  globalThis.Function = new Proxy(RealFunction, {
    construct(target, args) {
      built += 1;
      return Reflect.construct(target, args);
    },
  });
  try {
    const { PortableClient }: typeof import('retail-data-client/portable') = require(bundle);
    const body = [Buffer.from('[{"storeId":"1"}]')];
    const transport = {
      send: async () => ({ status: 200, headers: {}, body: Readable.from(body) }),
      redact: String,
    };
    const clock = { now: () => 0, sleep: async () => {} };
    const rateLimiter = createInProcessRateLimiter(clock);
    const client = new PortableClient({ transport, clock, rateLimiter });
    await expect(client.stores({ storeId: 1 })).rejects.toMatchObject({ kind: 'unexpectedResponse' });
  } finally {
    globalThis.Function = RealFunction;
  }
  expect(built).toBe(0);
});
