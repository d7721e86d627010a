import type { Actor } from '../../access/actor.ts';
import { type Answer, type AnswerPorts, answer, type FiguresQuestion } from '../../questions/answer.ts';
import { capabilitiesFor, mayAsk } from '../../questions/capabilities.ts';
import { followUpsOf } from '../../questions/followUps.ts';
import type { QuestionRepository } from '../../questions/questionRepository.ts';
import { answerMessage } from '../../views/answer.ts';
import { buttonBlocks } from '../../views/buttons.ts';
import { noStockMessage } from '../../views/mistake.ts';
import type { Labels, Reader } from '../../views/reader.ts';
import type { AnsweringParts, Render } from './answering.ts';
import { keepQuestion } from './keepQuestion.ts';

/** What a question is answered with, whether it was typed, clicked or chosen in a form. */
export interface QuestionParts extends AnsweringParts {
  readonly ports: AnswerPorts;
  readonly questions: QuestionRepository;
  readonly productLabels: Labels;
  readonly storeLabels: Labels;
}

/** The figures that this person may see. @throws ParseError, RetailDataError */
export function figuresFor(
  parts: Pick<QuestionParts, 'ports'>,
  actor: Actor,
  question: FiguresQuestion,
  most?: number,
): Promise<Answer | undefined> {
  return answer(question, parts.ports, actor.may('view_sales').allowed, most);
}

/** `command` is what asks it anew, where it was typed. @throws AccessRefused, ParseError, RetailDataError */
export async function answerQuestion(
  parts: QuestionParts,
  actor: Actor,
  question: FiguresQuestion,
  command?: string,
): Promise<Render> {
  for (const capability of capabilitiesFor(question)) actor.require(capability);
  const reader = readerFor(parts, actor);
  const figures = await figuresFor(parts, actor, question);
  if (figures === undefined) {
    const failure = await parts.ports.stockFailure();
    return () => noStockMessage(failure, reader.language.t);
  }
  const id = await keepQuestion(parts, actor, question, 'keep', command);
  const buttons =
    id === undefined
      ? []
      : buttonBlocks(
          {
            id,
            followUps: followUpsOf(question, parts.ports.calendar, parts.clock.now()).filter((next) =>
              mayAsk(actor, next.question),
            ),
            csv: rowsOf(figures) > 1,
            share: actor.place.kind === 'channel' && !actor.place.shared,
          },
          reader.language.t,
        );
  return (rendering) => {
    const { text, blocks } = answerMessage(figures, { ...reader, rendering });
    return { text, blocks: [...blocks, ...buttons] };
  };
}

/** How a person reads, apart from what their Slack can draw. */
export function readerFor(parts: QuestionParts, { language }: Actor): Omit<Reader, 'rendering'> {
  return {
    language: language,
    timeZone: parts.ports.calendar.timeZone,
    products: parts.productLabels,
    stores: parts.storeLabels,
  };
}

/** Rows that a file of the whole answer would have. */
export function rowsOf(figures: Answer): number {
  switch (figures.about) {
    case 'stock':
      return figures.rowCount;
    case 'stores':
      return figures.storeCount;
    case 'sales':
    case 'comparison':
      return figures.groupCount;
  }
}
