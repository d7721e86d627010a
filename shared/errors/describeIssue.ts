import type { $ZodIssue } from 'zod/v4/core';

/** What a schema wanted, in words. The schemas bring none of their own: a catalogue of messages is larger than they are. */
export function describeIssue(issue: $ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'custom':
      return issue.message;
    default:
      return 'unknown reason';
  }
}

/** `[3].storeSales[0].salesVolume`; a dot before the first key. */
export function pathInWords(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}
