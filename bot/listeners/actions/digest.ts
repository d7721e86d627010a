import { productIdsOf, type ReadDigest } from '../../digest/readDigest.ts';
import { type DigestSource, type DigestSources, SOURCE_DAYS } from '../../digest/sources.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { DIGEST_LIST, DIGEST_SETTINGS, DIGEST_WHY } from '../../views/digest/buttons.ts';
import { whyMessage } from '../../views/digest/why.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { answerTo, type Render } from '../commands/answering.ts';
import { type DigestListenerParts, readerOf } from '../commands/digestParts.ts';
import { isSeenBy, requireIn, viewOf } from '../commands/digestPlace.ts';
import { answerQuestion, type QuestionParts } from '../commands/questions.ts';
import type { ActionArgs, Door } from '../door.ts';
import { valueIn } from '../forms/clicked.ts';
import { type DigestFormParts, openDigestForm } from '../forms/digestForm.ts';

export interface DigestActionParts extends DigestListenerParts, DigestFormParts {
  readonly sources: DigestSources;
  readonly read: ReadDigest;
  readonly questions: QuestionParts;
}

/** The buttons below a digest; what they bring is for whoever clicked alone. */
export function registerDigestActions(door: Door, parts: DigestActionParts): void {
  on(door, parts, DIGEST_LIST, ({ actor }, source) => {
    return answerQuestion(parts.questions, actor, listQuestion(parts, source));
  });
  on(door, parts, DIGEST_WHY, async ({ actor }, source) => {
    const digest = await parts.read(source);
    if (digest === undefined) {
      const { t } = readerOf(parts, actor, 'plain').language;
      return sentence(t.digest.why.gone(source.dataDay));
    }
    return (rendering) =>
      whyMessage(digest, readerOf(parts, actor, rendering), actor.may('view_sales').allowed);
  });
  door.action(DIGEST_SETTINGS, 'manage_digests', async (args) => {
    const source = await sourceOf(parts, args);
    if (source !== undefined) await requireIn(parts, args.actor, source.channelId, ['manage_digests']);
    await openDigestForm(parts, args.body.trigger_id, args.actor, source);
  });
}

function on(
  door: Door,
  parts: DigestActionParts,
  actionId: string,
  work: (args: ActionArgs, source: DigestSource) => Promise<Render>,
): void {
  door.action(actionId, 'member', async (args) => {
    const { actor, respond } = args;
    if (respond === undefined) return;
    await answerTo(parts, { what: actionId, teamId: actor.teamId, respond, isClick: true }, async () => {
      const source = await sourceOf(parts, args);
      if (source === undefined) return sentence(EXPIRED);
      await requireIn(parts, actor, source.channelId, [viewOf(source.content)]);
      return work(args, source);
    });
  });
}

/** Undefined as well when the digest is of a private channel that the person is not in. */
async function sourceOf(
  parts: DigestActionParts,
  { actor, action }: ActionArgs,
): Promise<DigestSource | undefined> {
  const source = await parts.sources.find(actor.teamId, valueIn(action));
  return source !== undefined && (await isSeenBy(parts, actor, source.channelId)) ? source : undefined;
}

/** The newest figures of the same products: what can be acted on. */
function listQuestion(
  parts: DigestListenerParts,
  { content, dataDay, products }: DigestSource,
): FiguresQuestion {
  const chosen = productIdsOf(products, parts.groups);
  if (content === 'sales') {
    return {
      command: 'sales',
      kind: 'sales',
      days: { from: dataDay, to: dataDay },
      productIds: chosen ?? [],
      storeIds: [],
      by: 'product',
    };
  }
  if (chosen !== undefined) return { command: 'stock', kind: 'products', productIds: chosen };
  return { command: 'stock', kind: 'overview', scope: products.kind === 'all' ? 'all' : 'mine' };
}

function sentence(text: string): Render {
  return () => sentenceMessage(text);
}

const EXPIRED = `This button has expired; those of digests work for ${SOURCE_DAYS} days, for whoever is in the channel. \`/digest preview\` shows the newest figures.`;
