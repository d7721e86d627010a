/** What a language model does next: call a tool, or answer. */
export type ModelStep =
  | { readonly tool: string; readonly input: Readonly<Record<string, string | number>> }
  | { readonly answer: string };

export interface StockQuestion {
  readonly productId: string;
  /** Sales dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly storeName: string;
}

/** A question that needs each of the three tools of the example once. */
export function inWords({ productId, from, to, storeName }: StockQuestion): string {
  return `How many of product ${productId} are left, how much of it was sold from ${from} to ${to}, and is ${storeName} open today?`;
}

/**
 * A language model for the tests: asks the three tools one after the other, as n8n names them, then answers with their
 * words. `results` are the answers of the tools so far.
 */
export function nextStep(question: StockQuestion, results: readonly string[]): ModelStep {
  const { productId, from, to, storeName } = question;
  const anyStore = { store: '' };
  const steps: readonly ModelStep[] = [
    { tool: 'Stock', input: { productId, limit: 1 } },
    {
      tool: 'Sales',
      input: { productId, fromSalesDate: from, toSalesDate: to, groupBy: 'product', ...anyStore },
    },
    { tool: 'Stores', input: { storeId: '', storeName } },
  ];
  return steps[results.length] ?? { answer: results.join('\n') };
}
