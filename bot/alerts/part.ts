import type { Part } from '../ask/part.ts';
import type { Replies } from '../ask/replies.ts';
import { actionArgs, repeated } from '../requests/listenerArgs.ts';
import { ALERT_BUTTONS, type AlertChange, type Alerts } from './alerts.ts';

const JUDGE_MS = 60_000;
const CHANGES: readonly AlertChange[] = ['mute', 'unmute', 'remove'];

/** The buttons of `/stock alerts`, and the job that judges alerts. */
export function alertsPart({ change, run }: Alerts, replies: Pick<Replies, 'answerTo'>): Part {
  return {
    listeners(app, { authorize }) {
      for (const name of CHANGES) {
        const what = ALERT_BUTTONS[name];
        app.action(repeated(what), authorize('view_stock'), async (clicked) => {
          const { actor, value, respond } = actionArgs(clicked);
          if (respond === undefined) return;
          await replies.answerTo({ what, actor, respond, isClick: true }, () => change(actor, name, value));
        });
      }
    },
    jobs: [{ name: 'judging alerts', everyMs: JUDGE_MS, run }],
  };
}
