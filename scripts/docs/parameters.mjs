/** The tables of the parameters of the nodes, as n8n's editor shows them. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'esbuild';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Each node's folder, and what its parameters are exported as. */
const NODES = {
  DailySales: 'dailySalesParameters',
  Stores: 'storesParameters',
  AccumulatedStock: 'accumulatedStockParameters',
  Permission: 'permissionParameters',
  Trigger: 'triggerParameters',
};

const PARAMETERS = await readParameters();

/** Bundled first, because Node can only load n8n-workflow as CommonJS. */
async function readParameters() {
  const lines = Object.entries(NODES).map(
    ([folder, name]) => `export { ${name} as ${folder} } from './nodes/${folder}/parameters.ts';`,
  );
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    external: ['n8n-workflow', 'luxon'],
    logLevel: 'warning',
  });
  const bundled = { exports: {} };
  const run = vm.compileFunction(outputFiles[0].text, ['module', 'exports', 'require']);
  run(bundled, bundled.exports, createRequire(join(root, 'package.json')));
  return bundled.exports;
}

/** Each table by its name, such as `parameters of Stores`. */
export function parameterTables() {
  return Object.fromEntries(
    Object.keys(NODES).map((name) => [
      `parameters of ${name}`,
      [
        '| Parameter | Default | Meaning |',
        '|---|---|---|',
        ...rowsOf(PARAMETERS[name], PARAMETERS[name], []),
      ],
    ]),
  );
}

/** A row for each parameter; those of a collection stand after it, by its name and theirs. */
function rowsOf(parameters, all, path) {
  return parameters.flatMap((parameter) => {
    const { type, displayName, options = [] } = parameter;
    // A node has one operation, so there is nothing to choose.
    if (type === 'notice' || parameter.name === 'operation') return [];
    // As a tool, a node has the same filters in another place.
    if (type === 'collection' && parameter.displayOptions?.show?.['@tool']) return [];
    const shown = [...path, displayName];
    if (type === 'collection') return rowsOf(options, all, shown);
    return [`| ${shown.join(' → ')} | ${defaultOf(parameter)} | ${meaningOf(parameter, all)} |`];
  });
}

function defaultOf({ type, default: value, options = [] }) {
  const isChoice = type === 'options' || type === 'multiOptions';
  const labelOf = (each) => (isChoice ? options.find((option) => option.value === each)?.name : undefined);
  const shown = [value?.value ?? value]
    .flat()
    .map((each) => labelOf(each) ?? (each === true ? 'on' : each === false ? 'off' : String(each)))
    .join(', ');
  return shown === '' ? '–' : shown;
}

function meaningOf({ description, displayOptions, type, options = [] }, all) {
  const names = options.map(({ name }) => `*${name}*`).join(', ');
  const choices =
    type === 'options' ? [`One of ${names}`] : type === 'multiOptions' ? [`Some of ${names}`] : [];
  const sentences = [description, ...choices, ...conditionsOf(displayOptions, all)];
  return sentences.map((each) => (each.endsWith('.') ? each : `${each}.`)).join(' ');
}

/** When n8n shows the parameter, one sentence for each thing it depends on. */
function conditionsOf(displayOptions, all) {
  const { show = {}, hide = {} } = displayOptions ?? {};
  return [
    ...Object.entries(show).flatMap(([name, values]) => conditionOf(name, values, all)),
    ...('@tool' in hide ? ['Not as a tool of an agent'] : []),
  ];
}

function conditionOf(name, values, all) {
  if (name === '@tool') return ['Only as a tool of an agent'];
  const parameter = all.find((each) => each.name === name.replace('/', ''));
  if (parameter.type === 'boolean')
    return [`Only with **${parameter.displayName}** ${values[0] ? 'on' : 'off'}`];
  const labels = values.map(
    (value) => `*${parameter.options.find((option) => option.value === value).name}*`,
  );
  return [`Only with **${parameter.displayName}** ${labels.join(', ')}`];
}
