import type { Door } from '../../access/door.ts';
import { IT_IS_THERE, SEND_IT } from '../../digest/notices.ts';
import type { Digests } from '../../digest/startDigests.ts';

/** The buttons under the question whether a digest arrived; whoever answers second finds it answered. */
export function registerUnknownDigest(door: Door, { parts, wake }: Digests): void {
  const { ledger, log } = parts;
  const answer = (actionId: string, decide: (id: number) => Promise<boolean>, sentence: string) =>
    door.action(actionId, 'manage_digests', async ({ action, respond, visitor }) => {
      const id = Number('value' in action ? action.value : Number.NaN);
      const run = Number.isSafeInteger(id) ? await ledger.get(id) : undefined;
      const isDecided = run !== undefined && run.teamId === visitor.teamId && (await decide(id));
      if (isDecided)
        log.info(
          { run: id, answer: actionId, by: visitor.person.userId },
          'the outcome of a digest was decided',
        );
      const isOutrun = !isDecided && actionId === SEND_IT && run?.state === 'unknown';
      const said = isDecided ? sentence : isOutrun ? OUTRUN : DECIDED;
      await respond?.({ text: said, replace_original: isDecided });
      if (isDecided) wake();
    });
  answer(IT_IS_THERE, (id) => ledger.confirm(id), 'Noted: the digest is there. Nothing is sent.');
  answer(SEND_IT, (id) => ledger.order(id), 'The digest is sent now.');
}

const OUTRUN =
  'A later digest of this channel has come due since, so this one is not sent any more. `/digest now` posts the newest figures.';
const DECIDED = 'That was decided already, so nothing is done.';
