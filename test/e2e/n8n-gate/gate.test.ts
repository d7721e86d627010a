import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { installTools } from '../../../tools/gate/install.ts';
import { type Unpacked, unpackPackage } from '../nodes/unpacked.ts';
import { lint, scan } from './checks.ts';
import { edit, stageSources } from './stage.ts';

/** The first run on a machine installs the tools; a lint takes seconds, or minutes where much else runs. */
vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 10 * 60_000 });

const NODE = 'nodes/Permission/RetailDataPermission.node.ts';
const stages: string[] = [];
let tools: string;
let unpacked: Unpacked;

beforeAll(() => {
  tools = installTools();
});

afterEach(() => {
  for (const stage of stages.splice(0)) rmSync(stage, { recursive: true, force: true });
});

function staged(): string {
  const stage = stageSources(tools);
  stages.push(stage);
  return stage;
}

describe("the sources pass n8n's checks", () => {
  test('n8n-node lint, strict, has no error and no warning', () => {
    const { status, complaints, output } = lint(tools, staged());
    expect(complaints).toEqual([]);
    expect(output).toContain('n8n-node lint');
    expect(status).toBe(0);
  });

  test('the scan of the sources has no error and no warning', () => {
    const { passed, details, complaints, files } = scan(tools, staged(), 'source');
    expect(complaints).toEqual([]);
    expect(details).toBe('');
    expect(passed).toBe(true);
    expect(files).toBeGreaterThan(40);
  });

  test('what is planted in them is found by both, a mere warning too', () => {
    const stage = staged();
    edit(stage, NODE, /subtitle:\s*'.*\n/, '');
    edit(stage, NODE, 'return forEachItem', "console.log('planted');\n    return forEachItem");
    edit(stage, NODE, /icon: \{[^}]*\},/, "icon: 'file:../../credentials/retailData.svg',");
    edit(stage, NODE, /\n.*\n.*@ts-expect-error.*\n\s*usableAsTool: false,/, '');
    const linted = lint(tools, stage);
    const scanned = scan(tools, stage, 'source');
    expect(linted.status).toBe(1);
    expect(scanned.passed).toBe(false);
    for (const complaints of [linted.complaints.join('\n'), scanned.complaints.join('\n')]) {
      expect(complaints).toMatch(/subtitle/);
      expect(complaints).toMatch(/no-console/);
      expect(complaints).toMatch(/icon-prefer-themed-variants/);
      expect(complaints).toMatch(/node-usable-as-tool/);
    }
  });

  test('another lint config than that of n8n is refused, so nothing can be switched off', () => {
    const stage = staged();
    edit(stage, 'eslint.config.mjs', 'export default config;', 'export default [];');
    const { status, output } = lint(tools, stage);
    expect(status).toBe(1);
    expect(output).toContain('Strict mode violation');
  });
});

describe("the packed package passes n8n's checks", () => {
  beforeAll(async () => {
    unpacked = await unpackPackage();
  });
  afterAll(() => unpacked.remove());

  test('the scan of it has no error and no warning', () => {
    const { passed, details, complaints, files } = scan(tools, unpacked.folder, 'tarball');
    expect(complaints).toEqual([]);
    expect(details).toBe('');
    expect(passed).toBe(true);
    expect(files).toBeGreaterThan(40);
  });

  test('what is planted in it is found', () => {
    edit(unpacked.folder, 'dist/client/index.js', "'use strict';", "'use strict';\nsetTimeout(() => {}, 1);");
    edit(unpacked.folder, 'package.json', '"n8n-workflow": "*"', '"n8n-workflow": ">=2"');
    const { passed, complaints } = scan(tools, unpacked.folder, 'tarball');
    expect(passed).toBe(false);
    expect(complaints.join('\n')).toMatch(/dist\/client\/index\.js:\d+ .*no-restricted-globals/);
    expect(complaints.join('\n')).toMatch(/package\.json:\d+ .*valid-peer-dependencies/);
  });
});
