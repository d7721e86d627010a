import type { CalledDigest } from '../../../../bot/digest/further.ts';
import type { DigestQuestion, SettingsChange } from '../../../../bot/digest/question.ts';
import { EVERY_DAY, WEEKDAYS } from '../../../../bot/digest/subscription.ts';
import { EVERYTHING, isNone, writeNames, writeSelection } from '../../../../bot/parse/selection.ts';
import { inQuotes } from '../../../../bot/parse/tokenizer.ts';

/** A question as it could be typed, for reading it back. */
export function writeDigest(question: DigestQuestion, called: readonly CalledDigest[] = []): string {
  const digestText = (kind: string) => {
    const digest = called.find((each) => each.kind === kind);
    return digest === undefined ? kind : inQuotes(digest.name);
  };
  switch (question.kind) {
    case 'form':
      return '/digest';
    case 'help':
    case 'list':
      return `/digest ${question.kind}`;
  }
  return [
    '/digest',
    question.kind,
    ...(question.content === undefined ? [] : [digestText(question.content)]),
    ...(question.also ?? []).map(digestText),
    ...(question.channelId === undefined ? [] : [`<#${question.channelId}>`]),
    ...(question.kind === 'pause' ? [`until ${question.until}`] : []),
    ...(question.kind === 'subscribe' ? writeSettings(question.change) : []),
  ].join(' ');
}

/** Settings as they would be typed behind `subscribe`. */
function writeSettings(change: SettingsChange): string[] {
  const { digestTime, weekdays, products, stores, without, name, language } = change;
  return [
    ...(digestTime === undefined ? [] : [`at ${digestTime}`]),
    ...(weekdays === undefined ? [] : [writeDays(weekdays)]),
    ...(name === undefined ? [] : [`named ${inQuotes(name)}`]),
    ...(products === undefined ? [] : writeProducts(products)),
    ...(stores === undefined ? [] : writeStores(stores)),
    ...(without === undefined ? [] : writeSelection({ ...EVERYTHING, without })),
    ...(language === undefined ? [] : [`language:${language === 'nb' ? 'norwegian' : 'english'}`]),
  ];
}

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function writeDays(weekdays: string): string {
  if (weekdays === EVERY_DAY) return 'daily';
  if (weekdays === WEEKDAYS) return 'weekdays';
  return [...weekdays].map((day) => NAMES[Number(day) - 1] ?? '').join(' ');
}

function writeProducts({ scope, chosen }: NonNullable<SettingsChange['products']>): string[] {
  if (isNone(chosen)) return [scope];
  return [
    ...(chosen.ids.length === 0 ? [] : [`products:${chosen.ids.join(',')}`]),
    ...writeNames('product', chosen.names),
  ];
}

/** Several names stand behind one key. */
function writeStores({ ids, names }: NonNullable<SettingsChange['stores']>): string[] {
  const words = [...names.map((name) => inQuotes(name.words)), ...ids];
  return [`store:${words.length === 0 ? 'all' : words.join(', ')}`];
}
