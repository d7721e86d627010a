import type { ModalView } from '@slack/types';
import type { Command } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import type { FilledView, ReadingContext } from './fields.ts';
import type { QuestionModalContext, QuestionReading } from './questionModal.ts';
import { buildSalesModal, readSalesModal } from './sales.ts';
import { buildStockModal, readStockModal } from './stock.ts';
import { buildStoresModal, readStoresModal } from './stores.ts';

/** A modal that asks what its command asks. */
export interface QuestionModal {
  /** With what a question says already filled in. */
  build(context: QuestionModalContext, prefill?: FiguresQuestion): ModalView;
  read(view: FilledView, context: ReadingContext): QuestionReading;
}

export const QUESTION_MODALS: Readonly<Record<Command, QuestionModal>> = {
  stock: { build: buildStockModal, read: readStockModal },
  sales: { build: buildSalesModal, read: readSalesModal },
  stores: { build: buildStoresModal, read: readStoresModal },
};
