import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../tools/build.ts';
import { type LoadedPackage, loadPackage } from '../../support/nodes/package.ts';

/**
 * The rules of n8n's @n8n/eslint-plugin-community-nodes that are newer than its published versions, or that read only
 * what is written inside the class: here they are held over the descriptions as n8n loads them.
 */
let loaded: LoadedPackage;
beforeAll(async () => {
  loaded = await loadPackage();
});

const OPERATIONS: Readonly<Record<string, string>> = {
  AccumulatedStock: 'Get Accumulated Stock',
  DailySales: 'Get Daily Sales',
  Permission: 'Update Permission',
  Stores: 'Get Many Stores',
};
const NODES = ['AccumulatedStock', 'DailySales', 'Permission', 'Stores', 'Trigger'];
/** The categories of n8n's documentation of codex files. */
const CATEGORIES = [
  'Analytics',
  'Communication',
  'Data & Storage',
  'Development',
  'Finance & Accounting',
  'Marketing & Content',
  'Miscellaneous',
  'Productivity',
  'Sales',
  'Utility',
];

describe.each(NODES)('%s', (folder) => {
  const description = () => {
    const { type } = loaded.getNode(`retailData${folder}`);
    if ('nodeVersions' in type) throw new Error('has versions');
    return type.description;
  };

  test('says what it does: an operation with one option and its action, unless it is a trigger', () => {
    const [first, ...others] = description().properties;
    const operations = others.filter(({ name }) => name === 'operation' || name === 'resource');
    expect(operations).toEqual([]);
    if (folder === 'Trigger') {
      expect(first?.name).not.toBe('operation');
      return;
    }
    expect(first).toMatchObject({ displayName: 'Operation', name: 'operation', noDataExpression: true });
    const [option, ...more] = choicesOf(first);
    expect(more).toEqual([]);
    expect(option?.value).toBe(first?.default);
    // No resource is selected above it, so the operation names one.
    expect(option?.name).toBe(OPERATIONS[folder]);
    expect(option?.action).toBe(`${option?.name.charAt(0)}${option?.name.slice(1).toLowerCase()}`);
    expect(option?.description).toMatch(/^[A-Z].{20,}[^.]$/);
  });

  test('gives every parameter a default, and keeps hints below 120 characters', () => {
    const parameters = everyParameter(description().properties);
    expect(parameters.length).toBeGreaterThan(4);
    for (const { name, default: value, hint = '' } of parameters) {
      expect(value, name).toBeDefined();
      expect(hint.length, name).toBeLessThanOrEqual(120);
    }
  });

  test('lists its choices by name, each once, in plain letters', () => {
    for (const parameter of everyParameter(description().properties)) {
      const choices = choicesOf(parameter);
      const names = choices.map(({ name }) => name);
      const sorted = names.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }));
      expect(names, parameter.name).toEqual(sorted);
      expect(new Set(names).size, parameter.name).toBe(names.length);
      expect(new Set(choices.map(({ value }) => value)).size, parameter.name).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[\w ()-]+$/);
    }
  });

  test('has categories that n8n knows, and no colour of its own', () => {
    const { codex, defaults } = description();
    expect(codex?.categories?.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
    expect(codex?.subcategories).toBeUndefined();
    expect(defaults.color).toBeUndefined();
  });

  test('shows the icon of the service', () => {
    expect(description().iconUrl).toEqual({
      light: 'icons/n8n-nodes-retail-data/dist/credentials/retailData.svg',
      dark: 'icons/n8n-nodes-retail-data/dist/credentials/retailData.dark.svg',
    });
  });
});

test.each([
  ['AccumulatedStock', ['filters']],
  ['DailySales', ['period', 'fromSalesDate', 'toSalesDate', 'filters']],
  ['Stores', ['filters']],
])('as a tool, %s has what an agent fills in above all else', (folder, inputs) => {
  const { type } = loaded.getNode(`retailData${folder}`);
  if ('nodeVersions' in type) throw new Error('has versions');
  const asTool = type.description.properties.filter(
    ({ displayOptions }) => displayOptions?.hide?.['@tool'] === undefined,
  );
  expect(asTool.slice(1, 1 + inputs.length).map(({ name }) => name)).toEqual(inputs);
  expect(asTool.filter(({ name }) => name === 'filters')).toHaveLength(1);
});

test('each event of the trigger has a sentence of its own in the list of nodes', () => {
  const { type } = loaded.getNode('retailDataTrigger');
  if ('nodeVersions' in type) throw new Error('has versions');
  const event = type.description.properties.find(({ name }) => name === 'event');
  const actions = choicesOf(event).map(({ action }) => action);
  expect(actions).toEqual(["On yesterday's sales", "On today's stock", 'On changed stores']);
});

test.each([
  ['light', 'retailData.svg', '#ffffff'],
  ['dark', 'retailData.dark.svg', '#2b2b2b'],
])("the icon for the %s theme stands out from the node's background", (_, file, background) => {
  const svg = readFileSync(join(packageRoot, 'credentials', file), 'utf8');
  const colours = [...svg.matchAll(/(?:stroke|fill)="(#[0-9a-f]{6})"/g)].map(([, colour = '']) => colour);
  expect(colours).toHaveLength(1);
  for (const colour of colours) expect(contrast(colour, background)).toBeGreaterThan(3);
});

test.each(Object.keys(OPERATIONS))(
  "%s asks in its own execute whether to continue on fail, as n8n's linter reads it",
  (folder) => {
    const file = join(packageRoot, 'nodes', folder, `RetailData${folder}.node.ts`);
    const [, execute = ''] = readFileSync(file, 'utf8').split('async execute(');
    expect(execute.split('\n  }\n')[0]).toContain('this.continueOnFail()');
  },
);

test('the package has a repository of its own', () => {
  const { repository } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(repository.directory).toBeUndefined();
});

/** Parameters, and those within collections. */
function everyParameter(properties: readonly INodeProperties[]): INodeProperties[] {
  return properties.flatMap((property) => [
    property,
    ...everyParameter((property.options ?? []).filter((option) => isParameter(option))),
  ]);
}

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

function isParameter(option: Option): option is INodeProperties {
  return 'displayName' in option && 'type' in option;
}

function choicesOf(parameter: INodeProperties | undefined): INodePropertyOptions[] {
  return (parameter?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);
}

/** The contrast of two colours by WCAG. */
function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
