import type { IDataObject } from 'n8n-workflow';
import { inWords, type StockQuestion } from './stockModel.ts';

/** How an example is started without waiting for its trigger. */
export interface ExampleStarting {
  readonly file: string;
  readonly trigger: string;
  /** What the trigger would have fired. */
  readonly fired: readonly IDataObject[];
  /** What people answer on later pages of a form. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The node whose output shows that the example came to its end. */
  readonly last: string;
}

export interface Circumstances {
  /** A sales date with sales (yyyy-MM-dd). */
  readonly salesDate: string;
  /** A date with new stock (yyyy-MM-dd). */
  readonly stockDate: string;
  /** An e-mail address whose permission has role 12 and main role 3. */
  readonly email: string;
  readonly question: StockQuestion;
}

/** The example without a start: it answers clients of the Model Context Protocol. */
export const MCP_EXAMPLE = 'retail-data-mcp-server.json';

/** Examples that remember what they have posted. */
export const REMEMBERING_EXAMPLES = [
  'stock-out-alert-to-slack.json',
  'store-changes-to-slack.json',
  'weekly-sales-per-store.json',
];

/** Examples that write or post each day and remember nothing. */
export const DAILY_EXAMPLES = [
  'nightly-sales-to-file.json',
  'sales-to-postgres.json',
  'daily-stock-history.json',
  'days-of-cover-to-slack.json',
] as const;

/** Examples that a person starts, with a form or a chat. */
export const SERVED_EXAMPLES = ['access-form.json', 'stock-questions-agent.json'] as const;

/** A start of each example that remembers nothing; the run comes to its end. */
export function startsFor({
  salesDate,
  stockDate,
  email,
  question,
}: Circumstances): readonly ExampleStarting[] {
  return [
    {
      file: 'access-form.json',
      trigger: 'Access Form',
      fired: [
        {
          'What shall happen?': 'Offboarding: take access away',
          'E-mail address': email,
          Role: 'Purchaser',
        },
      ],
      answers: { 'Change it now?': 'Yes' },
      last: 'Done',
    },
    {
      file: 'daily-stock-history.json',
      trigger: 'Stock Updated',
      fired: [{ event: 'stockUpdated', date: stockDate, empty: false }],
      last: 'Write the Stock',
    },
    {
      file: 'days-of-cover-to-slack.json',
      trigger: 'Stock Updated',
      fired: [{ event: 'stockUpdated', date: stockDate, empty: false }],
      last: 'Tell the Channel',
    },
    {
      file: 'nightly-sales-to-file.json',
      trigger: 'Sales Available',
      fired: [{ event: 'salesAvailable', date: salesDate, empty: false }],
      last: 'Write Sales',
    },
    {
      file: 'sales-to-postgres.json',
      trigger: 'Sales Available',
      fired: [{ event: 'salesAvailable', date: salesDate, empty: false }],
      last: 'What Was Written',
    },
    {
      file: 'stock-questions-agent.json',
      trigger: 'Stock Chat',
      fired: [{ chatInput: inWords(question), sessionId: 'session', action: 'sendMessage' }],
      last: 'Stock Agent',
    },
  ];
}
