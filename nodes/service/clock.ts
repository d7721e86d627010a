import { sleep } from 'n8n-workflow';
import type { Clock } from 'retail-data-client/portable';

/** Time inside n8n: its own sleep, so that cancelling the execution ends every wait. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, signal),
};
