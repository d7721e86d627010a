import {
  IMPORT_METRICS,
  PROCESS_METRICS,
  SERVICE_METRICS,
  STORAGE_METRICS,
} from '../../../bot/health/healthMetrics.ts';
import { ALERT_METRICS } from '../../../bot/standing/alertMetrics.ts';
import { DIGEST_METRICS } from '../../../bot/standing/metrics.ts';
import { STOCK_METRICS } from '../../../bot/stock/metrics.ts';

/** Every metric there is, in the order of docs/metrics.md. */
export const METRICS = {
  ...PROCESS_METRICS,
  ...SERVICE_METRICS,
  ...STOCK_METRICS,
  ...IMPORT_METRICS,
  ...STORAGE_METRICS,
  ...DIGEST_METRICS,
  ...ALERT_METRICS,
};
