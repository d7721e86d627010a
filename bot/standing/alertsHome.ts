import type { KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import { button } from '../ask/buttons.ts';
import { section } from '../slack/message.ts';
import { ALERT_FORM } from './alertButtons.ts';
import type { Alerts } from './alerts.ts';
import type { AlertSubject } from './subject.ts';
import { alertWords } from './words/alerts.ts';

const MOST_SHOWN = 10;

/** The person's alerts on App Home, and buttons that set one. */
export function alertsOnHome(alerts: Pick<Alerts, 'own'>, subjects: readonly AlertSubject[]) {
  return async (actor: Actor): Promise<KnownBlock[]> => {
    const { t } = actor.language;
    const words = alertWords(t).home;
    const allowed = subjects.filter(({ requires }) => actor.may(requires).allowed);
    if (allowed.length === 0) return [];
    const shown = await alerts.own(actor, MOST_SHOWN);
    return [
      section(words.title),
      ...(shown.length === 0 ? [section(words.none)] : shown),
      {
        type: 'actions',
        block_id: 'home_alerts',
        elements: allowed.map((subject) =>
          button(`${ALERT_FORM}:${subject.command}`, subject.words(t).homeButton, subject.command),
        ),
      },
    ];
  };
}
