import type { MetricDefinitions } from '../health/metrics.ts';

/** How the key of each message about an alert begins. */
export const ALERT_KEY = 'alert ';

/** What happens with alerts: messages that were posted or not, and alerts that a whole day's data did not judge. */
export const ALERT_OUTCOMES = ['posted', 'failed', 'unjudged'] as const;

export const ALERT_METRICS = {
  retail_bot_alerts_total: {
    type: 'counter',
    help: 'Messages about alerts that this process posted, or that failed for good, and alerts that it could not judge for half an hour although their data was there.',
    labels: ['outcome'],
  },
} as const satisfies MetricDefinitions;
