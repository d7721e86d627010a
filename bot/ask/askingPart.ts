import { registerQuestionForms } from './formListeners.ts';
import { registerAsking } from './listeners.ts';
import type { Part } from './part.ts';

/** The commands that ask, the buttons below their answers, and their forms. */
export function askingPart(
  parts: Parameters<typeof registerAsking>[2] & Parameters<typeof registerQuestionForms>[2],
): Part {
  return {
    listeners(app, middleware) {
      registerAsking(app, middleware, parts);
      registerQuestionForms(app, middleware, parts);
    },
  };
}
