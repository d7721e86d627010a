import type { Door } from '../../access/door.ts';
import { IT_IS_THERE, SEND_IT } from '../../digest/notices.ts';
import type { Digests } from '../../digest/startDigests.ts';
import { isSeenBy, type PlaceParts, requireIn } from '../commands/digestPlace.ts';

/** The buttons under the question whether a digest arrived; whoever answers second finds it answered. */
export function registerUnknownDigest(door: Door, { parts, wake }: Digests, places: PlaceParts): void {
  const { ledger, log } = parts;
  const answer = (actionId: string, decide: (id: number) => Promise<boolean>, sentence: string) =>
    door.action(actionId, 'manage_digests', async ({ action, respond, visitor }) => {
      const id = Number('value' in action ? action.value : Number.NaN);
      const run = Number.isSafeInteger(id) ? await ledger.get(id) : undefined;
      const isKnown = run !== undefined && run.teamId === visitor.teamId;
      if (!isKnown || !(await isSeenBy(places, visitor, run.channelId))) {
        await respond?.({ text: UNSEEN, replace_original: false });
        return;
      }
      await requireIn(places, visitor, run.channelId, ['manage_digests']);
      const isDecided = await decide(id);
      if (isDecided)
        log.info(
          { run: id, answer: actionId, by: visitor.person.userId },
          'the outcome of a digest was decided',
        );
      const isOutrun = !isDecided && actionId === SEND_IT && run.state === 'unknown';
      const said = isDecided ? sentence : isOutrun ? OUTRUN : DECIDED;
      await respond?.({ text: said, replace_original: isDecided });
      if (isDecided) wake();
    });
  answer(IT_IS_THERE, (id) => ledger.confirm(id), 'Noted: the digest is there. Nothing is sent.');
  answer(SEND_IT, (id) => ledger.order(id), 'The digest is sent now.');
}

const UNSEEN =
  'Nothing is done: Slack shows this app no such digest in a channel that you are in. A private one needs both you and the app in it; else click again in a minute.';
const OUTRUN =
  'A later digest of this channel has come due since, so this one is not sent any more. `/digest now` posts the newest figures.';
const DECIDED = 'That was decided already, so nothing is done.';
