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
  'daily-sales-to-file.json',
  'sales-to-postgres.json',
  'daily-stock-history.json',
  'days-of-cover-to-slack.json',
] as const;

/** Examples that a person starts, with a form or a chat. */
export const SERVED_EXAMPLES = ['access-form.json', 'stock-questions-agent.json'] as const;
