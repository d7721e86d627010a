import type { Actor } from '../access/actor.ts';
import type { Capability } from '../settings/capability.ts';
import type { FiguresQuestion } from './answer.ts';

/**
 * The rights that a question asks for; none for the store directory, which shows nobody's figures. How long stock lasts is
 * calculated from sales; other answers of stock leave out what is.
 */
export function capabilitiesFor(question: FiguresQuestion): readonly Capability[] {
  switch (question.command) {
    case 'sales':
      return ['view_sales'];
    case 'stock':
      return question.kind === 'low' || question.kind === 'over'
        ? ['view_stock', 'view_sales']
        : ['view_stock'];
    case 'stores':
      return [];
  }
}

/** Whether the question would be answered: what would be refused is not offered. */
export function mayAsk(actor: Pick<Actor, 'may'>, question: FiguresQuestion): boolean {
  return capabilitiesFor(question).every((capability) => actor.may(capability).allowed);
}

/** @throws AccessRefused for whoever lacks a right that the question asks for */
export function requireToAsk(actor: Pick<Actor, 'require'>, question: FiguresQuestion): void {
  for (const capability of capabilitiesFor(question)) actor.require(capability);
}
