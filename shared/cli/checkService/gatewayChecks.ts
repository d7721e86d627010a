import { storesOperation } from '../../operations/stores.ts';
import { differs, type Finding, held, heldIf, Unclear, unclear } from './finding.ts';
import { type Answer, headerOf, type Prober } from './prober.ts';
import { textsAt } from './records.ts';

export async function checkWrongKey(prober: Prober): Promise<Finding> {
  const all = await prober.ask(storesOperation.path);
  // A question about one store, so that the answer is small even where the key does not matter.
  const storeId = textsAt(all.records, 'storeId').find((text) => /^[1-9]\d{0,8}$/.test(text)) ?? '1';
  const answer = await prober.ask(storesOperation.path, { storeId }, 'wrong');
  if (answer.status === 0 || isRedirect(answer)) throw new Unclear(answer.why);
  if (answer.status === 200) return differs('answered with 200, as if the key were right');
  return heldIf(answer.status === 401, answer.why);
}

export function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

export function checkRedirects({ answers }: Prober): Finding {
  const redirect = answers.find(isRedirect);
  if (redirect === undefined)
    return held(`none in ${answers.filter(({ status }) => status > 0).length} answers`);
  return differs(`${redirect.status} to ${headerOf(redirect, 'location') ?? 'no address'}`);
}

export function checkContentType({ answers }: Prober): Finding {
  const good = answers.filter(({ status }) => status === 200);
  if (good.length === 0) return unclear('no answer with 200');
  const labels = [...new Set(good.map((answer) => headerOf(answer, 'content-type') ?? 'no label'))];
  return heldIf(
    labels.every((label) => /[/+]json\b/i.test(label)),
    labels.join(', '),
  );
}

/** Small answers are left as they are by many servers. */
const WORTH_COMPRESSING = 2_000;

export function checkGzip({ answers }: Prober): Finding {
  const large = answers.filter(({ status, text }) => status === 200 && text.length >= WORTH_COMPRESSING);
  if (large.length === 0) return unclear(`no answer of ${WORTH_COMPRESSING} characters or more`);
  const compressed = large.filter((answer) => /gzip/i.test(headerOf(answer, 'content-encoding') ?? ''));
  return heldIf(compressed.length === large.length, `${compressed.length} of ${large.length} large answers`);
}

export function checkThrottle({ stockRefusal }: Prober): Finding {
  if (stockRefusal === undefined) return unclear('no stock call was refused, and none is provoked');
  const { status } = stockRefusal;
  const retryAfter = headerOf(stockRefusal, 'retry-after');
  const seen = `${status} ${retryAfter === undefined ? 'without Retry-After' : `with Retry-After: ${retryAfter}`}`;
  if (![429, 403, 503].includes(status)) return unclear(`refused, but perhaps for another reason: ${seen}`);
  return heldIf(status === 429 && retryAfter !== undefined, seen);
}
