import type { INode, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { Example } from '../../../tools/n8n/exampleFile.ts';

/** What is asked of the description of a node's type. */
export interface Described {
  readonly name: string;
  readonly version: number | number[];
  readonly properties: INodeProperties[];
}

/** Finds the description of a type and version; undefined when there is no such node. */
export type DescriptionOf = (type: string, version: number) => Described | undefined;

/**
 * Each parameter of the nodes that their description does not know, each choice it does not have, and each type or
 * version that does not exist, in words. Expressions are taken as they are. The descriptions of n8n's own nodes are in
 * what `n8n export:nodes` writes.
 */
export function parameterMistakes(nodes: readonly INode[], descriptionOf: DescriptionOf): string[] {
  return nodes.flatMap((node) => {
    const described = descriptionOf(node.type, node.typeVersion);
    if (described === undefined)
      return [`${node.name}: there is no ${node.type} in version ${node.typeVersion}.`];
    return unknownValues(node.parameters, described.properties, node.name);
  });
}

/** Each name that is used twice, each link that leads nowhere and each node that nothing leads to, in words. */
export function connectionMistakes(example: Example): string[] {
  const names = example.nodes.map(({ name }) => name);
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  const ids = example.nodes.map(({ id }) => id);
  const doubledIds = ids.filter((id, index) => ids.indexOf(id) !== index);
  const links = Object.entries(example.connections).flatMap(([from, kinds]) =>
    Object.values(kinds).flatMap((outputs) =>
      outputs.flatMap((targets) => (targets ?? []).map(({ node }) => ({ from, to: node }))),
    ),
  );
  const lost = links.flatMap(({ from, to }) => [from, to]).filter((name) => !names.includes(name));
  const alone = example.nodes
    .filter(({ type }) => !/\.(stickyNote|\w+Trigger)$/.test(type))
    .filter(({ name }) => !links.some(({ from, to }) => from === name || to === name));
  return [
    ...doubled.map((name) => `Two nodes are called ${name}.`),
    ...doubledIds.map((id) => `Two nodes have the id ${id}.`),
    ...lost.map((name) => `A connection names ${name}, which is no node.`),
    ...alone.map(({ name }) => `${name} is connected to nothing.`),
  ];
}

/** Names of nodes that expressions and code speak of and that do not exist. */
export function nameMistakes(example: Example): string[] {
  const names = new Set(example.nodes.map(({ name }) => name));
  const spokenOf = JSON.stringify(example.nodes.map(({ parameters }) => parameters)).matchAll(
    /\$\('([^']+)'\)/g,
  );
  return [...spokenOf].map(([, name = '']) => name).filter((name) => !names.has(name));
}

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

function unknownValues(values: object, properties: readonly INodeProperties[], where: string): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    // Several properties may have one name, for other choices or versions: one of them must take the value.
    const candidates = properties.filter((property) => property.name === name);
    if (candidates.length === 0) return isOfEngine(name) ? [] : [`${where}: there is no parameter ${name}.`];
    const found = candidates.map((property) => wrongIn(value, property, `${where}, ${name}`));
    return found.find((mistakes) => mistakes.length === 0) ?? found[0] ?? [];
  });
}

/** n8n adds the times of polling to every trigger that polls, and a description to every tool. */
function isOfEngine(name: string): boolean {
  return ['pollTimes', 'descriptionType', 'toolDescription'].includes(name);
}

function wrongIn(value: unknown, property: INodeProperties, where: string): string[] {
  if (typeof value === 'string' && value.startsWith('=')) return [];
  const entries: readonly Entry[] = property.options ?? [];
  switch (property.type) {
    case 'options':
      return isChoice(value, entries) || property.typeOptions?.loadOptionsMethod !== undefined
        ? []
        : [`${where}: there is no choice ${JSON.stringify(value)}.`];
    case 'multiOptions':
      return (Array.isArray(value) ? value : [value])
        .filter((choice) => !isChoice(choice, entries))
        .map((choice) => `${where}: there is no choice ${JSON.stringify(choice)}.`);
    case 'collection':
      return isObject(value)
        ? unknownValues(value, entries.filter(isProperty), where)
        : [`${where}: not a group.`];
    case 'fixedCollection':
      return isObject(value)
        ? wrongGroups(value, entries.filter(isGroup), where)
        : [`${where}: not a group.`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${where}: neither true nor false.`];
    case 'number':
      return typeof value === 'number' ? [] : [`${where}: not a number.`];
    case 'resourceLocator':
      return isObject(value) && property.modes?.every(({ name }) => name !== value.mode) === true
        ? [`${where}: there is no mode ${JSON.stringify(value.mode)}.`]
        : [];
    default:
      return [];
  }
}

function wrongGroups(
  value: Record<string, unknown>,
  groups: readonly INodePropertyCollection[],
  where: string,
): string[] {
  return Object.entries(value).flatMap(([name, found]) => {
    const group = groups.find((candidate) => candidate.name === name);
    if (group === undefined) return [`${where}: there is no ${name}.`];
    const entries: unknown[] = Array.isArray(found) ? found : [found];
    return entries.flatMap((entry) =>
      isObject(entry) ? unknownValues(entry, group.values, where) : [`${where}: not a group.`],
    );
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isChoice(value: unknown, entries: readonly Entry[]): boolean {
  return entries.some((entry) => 'value' in entry && entry.value === value);
}

function isProperty(entry: Entry): entry is INodeProperties {
  return 'type' in entry;
}

function isGroup(entry: Entry): entry is INodePropertyCollection {
  return 'values' in entry;
}
