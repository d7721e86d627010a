import { registerQuestionForms } from './formListeners.ts';
import { registerAsking } from './listeners.ts';
import { registerMessages } from './messageListeners.ts';
import type { Part } from './part.ts';

/** The commands that ask, the buttons below their answers, their forms, and questions in messages. */
export function askingPart(
  parts: Parameters<typeof registerAsking>[2] &
    Parameters<typeof registerQuestionForms>[2] &
    Parameters<typeof registerMessages>[2],
): Part {
  return {
    listeners(app, middleware) {
      registerAsking(app, middleware, parts);
      registerQuestionForms(app, middleware, parts);
      registerMessages(app, middleware, parts);
    },
  };
}
