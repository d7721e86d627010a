import { resolve } from 'node:path';
import ts from 'typescript';
import type { Catalog } from '../../../../bot/language/language.ts';
import { everyRoom } from './everyRoom.ts';

/** A message of a catalog and the arguments that bring out all that it can say. */
export interface MessageShape {
  /** Such as "stock.table.columns.days". */
  readonly path: string;
  /** Lists of arguments; one that is empty for a message that takes none. */
  readonly calls: readonly (readonly unknown[])[];
}

/** Stands for every name, typed word and ready piece of text: it is in no language. */
export const NAME = 'Fjord Pale Ale';

/** Days whose months and weekdays are written differently in English and in Norwegian. */
const DAYS = { first: '2026-10-12', last: '2026-12-08' } as const;
const INSTANT = Date.parse('2026-10-12T06:31:00Z');

/** Slack's words for what it refuses, of which each has a sentence of its own. */
export const CODES: readonly string[] = [
  'file_uploads_disabled',
  'storage_limit_reached',
  'cannot_dm_bot',
  'ratelimited',
  'missing_scope',
  'internal_error',
];

/** So many calls of one message, and so many samples of one argument. */
const MAX_CALLS = 2_000;
const MAX_SAMPLES = 60;

/**
 * Every message of every room with arguments that are made from the types of its parameters: each word of a union,
 * both truth values, none, one and many of a list, 0, 1 and 2345 of what is counted. What a text or number means is told
 * by the name of its parameter.
 */
export function everyMessage(): readonly MessageShape[] {
  const file = resolve('test/support/bot/language/everyRoom.ts');
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    // Not those of browsers, which take half the time.
    lib: ['lib.esnext.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  const source = program.getSourceFile(file);
  const checker = program.getTypeChecker();
  const module = source && checker.getSymbolAtLocation(source);
  const rooms = module && checker.getExportsOfModule(module).find(({ name }) => name === 'everyRoom');
  if (source === undefined || rooms === undefined) throw new Error(`${file} exports no "everyRoom".`);
  const [signature] = checker.getTypeOfSymbolAtLocation(rooms, source).getCallSignatures();
  if (signature === undefined) throw new Error('"everyRoom" is not a function.');
  return walk(checker.getReturnTypeOfSignature(signature), '', { checker, source });
}

interface Reading {
  readonly checker: ts.TypeChecker;
  readonly source: ts.SourceFile;
}

function walk(type: ts.Type, path: string, reading: Reading): MessageShape[] {
  const { checker, source } = reading;
  if ((type.flags & ts.TypeFlags.StringLike) !== 0) return [{ path, calls: [[]] }];
  const [signature] = type.getCallSignatures();
  if (signature !== undefined) {
    const samples = signature.parameters.map((parameter) =>
      samplesOf(checker.getTypeOfSymbolAtLocation(parameter, source), parameter.name, reading),
    );
    return [{ path, calls: combined(samples, MAX_CALLS) }];
  }
  if (checker.isArrayType(type)) return [{ path, calls: [[]] }];
  return type
    .getProperties()
    .flatMap((property) =>
      walk(
        checker.getTypeOfSymbolAtLocation(property, source),
        path === '' ? property.name : `${path}.${property.name}`,
        reading,
      ),
    );
}

function samplesOf(type: ts.Type, name: string, reading: Reading): readonly unknown[] {
  const { checker, source } = reading;
  if (type.isUnion()) return [...new Set(type.types.flatMap((each) => samplesOf(each, name, reading)))];
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return [checker.typeToString(type) === 'true'];
  if ((type.flags & ts.TypeFlags.Undefined) !== 0) return [undefined];
  if ((type.flags & ts.TypeFlags.String) !== 0) return textsNamed(name);
  if ((type.flags & ts.TypeFlags.Number) !== 0) return numbersNamed(name);
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (element === undefined) throw new Error(`"${name}" is a list of nothing.`);
    const elements = samplesOf(element, LISTS_OF_DAYS.has(name) ? 'day' : name, reading);
    const some = elements.slice(0, 8);
    return [[], some.slice(0, 1), ...(some.length > 1 ? [some] : [[some[0], some[0], some[0], some[0]]])];
  }
  if (type.getStringIndexType() !== undefined) return [{}];
  const properties = type.getProperties();
  if (properties.length === 0) throw new Error(`"${name}" has a type of which no sample can be made.`);
  const samples = properties.map((property) =>
    samplesOf(checker.getTypeOfSymbolAtLocation(property, source), property.name, reading),
  );
  return combined(samples, MAX_SAMPLES).map((values) =>
    Object.fromEntries(values.map((value, at) => [properties[at]?.name, value])),
  );
}

const LISTS_OF_DAYS = new Set(['missing', 'empty', 'closed', 'late']);

const TEXTS: readonly (readonly [name: RegExp, samples: readonly string[]])[] = [
  [/^(?:day|date|since|earlier|wanted|businessDate|from|newest|newestDay|comes|today)$/, [DAYS.first]],
  [/^(?:to|before|until)$/, [DAYS.last]],
  [/^(?:time|opens|closes|deadline|ownFrom|openNow|\w+At|\w+Comes?)$/, ['08:30']],
  [/^timeZone$/, ['Europe/Oslo']],
  [/^code$/, CODES],
  [/^(?:kind|figures)$/, ['stock', 'sales', NAME]],
];

function textsNamed(name: string): readonly string[] {
  return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? [NAME];
}

function numbersNamed(name: string): readonly number[] {
  if (/^(?:month|date)$/.test(name)) return [10, 12];
  if (/^weekdays?$/.test(name)) return [1, 2, 3, 4, 5, 6, 7];
  if (name === 'from' || name === 'to') return [1, 7];
  if (/^(?:at|asOf|instant|\w+At)$/.test(name)) return [INSTANT];
  if (/^(?:by|percent)$/.test(name)) return [-3, 1];
  return [0, 1, 2345];
}

/** One value of each, in every combination or, where these are too many, an even choice of them. */
function combined(samples: readonly (readonly unknown[])[], most: number): unknown[][] {
  const all = samples.reduce((product, each) => product * each.length, 1);
  // The stride is a prime, so that neighbours in the choice differ in every value.
  const places = Array.from({ length: Math.min(all, most) }, (_, at) =>
    all > most ? (at * 1_000_003) % all : at,
  );
  return places.map((place) => {
    let rest = place;
    return samples.map((each) => {
      const value = each[rest % each.length];
      rest = Math.floor(rest / each.length);
      return value;
    });
  });
}

/** What a language says by a message, as one text or, for a list of words, several. */
export function said(t: Catalog, path: string, call: readonly unknown[]): readonly string[] {
  const message = path
    .split('.')
    .reduce<unknown>((place, key) => Reflect.get(Object(place), key), everyRoom(t));
  const text: unknown = typeof message === 'function' ? Reflect.apply(message, undefined, call) : message;
  return Array.isArray(text) ? text.map(String) : [String(text)];
}
