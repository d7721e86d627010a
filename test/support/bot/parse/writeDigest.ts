import type { ProductChoice, StoreChoice } from '../../../../bot/digest/format.ts';
import type { CalledDigest } from '../../../../bot/digest/further.ts';
import type { DigestQuestion, SettingsChange } from '../../../../bot/digest/question.ts';
import { EVERY_DAY, WEEKDAYS } from '../../../../bot/digest/subscription.ts';
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
  const { digestTime, weekdays, products, stores, name, language } = change;
  return [
    ...(digestTime === undefined ? [] : [`at ${digestTime}`]),
    ...(weekdays === undefined ? [] : [writeDays(weekdays)]),
    ...(name === undefined ? [] : [`named ${inQuotes(name)}`]),
    ...(products === undefined ? [] : [writeChoice(products)]),
    ...(stores === undefined ? [] : [writeStores(stores)]),
    ...(language === undefined ? [] : [`language:${language === 'nb' ? 'norwegian' : 'english'}`]),
  ];
}

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function writeDays(weekdays: string): string {
  if (weekdays === EVERY_DAY) return 'daily';
  if (weekdays === WEEKDAYS) return 'weekdays';
  return [...weekdays].map((day) => NAMES[Number(day) - 1] ?? '').join(' ');
}

function writeChoice(choice: ProductChoice): string {
  switch (choice.kind) {
    case 'products':
      return `products:${choice.productIds.join(',')}`;
    case 'group':
      return `group:${inQuotes(choice.group)}`;
    default:
      return choice.kind;
  }
}

function writeStores(choice: StoreChoice): string {
  if (choice.kind === 'all') return 'store:all';
  return `store:${[...choice.names.map(inQuotes), ...choice.storeIds].join(', ')}`;
}
