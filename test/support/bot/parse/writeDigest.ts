import { inQuotes } from '../../../../bot/parse/tokenizer.ts';
import { writeSchedule } from '../../../../bot/standing/every.ts';
import type { CalledDigest } from '../../../../bot/standing/further.ts';
import type { DigestChange, DigestQuestion } from '../../../../bot/standing/question.ts';
import { EVERY_DAY, WEEKDAYS } from '../../../../bot/standing/subscription.ts';

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
    ...(question.kind === 'subscribe' ? writeChange(question.change) : []),
  ].join(' ');
}

/** Settings as they would be typed behind `subscribe`. */
function writeChange({ digestTime, weekdays, cadence, narrows, name, language }: DigestChange): string[] {
  const { words = '', clears = [] } = narrows ?? {};
  const isWhole = (meaning: 'product' | 'store') => clears.includes(meaning);
  return [
    ...(digestTime === undefined ? [] : [`at ${digestTime}`]),
    ...(weekdays === undefined ? [] : [writeDays(weekdays, cadence)]),
    ...(name === undefined ? [] : [`named ${inQuotes(name)}`]),
    ...(isWhole('product') && !/^(?:all|mine)\b/.test(words) ? ['all'] : []),
    ...(words === '' ? [] : [words]),
    ...(isWhole('store') ? ['store:all'] : []),
    ...(language === undefined ? [] : [`language:${language === 'nb' ? 'norwegian' : 'english'}`]),
  ];
}

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function writeDays(weekdays: string, cadence: DigestChange['cadence']): string {
  if (cadence !== undefined && cadence !== 'daily')
    return writeSchedule({
      cadence,
      weekdays,
      time: undefined,
      rows: cadence === 'weekly' ? 'week' : 'month',
    });
  if (weekdays === EVERY_DAY) return 'daily';
  if (weekdays === WEEKDAYS) return 'weekdays';
  return [...weekdays].map((day) => NAMES[Number(day) - 1] ?? '').join(' ');
}
