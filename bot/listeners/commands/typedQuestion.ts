import type { Worded } from '../../language/language.ts';
import type { NameLookup, Reading } from '../../parser/nameLookup.ts';
import { ParseError } from '../../parser/parseError.ts';
import type { Command, Question } from '../../parser/question.ts';
import { parseSales } from '../../parser/sales.ts';
import { parseStock } from '../../parser/stock.ts';
import { parseStores } from '../../parser/stores.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { answerTo, type Render } from '../answers/answering.ts';
import { mistakeRender } from '../answers/mistakes.ts';
import { answerQuestion, type QuestionParts } from '../answers/questions.ts';
import { type BoltCommand, type CommandArgs, commandArgs } from '../middleware/listenerArgs.ts';

/** Opens the form of a command; the trigger is good for three seconds. */
export type OpenForm = (command: Command, asked: CommandArgs) => Promise<void>;

export interface AskingParts extends QuestionParts {
  readonly vocabulary: NameLookup;
  /** What a command without words opens; its `unasked` question is answered when not set. */
  readonly openForm?: OpenForm | undefined;
}

export interface QuestionCommand {
  readonly name: `/${Command}`;
  readonly help: Worded;
  /** @throws ParseError */
  parse(text: string, reading: Reading): Question;
  /** What is answered to a command without words where there are no forms. */
  unasked(reading: Reading): FiguresQuestion | undefined;
}

/** The callback of a command whose text is a question. */
export function typedQuestion(
  parts: AskingParts,
  asked: QuestionCommand,
): (typed: BoltCommand) => Promise<void> {
  return async (typed) => {
    const args = commandArgs(typed);
    const { command, actor, respond } = args;
    const reading: Reading = {
      vocabulary: parts.vocabulary,
      calendar: parts.ports.calendar,
      now: parts.clock.now(),
    };
    if (command.text.trim() === '' && parts.openForm !== undefined) {
      await parts.openForm(commandOf(asked.name), args);
      return;
    }
    await answerTo(parts, { what: asked.name, teamId: actor.teamId, respond }, async (): Promise<Render> => {
      try {
        const question = asked.parse(command.text, reading);
        const wanted = question.kind === 'form' ? asked.unasked(reading) : question;
        if (wanted === undefined || wanted.kind === 'help')
          return () => sentenceMessage(asked.help(actor.language.t));
        return await answerQuestion(parts, actor, wanted, typedCommand(asked.name, command.text));
      } catch (error) {
        // Without forms there is nothing that a button would open.
        if (!(error instanceof ParseError) || parts.openForm === undefined) throw error;
        return mistakeRender(parts, actor, commandOf(asked.name), error, (name, text) =>
          PARSERS[name](text, reading),
        );
      }
    });
  };
}

const PARSERS: Readonly<Record<Command, (text: string, reading: Reading) => Question>> = {
  stock: parseStock,
  sales: parseSales,
  stores: parseStores,
};

/** What was typed, on one line. */
function typedCommand(name: string, text: string): string {
  return `${name} ${text.trim().replace(/\s+/g, ' ')}`;
}

function commandOf(name: `/${Command}`): Command {
  return name === '/stock' ? 'stock' : name === '/sales' ? 'sales' : 'stores';
}
