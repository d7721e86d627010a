import type { $ZodIssue } from 'zod/v4/core';

/** What a schema wanted, in words. The schemas bring none of their own: a catalogue of messages is larger than they are. */
export function describeIssue(issue: $ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_format':
      return `expected ${issue.format === 'date' ? 'a day that exists, as yyyy-MM-dd' : issue.format}`;
    case 'too_big':
    case 'too_small':
      return `out of the range of ${issue.origin}`;
    default:
      return 'unknown reason';
  }
}

/** `[3].storeSales[0].salesVolume`; a dot before the first key. */
export function pathInWords(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}
