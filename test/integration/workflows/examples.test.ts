import { describe, expect, test, vi } from 'vitest';
import { type Example, exampleFiles, readExample } from '../../../tools/n8n/exampleFile.ts';
import { loadPackage, PACKAGE } from '../../support/nodes/package.ts';
import { useService } from '../../support/nodes/service.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';
import {
  DAILY_EXAMPLES,
  MCP_EXAMPLE,
  REMEMBERING_EXAMPLES,
  SERVED_EXAMPLES,
} from '../../support/workflows/starts.ts';
import {
  connectionMistakes,
  type DescriptionOf,
  nameMistakes,
  parameterMistakes,
} from '../../support/workflows/wellFormed.ts';
import { runExample } from './example.ts';

const startService = useService();

/** Descriptions of the nodes of this package, and of the tools that n8n makes of them. */
async function ownDescriptions(): Promise<DescriptionOf> {
  const loaded = await loadPackage();
  return (type, version) => {
    const [, name = ''] = type.split('.');
    const node = Object.values(loaded.nodeTypes)
      .map(({ type: candidate }) => candidate.description)
      .find((description) => description.name === name || `${description.name}Tool` === name);
    if (node === undefined || version !== 1 || !('properties' in node)) return undefined;
    return { ...node, properties: node.properties };
  };
}

const ofThisPackage = ({ nodes }: Example) => nodes.filter(({ type }) => type.startsWith(`${PACKAGE}.`));
const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';

test('there are ten, and each runs active in real n8n', () => {
  expect(exampleFiles()).toHaveLength(10);
  expect([...REMEMBERING_EXAMPLES, ...DAILY_EXAMPLES, ...SERVED_EXAMPLES, MCP_EXAMPLE].toSorted()).toEqual(
    exampleFiles(),
  );
});

describe.each(exampleFiles())('%s', (file) => {
  const example = readExample(file);

  test('runs in Oslo, starts switched off and holds nothing of an instance', () => {
    expect(example).toMatchObject({ active: false, pinData: {}, settings: { timezone: 'Europe/Oslo' } });
    for (const name of ['versionId', 'meta', 'staticData', 'shared'])
      expect(example).not.toHaveProperty(name);
  });

  test('names one credential, by its type, and holds none', () => {
    for (const node of example.nodes) {
      const named = node.type.startsWith(`${PACKAGE}.`)
        ? { retailDataApi: { id: null, name: 'Retail Data API account' } }
        : undefined;
      expect(node.credentials, node.name).toEqual(named);
    }
  });

  test('has notes that say what it does, what to set up and when it runs', () => {
    const notes = example.nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
    expect(notes[0]).toMatch(/^## .+\n.+\*\*When it runs:\*\* .{40}/s);
    expect(notes[1]).toMatch(/^## Set up\n1\. \*\*Credential/);
  });

  test('has no note over a node or another note', () => {
    const boxes = example.nodes.map((node) => {
      const [left, top] = node.position;
      const { width, height } = node.parameters;
      // A node is 96 high and wide, and its name stands below it.
      const size = isNote(node)
        ? { width: Number(width), height: Number(height) }
        : { width: 160, height: 150 };
      return { name: node.name, left, top, right: left + size.width, bottom: top + size.height };
    });
    const overlapping = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        )
        .map((other) => `${one.name} and ${other.name}`),
    );
    expect(overlapping).toEqual([]);
  });

  test('reads from left to right', () => {
    const leftOf = new Map(example.nodes.map(({ name, position }) => [name, position[0]]));
    for (const [from, { main = [] }] of Object.entries(example.connections)) {
      for (const { node } of main.flatMap((targets) => targets ?? [])) {
        expect(leftOf.get(node), `${from} -> ${node}`).toBeGreaterThan(leftOf.get(from) ?? 0);
      }
    }
  });

  test('gives the nodes of this package only parameters and choices that they have', async () => {
    expect(parameterMistakes(ofThisPackage(example), await ownDescriptions())).toEqual([]);
  });

  test('has names of its own for its nodes, and connections and expressions that find them', () => {
    expect(connectionMistakes(example)).toEqual([]);
    expect(nameMistakes(example)).toEqual([]);
  });
});

describe('the checks', () => {
  const example = readExample('daily-sales-to-file.json');
  const changed = (from: string, to: string): Example =>
    JSON.parse(JSON.stringify(example).replace(from, to));

  test.each([
    ['"fromSalesDate":"', '"fromSaleDate":"', 'Sales of the Day: there is no parameter fromSaleDate.'],
    ['"fileFormat"', '"format"', 'Sales of the Day, options: there is no parameter format.'],
    ['"output":"file"', '"output":"flie"', 'Sales of the Day, output: there is no choice "flie".'],
    ['"norwegian"', '"norsk"', 'Sales of the Day, options, csvStyle: there is no choice "norsk".'],
  ])('find %s that became %s', async (from, to, mistake) => {
    expect(parameterMistakes(ofThisPackage(changed(from, to)), await ownDescriptions())).toEqual([mistake]);
  });

  test('find a node that was renamed in one place only', () => {
    const renamed = changed('"name":"Sales Available"', '"name":"Available"');
    expect(connectionMistakes(renamed)).toContain('A connection names Sales Available, which is no node.');
    expect(nameMistakes(renamed)).toEqual(['Sales Available']);
  });
});

test.each([
  ['daily-sales-to-file.json', 'Sales Available'],
  ['days-of-cover-to-slack.json', 'Stock Updated'],
])('%s: its trigger gives a sample when it is tested in the editor', async (file, trigger) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  const example = withoutOutside(readExample(file));
  const alone = { ...example, connections: {} };
  const service = await startService({ now: () => Date.now() });
  const run = await runExample(alone, { service, trigger, fired: null });
  expect(run.status).toBe('success');
  expect(run.items(trigger)).toHaveLength(1);
});
