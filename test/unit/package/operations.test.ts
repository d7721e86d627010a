import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { expect, test } from 'vitest';
import type { MetricDefinition } from '../../../bot/health/metrics.ts';
import { packageRoot } from '../../../tools/build.ts';
import { METRICS } from '../../support/bot/metrics.ts';

const textOf = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const PAGE = textOf('docs/operations.md');
const METRIC_DEFINITIONS: Readonly<Record<string, MetricDefinition>> = METRICS;

/** The bot's code; what a message is put together of stands as … */
const SOURCES = globSync('**/*.ts', {
  cwd: join(packageRoot, 'bot'),
  exclude: ['node_modules/**', 'dist/**'],
}).map((file) => readFileSync(join(packageRoot, 'bot', file), 'utf8').replace(/\$\{[^}]*\}/g, '…'));

test('docs/metrics.md lists every metric as it is told', () => {
  const rows = Object.entries(METRIC_DEFINITIONS).map(([name, { type, labels, help }]) => {
    const shown = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${shown} | ${help} |`;
  });
  expect(textOf('docs/metrics.md')).toContain(`|---|---|---|---|\n${rows.join('\n')}\n`);
});

test('every rule says what it is about, in words, and where to read on', () => {
  const rules = [
    ...textOf('docs/monitoring/alerts.yml').matchAll(/^ +- alert: (\w+)\n([\s\S]*?)(?:\n\n|$(?![\s\S]))/gm),
  ];
  expect(rules.length).toBeGreaterThan(9);
  const headings = [...PAGE.matchAll(/^### (.+)$/gm)].map(([, title = '']) => slug(title));
  for (const [, name = '', rule = ''] of rules) {
    expect(rule, name).toMatch(/^ +summary: "?[A-Z].{5,60}\."?$/m);
    expect(rule, name).toMatch(/^ +description: .{40,}$/m);
    expect(rule, name).toMatch(/^ +severity: (critical|warning)$/m);
    const [, anchor] = /^ +runbook_url: https:\S+\/blob\/main\/docs\/operations\.md#(\S+)$/m.exec(rule) ?? [];
    expect(headings, name).toContain(anchor);
    expect(textOf('docs/metrics.md'), name).toContain(`| [\`${name}\`](operations.md#${anchor}) | `);
  }
});

test.each(['docs/monitoring/alerts.yml', 'docs/monitoring/dashboard.json'])(
  'what %s asks Prometheus for is there, with these labels',
  (file) => {
    const expressions = file.endsWith('.json')
      ? expressionsOf(JSON.parse(textOf(file)))
      : [...textOf(file).matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
    expect(expressions.length).toBeGreaterThan(4);
    for (const expression of expressions) expect(unknownIn(expression), expression).toEqual([]);
  },
);

test('every message that the runbook quotes is one of the bot', () => {
  const quoted = quotedMessages();
  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter((message) => !SOURCES.some((source) => source.includes(message)))).toEqual([]);
});

test('every error that the bot logs is in the runbook', () => {
  const errors = SOURCES.flatMap((source) =>
    [...source.matchAll(/log\.(?:error|fatal)\(([\s\S]*?)\);\n/g)].flatMap(([, call = '']) =>
      [...call.matchAll(/'([^'\n]{12,})'|`([^`\n]{12,})`/g)].map(
        ([, plain, template]) => plain ?? template ?? '',
      ),
    ),
  );
  expect(errors.length).toBeGreaterThan(15);
  expect(errors.filter((error) => !quotedMessages().some((message) => error.includes(message)))).toEqual([]);
});

/** In the first column of the runbook's tables, and in its sentences. */
function quotedMessages(): string[] {
  const runbook = PAGE.slice(PAGE.indexOf('## Runbook'), PAGE.indexOf('## Sizing'));
  return runbook
    .split('\n')
    .map((line) => (line.startsWith('| ') ? (line.split(' | ')[0] ?? '') : line))
    .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message))
    .filter((message) => message.includes(' ') && !message.startsWith('/') && !message.startsWith('npm '));
}

function expressionsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'expr' ? [String(value)] : expressionsOf(value),
  );
}

/** Names that are no metric of the bot, and labels that it does not have. */
function unknownIn(expression: string): string[] {
  const names = [...expression.matchAll(/\b(retail_bot_\w+|process_\w+|up)\b(?:\{(\w+)=)?/g)];
  if (names.length === 0) return ['no metric'];
  const labels = ['le', 'instance', 'job'];
  const unknown: string[] = [];
  for (const [, name = '', label] of names) {
    const metric = METRIC_DEFINITIONS[name] ?? METRIC_DEFINITIONS[name.replace(/_(bucket|sum|count)$/, '')];
    if (metric === undefined && name !== 'up') unknown.push(name);
    labels.push(...(metric?.labels ?? []));
    if (label !== undefined && !labels.includes(label)) unknown.push(label);
  }
  for (const [, by = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
    unknown.push(...by.split(', ').filter((label) => !labels.includes(label)));
  }
  return unknown;
}
