/** The tables of the metrics and of the alerts on them. */
import { readFileSync } from 'node:fs';
import {
  IMPORT_METRICS,
  PROCESS_METRICS,
  SERVICE_METRICS,
  STORAGE_METRICS,
} from '../../bot/health/healthMetrics.ts';
import { ALERT_METRICS } from '../../bot/standing/alertMetrics.ts';
import { DIGEST_METRICS } from '../../bot/standing/metrics.ts';
import { STOCK_METRICS } from '../../bot/stock/metrics.ts';

const METRICS = {
  ...PROCESS_METRICS,
  ...SERVICE_METRICS,
  ...STOCK_METRICS,
  ...IMPORT_METRICS,
  ...STORAGE_METRICS,
  ...DIGEST_METRICS,
  ...ALERT_METRICS,
};

const ALERTS = new URL('../../docs/monitoring/alerts.yml', import.meta.url);

/** Each table by its name. */
export function metricTables() {
  const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => {
    const shown = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${shown} | ${help} |`;
  });
  return {
    metrics: ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows],
    alerts: ['| Alert | Severity | What happens |', '|---|---|---|', ...alertRows()],
  };
}

function alertRows() {
  const rule =
    /- alert: (\w+)\n[\s\S]*?severity: (\w+)\n[\s\S]*?summary: "?(.+?)\.?"?\n[\s\S]*?operations\.md#(\S+)/g;
  return [...readFileSync(ALERTS, 'utf8').matchAll(rule)].map(([, name, severity, summary, anchor]) => {
    const what = summary.replace(/\{\{ \$labels\.kind \}\}/, 'stock or sales');
    return `| [\`${name}\`](operations.md#${anchor}) | ${severity} | ${what} |`;
  });
}
