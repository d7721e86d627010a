import type { ModalView } from '@slack/types';
import type { Command } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import type { FilledView, FormReading } from './filled.ts';
import type { FormLook, FormMoment } from './form.ts';
import { readSalesForm, salesForm } from './salesForm.ts';
import { readStockForm, stockForm } from './stockForm.ts';
import { readStoresForm, storesForm } from './storesForm.ts';

/** A form that asks what its command asks. */
export interface QuestionForm {
  /** With what a question says already filled in. */
  draw(look: FormLook, prefill?: FiguresQuestion): ModalView;
  read(view: FilledView, moment: FormMoment): FormReading;
}

export const QUESTION_FORMS: Readonly<Record<Command, QuestionForm>> = {
  stock: { draw: stockForm, read: readStockForm },
  sales: { draw: salesForm, read: readSalesForm },
  stores: { draw: storesForm, read: readStoresForm },
};
